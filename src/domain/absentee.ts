import { compareStreets, isPoBox } from './address.ts';
import { isStateAbbr } from './geography.ts';

/** Where the parcel lies; `state` is a USPS abbreviation. */
export type Situs = { street: string | null; city: string | null; state: string | null; zip: string | null };

/** Where the owner gets mail. */
export type Mailing = Situs & { country: string | null };

/** null is unknown. */
export type Absentee = { absentee_owner: boolean | null; out_of_state_owner: boolean | null };

const DOMESTIC = /^(?:US|USA|UNITED STATES|UNITED STATES OF AMERICA|AMERICA)$/;
const NOT_A_LETTER = /[^A-Z]+/g;
const LONG_CITY_WORDS: readonly [RegExp, string][] = [
  [/\bSAINT\b/g, 'ST'],
  [/\bMOUNT\b/g, 'MT'],
  [/\bFORT\b/g, 'FT'],
];

function words(text: string | null): string {
  return text === null ? '' : text.toUpperCase().replace(/[.']/g, '').replace(NOT_A_LETTER, ' ').trim();
}

function cityKey(city: string | null): string {
  let key = words(city);
  if (!key.includes(' ')) return key;
  for (const [long, short] of LONG_CITY_WORDS) key = key.replace(long, short);
  return key.replaceAll(' ', '');
}

function zip5(zip: string | null): string {
  return /^\s*(\d{5})(?!\d{1,3}(?!\d))/.exec(zip ?? '')?.[1] ?? '';
}

/** Whether the two agree; null when one of them is unknown ("" stands for unknown). */
function same(a: string, b: string): boolean | null {
  return a === '' || b === '' ? null : a === b;
}

function outOfState(situs: Situs, mailing: Mailing): boolean | null {
  const country = words(mailing.country);
  if (country !== '' && !DOMESTIC.test(country.length <= 5 ? country.replaceAll(' ', '') : country))
    return true;
  const state = mailing.state?.trim().toUpperCase() ?? '';
  const home = situs.state?.trim().toUpperCase() ?? '';
  return isStateAbbr(state) && isStateAbbr(home) ? state !== home : null;
}

/** Whether the owner's mail goes elsewhere in the parcel's state; null is unknown. */
function awayInState(situs: Situs, mailing: Mailing): boolean | null {
  const from = situs.street?.trim() ?? '';
  const to = mailing.street?.trim() ?? '';
  if (from === '' || to === '') return null;
  const sameZip = same(zip5(situs.zip), zip5(mailing.zip));
  const home = cityKey(situs.city);
  const sameCity = same(home, situs.city === mailing.city ? home : cityKey(mailing.city));
  if (isPoBox(to)) {
    if (home === '' || sameZip === true || sameCity === true) return null;
    // A box in an unnamed place tells nothing.
    return sameZip === null && sameCity === null ? null : true;
  }
  const sameStreet = compareStreets(from, to);
  if (sameStreet !== true) return sameStreet === null ? null : true;
  return (sameZip === false || sameCity === false) && sameZip !== true && sameCity !== true;
}

/**
 * Whether the owner lives elsewhere than on the parcel, and whether in another state or country.
 *
 * - Another state, or a country other than the United States: both true.
 * - A mailing state that is none ("ZZ"), in no foreign country: both unknown, since the mail may go anywhere. A missing
 *   one leaves `out_of_state_owner` unknown; the streets are then compared all the same.
 * - Different streets: absentee. Equal streets: absentee only when ZIP5 or city is known to differ and neither agrees.
 * - A post-office box: unknown in the parcel's city or ZIP5, or when the parcel's city is unknown; else absentee.
 * - A street lacking on one side: unknown, unless out of state.
 *
 * Source: the product's definition of "Absentee".
 */
export function absentee(situs: Situs, mailing: Mailing): Absentee {
  const away = outOfState(situs, mailing);
  if (away === true) return { absentee_owner: true, out_of_state_owner: true };
  const noState = mailing.state !== null && mailing.state.trim() !== '' && !isStateAbbr(mailing.state.trim());
  return { absentee_owner: noState ? null : awayInState(situs, mailing), out_of_state_owner: away };
}

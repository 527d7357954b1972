import { isPoBox, matchStreets } from './address.ts';
import { sameCity } from './city.ts';
import { isStateAbbr } from './geography.ts';
import { isOwnCountry } from './written-place.ts';

/** `state` is a USPS abbreviation; null is unknown. */
export type Situs = { street: string | null; city: string | null; state: string | null; zip: string | null };

export type Mailing = Situs & { country: string | null };

/** null is unknown. */
export type Absentee = { absentee_owner: boolean | null; out_of_state_owner: boolean | null };

function zip5(zip: string | null): string {
  return /^\s*(\d{5})(?!\d{1,3}(?!\d))/.exec(zip ?? '')?.[1] ?? '';
}

function agreeingZips(a: string | null, b: string | null): boolean | null {
  const left = zip5(a);
  const right = zip5(b);
  return left === '' || right === '' ? null : left === right;
}

function outOfState(situs: Situs, mailing: Mailing): boolean | null {
  if (/[A-Z]/i.test(mailing.country ?? '') && !isOwnCountry(mailing.country!)) return true;
  const state = mailing.state?.trim().toUpperCase() ?? '';
  const home = situs.state?.trim().toUpperCase() ?? '';
  return isStateAbbr(state) && isStateAbbr(home) ? state !== home : null;
}

const isBlank = (text: string | null) => text === null || !/[A-Z]/i.test(text);

/** As `absentee`, within one state; null is unknown. */
function awayInState(situs: Situs, mailing: Mailing): boolean | null {
  const from = situs.street?.trim() ?? '';
  const to = mailing.street?.trim() ?? '';
  if (from === '' || to === '') return null;
  const zips = agreeingZips(situs.zip, mailing.zip);
  const cities = sameCity(situs.city, mailing.city, zips);
  const samePlace = zips === true || cities === true;
  if (isPoBox(to)) {
    // A box tells nothing in the parcel's own place, or where its place or the parcel's city is unknown.
    if (samePlace || (zips === null && cities === null)) return null;
    return isBlank(situs.city) ? null : true;
  }
  const match = matchStreets(from, to);
  if (match === null) return null;
  if (match === 'other' || (match === 'near' && !samePlace)) return true;
  return (zips === false || cities === false) && !samePlace;
}

/**
 * Whether the owner lives somewhere other than on the parcel, and whether in another state or country.
 *
 * - Another state, or a country other than the United States: both true.
 * - A mailing state that does not exist ("ZZ"), without a foreign country: both unknown, since the mail may go anywhere.
 *   A missing state leaves `out_of_state_owner` unknown; the streets are still compared.
 * - Different streets: absentee. Equal streets: absentee only when ZIP5 or city is known to differ and neither agrees.
 * - Street names one letter apart, with the same number: equal where ZIP5 or city agrees, else different.
 * - A post-office box: unknown in the parcel's city or ZIP5, or when the parcel's city is unknown; else absentee.
 * - A street missing on one side: unknown, unless out of state.
 *
 * Source: docs/rules.md.
 */
export function absentee(situs: Situs, mailing: Mailing): Absentee {
  const away = outOfState(situs, mailing);
  if (away === true) return { absentee_owner: true, out_of_state_owner: true };
  const noState = mailing.state !== null && mailing.state.trim() !== '' && !isStateAbbr(mailing.state.trim());
  return { absentee_owner: noState ? null : awayInState(situs, mailing), out_of_state_owner: away };
}

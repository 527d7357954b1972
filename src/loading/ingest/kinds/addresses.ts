import { type AddressParts, formatOneLine, splitOneLine, splitUnit } from '../../../domain/address.ts';
import { isOwnCountry } from '../../../domain/country.ts';
import { readState } from '../../../domain/written-state.ts';
import { readZip } from '../../../domain/written-zip.ts';

type Known<K extends string> = Readonly<Record<K, string | null>>;

/** A ZIP code in standard form; what cannot be one in the state, such as a foreign code, stays as published. */
const zipOf = (text: string | null, state: string | null): string | null =>
  text === null ? null : (readZip(text, state) ?? text) || null;

/** The address of a parcel in a state. If only a one-line `address` is given, the street ends at its first comma. */
export function situsOf(
  values: Known<'address' | 'street' | 'unit' | 'city' | 'zip'>,
  state: string,
): AddressParts & { state: string } {
  const whole = values.street === null && values.address !== null ? splitOneLine(values.address) : null;
  const split = values.unit === null ? splitUnit(values.street ?? whole?.street ?? '') : null;
  const street = (split ? split.street : (values.street ?? whole?.street)) || null;
  const unit = values.unit ?? split?.unit ?? whole?.unit ?? null;
  return {
    street,
    unit,
    city: values.city ?? whole?.city ?? null,
    state,
    zip: zipOf(values.zip, state) ?? whole?.zip ?? null,
  };
}

type Place = Pick<AddressParts, 'city' | 'state' | 'zip'>;

const plain = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Whether a line ends in the state and the ZIP or city that are given beside it. */
function endsIn(line: AddressParts, { city, state, zip }: Place): boolean {
  if (line.state !== null && state !== null && line.state !== state) return false;
  if (line.zip !== null) return line.zip.slice(0, 5) === zip?.slice(0, 5);
  return line.state !== null && line.city !== null && plain(line.city) === plain(city ?? '');
}

/** The street of an address whose place is given beside it, and the city that only the address names. */
function besidePlace(address: string, place: Place): { street: string | null; city: string | null } {
  const end = formatOneLine({ street: null, unit: null, ...place });
  // As in our own responses.
  if (end !== null && address.endsWith(`, ${end}`))
    return { street: address.slice(0, -end.length - 2), city: null };
  const line = splitOneLine(address);
  const { street, unit, city, state, zip } = line;
  const isAll = plain([street, unit, city, state, zip].join('')) === plain(address);
  if (!isAll || !endsIn(line, place)) return { street: address, city: null };
  return { street: [street, unit].filter(Boolean).join(' ') || null, city };
}

/**
 * An owner's mailing address. `mailing_address` is the whole address on one line, or the street if city, state or ZIP is
 * given and it does not end in them. A state that is written out becomes its abbreviation.
 */
export function mailingOf(
  values: Known<'mailing_address' | 'mailing_city' | 'mailing_state' | 'mailing_zip' | 'mailing_country'>,
) {
  const parted = values.mailing_city !== null || values.mailing_state !== null || values.mailing_zip !== null;
  const whole = !parted && values.mailing_address !== null ? splitOneLine(values.mailing_address) : null;
  const country = values.mailing_country;
  const given = values.mailing_state ?? whole?.state ?? null;
  const state = given === null ? null : (readState(given) ?? given.toUpperCase());
  const zip = zipOf(values.mailing_zip ?? whole?.zip ?? null, state);
  const { mailing_address: address, mailing_city } = values;
  const beside =
    whole === null && address !== null ? besidePlace(address, { city: mailing_city, state, zip }) : null;
  return {
    street: whole ? [whole.street, whole.unit].filter(Boolean).join(' ') || null : (beside?.street ?? null),
    city: mailing_city ?? (whole ?? beside)?.city ?? null,
    state,
    zip,
    country: country !== null && isOwnCountry(country) ? null : country,
  };
}

import { type AddressParts, endsInSuffix, splitOneLine, splitUnit } from '../../../domain/address.ts';
import { beforePlace, type Place, partsBesidePlace } from '../../../domain/before-place.ts';
import { sameCity } from '../../../domain/city.ts';
import { isOwnCountry, readState, readZip } from '../../../domain/written-place.ts';

type Known<K extends string> = Readonly<Record<K, string | null>>;

/** A ZIP code in standard form; what cannot be one in the state, such as a foreign code, stays as published. */
const zipOf = (text: string | null, state: string | null): string | null =>
  text === null ? null : (readZip(text, state) ?? text) || null;

/** `5` of `UNIT 5` and `#5`. */
const numberOf = (unit: string): string => plain(unit.split(/[ #]+/).at(-1)!);

/** A street without the unit that is given beside it: `10 OAK RD 5` and `10 OAK RD UNIT 5` with a unit 5. */
function withoutUnit(street: string, unit: string): string {
  const split = splitUnit(street);
  const own = split.unit ?? (street.endsWith(` ${unit}`) ? unit : null);
  if (own === null || numberOf(own) !== numberOf(unit)) return street;
  const rest = street.slice(0, street.length - own.length).trim();
  return split.unit !== null || endsInSuffix(rest) ? rest.replace(/[ ,#-]+$/, '') : street;
}

/** The address of a parcel in a state. A one-line `address` ends in the city and ZIP code that are given beside it. */
export function situsOf(
  values: Known<'address' | 'street' | 'unit' | 'city' | 'zip'>,
  state: string,
): AddressParts & { state: string } {
  const { city } = values;
  const zip = zipOf(values.zip, state);
  const whole =
    values.street === null && values.address !== null
      ? partsBesidePlace(values.address, { city, state, zip })
      : null;
  const line = values.street ?? whole?.street ?? '';
  const split = values.unit === null ? splitUnit(line) : null;
  const street = (split ? split.street : withoutUnit(line, values.unit!)) || null;
  return {
    street,
    unit: values.unit ?? split?.unit ?? whole?.unit ?? null,
    city: city ?? whole?.city ?? null,
    state,
    zip: zip ?? whole?.zip ?? null,
  };
}

const plain = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Whether a line ends in the state and the ZIP or city that are given beside it. */
function endsIn(line: AddressParts, { city, state, zip }: Place): boolean {
  if (line.state !== null && state !== null && line.state !== state) return false;
  if (sameCity(line.city, city, null) === false) return false;
  if (line.zip !== null) return line.zip.slice(0, 5) === zip?.slice(0, 5);
  return line.state !== null && line.city !== null && city !== null;
}

/** The street of an address whose place is given beside it, and the city that only the address names. */
function besidePlace(address: string, place: Place): { street: string | null; city: string | null } {
  const before = beforePlace(address, place);
  if (before !== null) return { street: before || null, city: null };
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
  const written = values.mailing_state ?? whole?.state ?? null;
  const state = written === null ? null : (readState(written) ?? written.toUpperCase());
  const zip = zipOf(values.mailing_zip ?? whole?.zip ?? null, state);
  const { mailing_address: address, mailing_city } = values;
  const beside =
    whole === null && address !== null
      ? besidePlace(address, { city: mailing_city, state, zip, country })
      : null;
  return {
    street: whole ? [whole.street, whole.unit].filter(Boolean).join(' ') || null : (beside?.street ?? null),
    city: mailing_city ?? (whole ?? beside)?.city ?? null,
    state,
    zip,
    country: country !== null && isOwnCountry(country) ? null : country,
  };
}

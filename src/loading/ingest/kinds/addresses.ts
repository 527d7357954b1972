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

/** The street of a whole address that is given beside its parts, as in our own responses. */
function streetBeside(
  address: string | null,
  place: Pick<AddressParts, 'city' | 'state' | 'zip'>,
): string | null {
  const end = formatOneLine({ street: null, unit: null, ...place });
  return end !== null && address?.endsWith(`, ${end}`) ? address.slice(0, -end.length - 2) : address;
}

/**
 * An owner's mailing address. `mailing_address` is the street if city, state or ZIP is given too, or else the whole address
 * on one line. A state that is written out becomes its abbreviation.
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
  return {
    street: whole
      ? [whole.street, whole.unit].filter(Boolean).join(' ') || null
      : streetBeside(values.mailing_address, { city: values.mailing_city, state, zip }),
    city: values.mailing_city ?? whole?.city ?? null,
    state,
    zip,
    country: country !== null && isOwnCountry(country) ? null : country,
  };
}

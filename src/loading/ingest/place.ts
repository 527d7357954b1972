import { isCounty, isPlaceholderCounty } from '../../domain/geography.ts';
import { typedNumber } from '../../domain/parcel-id.ts';
import { saysNothing } from '../../domain/written-number.ts';
import { LOST } from '../readers/cells.ts';
import type { Fault } from '../readers/rows.ts';
import type { Reading } from './fields.ts';

type RecordPlace = { county_fips: string; parcel_id: string | null } | Fault;

const LONGEST_NUMBER = 64;
const FIVE_DIGITS = /^\d{5}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** null: there is none; undefined: the value cannot be a code. */
function asCode(value: unknown): string | null | undefined {
  if (typeof value === 'string') {
    const text = typedNumber(value);
    return saysNothing(text) ? null : text.trim();
  }
  if (value === null || value === undefined) return null;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}

/**
 * Reads `county_fips` and `parcel_id`, without which a record is rejected. It is also rejected if letters are lost in its
 * parcel number or one of `identifiers`: it could be another record.
 * A deed may give `state_fips` with a placeholder county (`000`), or the two in one as `31000`.
 */
export function readPlace(
  record: Record<string, unknown>,
  rules: { parcelRequired: boolean; placeholderAllowed: boolean; identifiers?: readonly string[] },
  { isCanonical }: Pick<Reading, 'isCanonical'>,
): RecordPlace {
  let county = asCode(record.county_fips);
  const state = asCode(record.state_fips);
  if (county?.length === 3 && state) county = state + county;
  if (county === null) return { reason: 'county_fips_missing', field: 'county_fips' };
  if (county === undefined || !FIVE_DIGITS.test(county))
    return { reason: 'county_fips_malformed', field: 'county_fips' };
  const known = isCounty(county) || (rules.placeholderAllowed && isPlaceholderCounty(county));
  if (!known) return { reason: 'county_fips_unknown', field: 'county_fips' };

  const identifiers = isCanonical ? [] : ['parcel_id', ...(rules.identifiers ?? [])];
  const damaged = identifiers.find((key) => String(record[key]).includes(LOST));
  if (damaged !== undefined) return { reason: 'unreadable_letters', field: damaged };
  const parcel = asCode(record.parcel_id);
  if (parcel === undefined) return { reason: 'parcel_id_malformed', field: 'parcel_id' };
  if (parcel === null && rules.parcelRequired) return { reason: 'parcel_id_missing', field: 'parcel_id' };
  if (parcel !== null && parcel.length > LONGEST_NUMBER && Array.from(parcel).length > LONGEST_NUMBER) {
    return { reason: 'parcel_id_too_long', field: 'parcel_id' };
  }
  if (parcel !== null && CONTROL.test(parcel)) return { reason: 'parcel_id_malformed', field: 'parcel_id' };
  return { county_fips: county, parcel_id: parcel };
}

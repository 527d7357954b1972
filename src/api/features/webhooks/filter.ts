import { findState, isCounty } from '../../../domain/geography.ts';
import { listed } from '../../../domain/in-words.ts';
import { canonicalId } from '../../../domain/parcel-event.ts';
import { parseParcelId } from '../../../domain/parcel-id.ts';
import { ApiError, wrong } from '../../../domain/problems.ts';
import { parcelsOfNumbers } from '../../../records/parcel-numbers.ts';
import type { Records } from '../../../records/records.ts';
import { type FilterKind, MOST_PARCELS, type NewEndpoint } from '../../../records/schemas/webhook.ts';

/** A filter as its record shows it, and its keys in `webhook_watches`. */
export interface Watched {
  filter: NewEndpoint['filter_value'];
  keys: [state: string, county: string, parcel: string][];
  /** Canonical ids in the filter that no loaded parcel has. */
  unmatched: string[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;
const LONGEST_NUMBER = 64;
const NAMED = 10;
const PARCELS = 'filter_value.parcel_ids';

/** Each kind of filter has exactly these keys. */
const KEYS: Record<FilterKind, string[]> = {
  parcel_ids: ['parcel_ids'],
  state_fips: ['state_fips'],
  county_fips: ['state_fips', 'county_fips'],
};

function checkKeys(kind: FilterKind, value: NewEndpoint['filter_value']): void {
  const given = Object.keys(value);
  const missing = KEYS[kind].find((key) => !given.includes(key));
  if (missing) throw wrong(`filter_value.${missing}`, `is required when filter_kind is ${kind}`);
  const extra = given.find((key) => !KEYS[kind].includes(key));
  if (extra) throw wrong(`filter_value.${extra}`, `does not belong to filter_kind ${kind}`);
}

/** Null for a bare parcel number. */
function readCanonical(text: string): string | null {
  const parsed = parseParcelId(text);
  return parsed && isCounty(parsed.county_fips) ? canonicalId(parsed.county_fips, parsed.parcel_id) : null;
}

/** Finds the parcels of bare numbers, and refuses numbers that do not belong to exactly one loaded parcel. */
async function resolveNumbers(records: Records, numbers: string[]): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const named = await parcelsOfNumbers(records.of('parcels'), numbers);
  const found = new Map<string, string>();
  const refused: string[] = [];
  for (const number of numbers) {
    const parcel = named.get(number);
    if (parcel && parcel !== 'several') found.set(number, canonicalId(parcel.county, number));
    else refused.push(`${number} (${parcel ?? 'no'} ${parcel ? 'parcels' : 'parcel'})`);
  }
  if (refused.length > 0) {
    const message =
      'holds parcel numbers that do not name exactly one parcel: ' +
      `${listed(refused, NAMED)}. Give them as state_fips:county_fips:parcel_id`;
    throw new ApiError('ambiguous_parcel', `${PARCELS} ${message}`, {}, [{ field: PARCELS, message }]);
  }
  return found;
}

const tooManyParcels = () => wrong(PARCELS, `must not name more than ${MOST_PARCELS} parcels`);

async function findUnmatched(records: Records, ids: string[]): Promise<string[]> {
  const parcels = ids.map((id) => id.slice(0, 2) + id.slice(3));
  const stored = await records.fields('parcels', parcels, ['id']);
  return ids.filter((_, at) => stored[at] === undefined);
}

async function readParcels(records: Records, given: string[]): Promise<Watched> {
  const trimmed = given.map((text) => text.trim());
  for (const [at, text] of trimmed.entries()) {
    const number = parseParcelId(text)?.parcel_id ?? text;
    const clean = text.isWellFormed() && !CONTROL.test(text);
    if (number === '' || !clean || Array.from(number).length > LONGEST_NUMBER) {
      throw wrong(`${PARCELS}.${at}`, 'cannot be the id of a parcel');
    }
  }
  const texts = [...new Set(trimmed)];
  const bare = texts.filter((text) => readCanonical(text) === null);
  const canonical = new Set(texts.map(readCanonical).filter((id) => id !== null));
  // Each number, like each canonical id, is a different parcel: too many are refused without a look-up.
  if (Math.max(bare.length, canonical.size) > MOST_PARCELS) throw tooManyParcels();
  const resolved = await resolveNumbers(records, bare);
  const found = new Set(resolved.values());
  const ids = [...new Set(texts.map((text) => resolved.get(text) ?? readCanonical(text)!))];
  if (ids.length > MOST_PARCELS) {
    throw tooManyParcels();
  }
  return {
    filter: { parcel_ids: ids },
    keys: ids.map((id) => [id.slice(0, 2), id.slice(3, 6), id.slice(7)]),
    unmatched: await findUnmatched(
      records,
      ids.filter((id) => !found.has(id)),
    ),
  };
}

/**
 * Reads what an endpoint is to watch.
 * @throws ApiError 400 naming a field that does not fit, 422 naming bare numbers that do not belong to exactly one parcel.
 */
export async function readFilter(
  records: Records,
  { filter_kind, filter_value }: Pick<NewEndpoint, 'filter_kind' | 'filter_value'>,
): Promise<Watched> {
  const kind = filter_kind as FilterKind;
  checkKeys(kind, filter_value);
  if (kind === 'parcel_ids') return readParcels(records, filter_value.parcel_ids!);
  const state = filter_value.state_fips!;
  if (!findState(state))
    throw wrong('filter_value.state_fips', `must be the FIPS code of a state: ${state} is not one`);
  if (kind === 'state_fips') return { filter: { state_fips: state }, keys: [[state, '', '']], unmatched: [] };
  const given = filter_value.county_fips!;
  const fips = given.length === 5 ? given : state + given;
  if (!fips.startsWith(state) || !isCounty(fips)) {
    throw wrong(
      'filter_value.county_fips',
      `must be the FIPS code of a county of state ${state}: ${given} is not one`,
    );
  }
  const county = fips.slice(2);
  return { filter: { state_fips: state, county_fips: county }, keys: [[state, county, '']], unmatched: [] };
}

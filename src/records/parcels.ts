import type { estypes } from '@elastic/elasticsearch';
import type { ParcelId } from '../domain/parcel-id.ts';
import type { Records } from './records.ts';
import type { RiskAssessment } from './schemas/risk.ts';

const MOST_ROWS = 1_000;

/** What orders the records of one day. */
const WITHIN_A_DAY: Record<'deeds' | 'permits', estypes.SortCombinations[]> = {
  deeds: [{ 'internal.order': 'desc' }, { 'internal.seq': 'asc' }],
  permits: [{ 'internal.seq': 'asc' }],
};

/** The rows of some parcels, newest first and undated ones last, as the bytes of a JSON array. */
async function rowsOf(records: Records, kind: 'deeds' | 'permits', parcels: string[]): Promise<Buffer> {
  const { rows } = await records.of(kind).rows({
    size: MOST_ROWS,
    track_total_hits: false,
    query: { bool: { filter: [{ terms: { 'internal.parcel': parcels } }] } },
    sort: [{ 'internal.date': { order: 'desc', missing: '_last' } }, ...WITHIN_A_DAY[kind]],
  });
  return rows;
}

/** Deeds that name only the state belong to a parcel if no other parcel in the state has its number. */
async function placeholders(records: Records, { county_fips, parcel_id }: ParcelId): Promise<string[]> {
  const state = county_fips.slice(0, 2);
  const keys = [`${state}000:${parcel_id}`, `${state}999:${parcel_id}`];
  const [deeds, parcels] = await Promise.all([
    records.count('deeds', [{ terms: { 'internal.parcel': keys } }]),
    records.count('parcels', [{ term: { state_fips: state } }, { term: { parcel_id } }]),
  ]);
  return deeds > 0 && parcels === 1 ? keys : [];
}

/** The permits of a parcel as the bytes of a JSON array; null when the parcel is not loaded. */
export async function readPermits(records: Records, { id }: ParcelId): Promise<Buffer | null> {
  const [known, rows] = await Promise.all([records.exists('parcels', id), rowsOf(records, 'permits', [id])]);
  return known ? rows : null;
}

/** The deeds of a parcel as the bytes of a JSON array; null when the parcel is not loaded. */
export async function readDeeds(records: Records, parcel: ParcelId): Promise<Buffer | null> {
  const [known, more] = await Promise.all([
    records.exists('parcels', parcel.id),
    placeholders(records, parcel),
  ]);
  return known ? rowsOf(records, 'deeds', [parcel.id, ...more]) : null;
}

/** The risks of a parcel and its county; null when the parcel is not loaded. */
export async function readRisks(
  records: Records,
  { id, county_fips }: ParcelId,
): Promise<RiskAssessment | null> {
  const [known, { hits }] = await Promise.all([
    records.exists('parcels', id),
    records.of('risks').search<Omit<StoredRisk, 'id'>>({
      size: 100,
      query: { terms: { 'internal.key': [id, county_fips] } },
    }),
  ]);
  if (!known) return null;
  const stored = hits.hits.map(({ _id, _source }) => ({ ..._source!, id: _id! }));
  return mergeRisks(id, county_fips, stored);
}

/** One publisher's figures for one county or parcel; its id names both. */
export interface StoredRisk {
  id: string;
  parcel_id: string | null;
  updated_at: string;
  risk: Omit<RiskAssessment, 'id' | 'county_fips'>;
}

const HAZARDS = ['overall_score', 'flood', 'wildfire', 'air_quality', 'crime'] as const;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The parcel's own before its county's; then the publisher loaded last; within one load, the first by name. */
function byPrecedence(a: StoredRisk, b: StoredRisk): number {
  const own = Number(b.parcel_id !== null) - Number(a.parcel_id !== null);
  return own || compare(b.updated_at, a.updated_at) || compare(a.id, b.id);
}

/** Merges the figures of several publishers: for each hazard the most local and newest known value. */
export function mergeRisks(id: string, county_fips: string, stored: StoredRisk[]): RiskAssessment {
  const ordered = stored.toSorted(byPrecedence);
  const merged: Record<string, unknown> = { id, county_fips };
  for (const hazard of HAZARDS) {
    merged[hazard] = ordered.find(({ risk }) => risk[hazard] !== null)?.risk[hazard] ?? null;
  }
  return merged as RiskAssessment;
}

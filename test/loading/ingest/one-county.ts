/** Shared by the tests of loads: parcels of one county, how they are loaded from files, and how they are read. */
import type { Test } from 'tap';
import type { IngestKind } from '../../../src/loading/ingest/ingest.ts';
import { call, type Harness } from '../../helper.ts';
import { inputFile } from './support.ts';

export const COUNTY = '31109';
/** A place by a number of the test's own. */
export const at = (n: number | string) => ({ county_fips: COUNTY, parcel_id: `p${n}` });

let numbers = 0;
/** A parcel number that no other test uses. */
export const fresh = (name: string) => `${name}-${++numbers}`;
export const parcel = (more: Record<string, unknown> = {}) => ({
  county_fips: COUNTY,
  parcel_id: fresh('good'),
  ...more,
});
export const line = (more: Record<string, unknown> = {}) => JSON.stringify(parcel(more));

/** How often each word occurs in a list. */
export function tally(words: string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const word of words) found[word] = (found[word] ?? 0) + 1;
  return found;
}

/** Loads one file of a test's own. */
export const loader =
  (harness: Harness) => async (t: Test, kind: IngestKind, name: string, content: string | Buffer) =>
    harness.load(kind, { files: [await inputFile(t, name, content)] });

/** What the API answers about parcels; `settings` are environment variables. */
export async function reader(harness: Harness, settings: Record<string, string> = {}) {
  const { app, key } = await harness.api({}, settings);
  /** A parcel, or what is below its address. */
  const get = async (id: string, what = '') =>
    (await call(app, 'GET', `/api/v1/parcels/${encodeURIComponent(id)}${what}`, { key })).json();
  /** The parcels of these records, in their order. */
  async function parcelsOf(records: { parcel_id: string }[]): Promise<Record<string, unknown>[]> {
    const ids = records.map(({ parcel_id }) => `${COUNTY}:${parcel_id}`);
    const { data } = (await call(app, 'POST', '/api/v1/parcels/batch', { key, body: { ids } })).json();
    const found = new Map(data.map((row: { id: string }) => [row.id, row]));
    return ids.map((id) => found.get(id) as Record<string, unknown>);
  }
  return { get, parcelsOf };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, estypes } from '@elastic/elasticsearch';
import { rawSearch } from '../../stores/elastic/raw.ts';
import { SNAPSHOT_LIFE, searchTarget } from '../../stores/elastic/search-target.ts';
import { pause } from '../pauses.ts';
import { COLUMNS } from './columns.ts';
import { type County, type DocValues, LOCATION, newCounty, rowOfNumber, SEQ } from './county.ts';

/** Parcels that are read at a time. */
const SLICE = 500;
/** Pauses for searches after a slice, as multiples of the fastest slice, and in milliseconds at most. */
const PAUSE = 9;
const LONGEST_PAUSE = 200;
/** If a larger part of a county has changed, the county is read whole. */
const MOST_CHANGED = 1 / 4;
/** Parcels that are copied without a pause: about a millisecond of work. */
const COPIED_AT_ONCE = 1_000;

const FIELDS = [
  LOCATION,
  SEQ,
  ...[...COLUMNS].map(([field, { is }]) =>
    is === 'days' || is === 'times' ? { field, format: 'epoch_millis' } : field,
  ),
];

const SLICES: estypes.SearchRequest = {
  size: SLICE,
  track_total_hits: false,
  _source: false,
  stored_fields: '_none_',
  docvalue_fields: FIELDS,
  sort: ['_doc'],
};

interface Slice {
  hits: { hits: { fields: DocValues; sort: unknown[] }[] };
}

interface Versions {
  key: string;
  doc_count: number;
  writes: { value: number };
  ids: { value: number };
  newest: { value: number };
}

/**
 * Identifies the contents of a county in an index: equal marks, equal contents. Each write gives a parcel a higher number;
 * `newest` is the highest.
 */
export interface Mark {
  count: number;
  mark: string;
  newest: number;
}

/** The marks of counties; those without parcels have none. */
export async function marksOf(client: Client, index: string, counties: string[]): Promise<Map<string, Mark>> {
  if (counties.length === 0) return new Map();
  const { aggregations } = await client.search<unknown, { counties: { buckets: Versions[] } }>({
    index,
    size: 0,
    track_total_hits: false,
    allow_partial_search_results: false,
    query: { terms: { county_fips: counties } },
    aggs: {
      counties: {
        terms: { field: 'county_fips', size: counties.length },
        aggs: {
          writes: { sum: { field: '_seq_no' } },
          ids: { sum: { field: SEQ } },
          newest: { max: { field: '_seq_no' } },
        },
      },
    },
  });
  return new Map(
    aggregations!.counties.buckets.map(({ key, doc_count, writes, ids, newest }) => [
      key,
      { count: doc_count, mark: `${doc_count} ${writes.value} ${ids.value}`, newest: newest.value },
    ]),
  );
}

/** What the reading of a county checks between slices. */
export interface Pace {
  stopped: AbortSignal;
  /** How many searches have been asked so far. */
  searches: number;
}

/**
 * Reads parcels in slices, in the order in which they are stored: Elasticsearch then goes on where it was. If there were searches
 * during a slice, it pauses for nine times as long as a slice takes, so that they keep nine tenths of the machine; but never
 * longer than `LONGEST_PAUSE`, so that reading ends. The fastest slice counts: others waited behind searches.
 */
async function* readSlices(
  client: Client,
  index: string,
  filter: estypes.QueryDslQueryContainer[],
  pace: Pace,
): AsyncGenerator<DocValues[]> {
  const { id } = await client.openPointInTime({ index, keep_alive: SNAPSHOT_LIFE });
  const search = { ...SLICES, query: { bool: { filter } } };
  try {
    let fastest = Number.POSITIVE_INFINITY;
    for (let after: string | null = null; ; ) {
      pace.stopped.throwIfAborted();
      const [began, before] = [performance.now(), pace.searches];
      // Raw: the official client checks the text of an answer before it parses it, which takes just as long.
      const body = await rawSearch(client, searchTarget(index, id), search, after);
      const { hits } = JSON.parse(body.toString()) as Slice;
      if (hits.hits.length === 0) return;
      yield hits.hits.map(({ fields }) => fields);
      if (hits.hits.length < SLICE) return;
      after = JSON.stringify(hits.hits.at(-1)!.sort);
      fastest = Math.min(fastest, performance.now() - began);
      const rest = Math.min(LONGEST_PAUSE, PAUSE * fastest);
      if (pace.searches > before) await sleep(rest, undefined, { signal: pace.stopped });
    }
  } finally {
    client.closePointInTime({ id }).catch(() => {});
  }
}

/** Reads a county. @throws when memory cannot keep it exactly. */
export async function readCounty(
  client: Client,
  index: string,
  fips: string,
  pace: Pace,
): Promise<County & Mark> {
  const mark = (await marksOf(client, index, [fips])).get(fips);
  if (!mark) throw new Error('a county without parcels');
  const county = newCounty(fips, mark.count);
  const filter = [{ term: { county_fips: fips } }];
  for await (const parcels of readSlices(client, index, filter, pace))
    for (const parcel of parcels) county.add(parcel);
  return { ...(await county.finish()), ...mark };
}

/**
 * A county as a load has left it: what was written since it was read is read again, the rest is copied. For indices of one
 * shard: each shard numbers its writes.
 * @param now its mark after the load.
 * @returns null when much has changed, or when parcels were removed.
 * @throws when memory cannot keep it exactly.
 */
export async function readChanges(
  client: Client,
  index: string,
  county: County & Mark,
  now: Mark,
  pace: Pace,
): Promise<(County & Mark) | null> {
  const filter = [{ term: { county_fips: county.fips } }, { range: { _seq_no: { gt: county.newest } } }];
  const { count } = await client.count({ index, query: { bool: { filter } } });
  if (count > now.count * MOST_CHANGED) return null;
  const next = newCounty(county.fips, now.count);
  const changed = new Set<number>();
  for await (const parcels of readSlices(client, index, filter, pace))
    for (const parcel of parcels) {
      next.add(parcel);
      const row = rowOfNumber(county, parcel[SEQ]![0] as number);
      if (row !== null) changed.add(row);
    }
  if (now.count - count !== county.count - changed.size) return null;
  for (let row = 0; row < county.count; row++) {
    if (row % COPIED_AT_ONCE === 0) await pause();
    if (!changed.has(row)) next.copy(county, row);
  }
  return { ...(await next.finish()), ...now };
}

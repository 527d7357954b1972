import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, estypes } from '@elastic/elasticsearch';
import { unavailable } from '../../domain/problems.ts';
import { rawRequest } from '../../stores/elastic/raw.ts';
import { Refused } from '../../stores/elastic/refused.ts';
import { COLUMNS } from './columns.ts';
import { type County, type DocValues, LOCATION, newCounty, SEQ, SEQUENCE_END } from './county.ts';

/** About this many parcels are read at a time. */
const SLICE = 500;
const MOST_HITS = 10_000;

const FIELDS = [
  LOCATION,
  SEQ,
  ...[...COLUMNS].map(([field, { is }]) =>
    is === 'days' || is === 'times' ? { field, format: 'epoch_millis' } : field,
  ),
];

interface Versions {
  key: string;
  doc_count: number;
  writes: { value: number };
  ids: { value: number };
}

/** Identifies the contents of a county in an index: equal marks, equal contents. Each write gives a parcel a higher number. */
export interface Mark {
  count: number;
  mark: string;
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
        aggs: { writes: { sum: { field: '_seq_no' } }, ids: { sum: { field: SEQ } } },
      },
    },
  });
  return new Map(
    aggregations!.counties.buckets.map(({ key, doc_count, writes, ids }) => [
      key,
      { count: doc_count, mark: `${doc_count} ${writes.value} ${ids.value}` },
    ]),
  );
}

/** Raw: the official client checks the text of an answer before it parses it, which takes just as long. */
async function readSlice(
  client: Client,
  index: string,
  filter: estypes.QueryDslQueryContainer[],
): Promise<DocValues[]> {
  const path = `/${index}/_search?allow_partial_search_results=false&filter_path=hits.hits.fields`;
  const search: estypes.SearchRequest = {
    size: MOST_HITS,
    track_total_hits: false,
    _source: false,
    stored_fields: '_none_',
    docvalue_fields: FIELDS,
    query: { bool: { filter } },
    sort: ['_doc'],
  };
  const { status, body } = await rawRequest(client, 'POST', path, JSON.stringify(search));
  if (status !== 200) throw unavailable('Elasticsearch', new Refused(status, body, 'POST', path));
  const { hits } = JSON.parse(body.toString()) as { hits?: { hits: { fields: DocValues }[] } };
  return (hits?.hits ?? []).map(({ fields }) => fields);
}

/** What the reading of a county checks between slices. */
export interface Pace {
  stopped: AbortSignal;
  /** How many searches have been asked so far. */
  searches(): number;
}

/**
 * Reads a county in slices by the numbers of its parcels, which are spread evenly. If there were searches during a slice, it
 * pauses for as long as the slice took.
 * @throws when memory cannot keep it exactly.
 */
export async function readCounty(
  client: Client,
  index: string,
  fips: string,
  { stopped, searches }: Pace,
): Promise<County & Mark> {
  const found = (await marksOf(client, index, [fips])).get(fips);
  if (!found) throw new Error('a county without parcels');
  const county = newCounty(fips, found.count);
  const slices = Math.ceil(found.count / SLICE);
  const edge = (at: number) => Math.floor((SEQUENCE_END / slices) * at);
  for (let at = 0; at < slices; at++) {
    stopped.throwIfAborted();
    const [began, before] = [performance.now(), searches()];
    const numbers = { range: { [SEQ]: { gte: edge(at), lt: edge(at + 1) } } };
    const parcels = await readSlice(client, index, [{ term: { county_fips: fips } }, numbers]);
    if (parcels.length === MOST_HITS) throw new Error('a slice with too many parcels');
    for (const parcel of parcels) county.add(parcel);
    if (searches() > before) await sleep(performance.now() - began);
  }
  return { ...(await county.finish()), ...found };
}

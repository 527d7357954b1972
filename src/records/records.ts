import type { Client, estypes } from '@elastic/elasticsearch';
import { unavailable, wrong } from '../domain/problems.ts';
import { aliasOf, type IndexKind } from '../stores/elastic/indices.ts';
import { rawRequest, rawSearch } from '../stores/elastic/raw.ts';
import type { SearchTarget } from '../stores/elastic/search-target.ts';
import { cutDocument, cutFound, cutTotal } from './cut.ts';
import { everyRow, type RowWalk } from './every-row.ts';
import { type IndexView, indexView, type Search } from './index-view.ts';
import type { CountyMemory } from './memory/memory.ts';
import type { Counted } from './memory/search.ts';
import { type Cursors, createCursors } from './paging/cursor.ts';
import { locatePage } from './paging/deep.ts';
import { type ElasticPaging, type Paging, sortClauses } from './paging/paging.ts';
import { readOnce } from './paging/state.ts';
import { type ComputedRows, computedPage, readAfter } from './paging/walk.ts';
import { type Clause, type Condition, elasticConditions } from './question.ts';
import { numberedRows, type RowReader, SHALLOW, storedRows } from './read-rows.ts';
import type { Head, Page } from './rows.ts';
import type { PageRequest } from './schemas/common.ts';

const TOO_FAR = `plus limit must be at most ${SHALLOW} when sorted by distance: go on by cursor`;

/**
 * One page of rows with the exact total. `head` makes the first key of a row from its place in the whole list.
 *
 * Elasticsearch itself pages through the first 10,000 rows. A deeper page is located by counting and read from near its
 * start, so that its cost does not grow with its depth.
 * @throws 400 when a cursor is given with an offset, or does not belong to this query; 503.
 */
export async function readPage(
  reader: RowReader,
  cursors: Cursors,
  paging: ElasticPaging,
  head?: Head,
): Promise<Page> {
  const { offset, cursor } = paging;
  if (cursor === undefined)
    return readOnce(reader, cursors.snapshots, paging.filter, (source, filter) =>
      readAt({ ...reader, source }, { ...paging, filter }, head),
    );
  if (offset > 0) throw wrong('offset', 'must not be given with cursor');
  return readAfter(reader, cursors, { ...paging, cursor }, head);
}

async function readAt(
  { client, index, source, rows }: RowReader & { source: SearchTarget },
  paging: Paging<Clause>,
  head?: Head,
): Promise<Page> {
  const { filter, limit, offset } = paging;
  const sort = sortClauses(paging);
  const rowHead = head && ((row: number) => head(offset + row));
  if (offset + limit <= SHALLOW) {
    const search = { size: limit, from: offset, track_total_hits: true, query: { bool: { filter } }, sort };
    const found = await rows({ index, source, search, head: rowHead });
    const { rows: bytes, count, buffer } = found;
    return { rows: bytes, count, buffer, total: found.total ?? 0, limit, offset };
  }
  if (paging.keys.some(({ from }) => from)) throw wrong('offset', TOO_FAR);
  const { total, rest } = await locatePage({ client, index, source }, paging);
  if (rest === null) return { rows: Buffer.from('[]'), count: 0, total, limit, offset };
  const query = { bool: { filter: [...filter, ...rest.filter] } };
  const search = { size: limit, from: rest.from, track_total_hits: false, query, sort };
  const found = await rows({ index, source, search, head: rowHead });
  return { rows: found.rows, count: found.count, buffer: found.buffer, total, limit, offset };
}

/** Kinds in which all rows of one contractor or owner share a number. */
const SHARE_NUMBERS: ReadonlySet<IndexKind> = new Set(['contractors', 'flippers', 'holdings']);

/** The stored records, unparsed. Every function throws when Elasticsearch does not answer; the API then returns 503. */
export interface Records {
  of(kind: IndexKind): IndexView;
  /** The hits of many searches, in their order, in one request. */
  many<T>(kind: IndexKind, searches: Search[]): Promise<estypes.SearchHit<T>[][]>;
  /** With the exact total. `head` makes the first key of a row from its place in the whole list. */
  page(kind: IndexKind, paging: Paging, head?: (place: number) => string): Promise<Page>;
  /** `query` is the same for all pages. */
  computed<R extends ComputedRows>(
    kind: IndexKind,
    query: unknown,
    page: PageRequest,
    compute: (view: IndexView, page: { limit: number; offset: number }) => Promise<R>,
  ): Promise<R & Page>;
  /** All rows that match, in an order that loads do not change. */
  every(kind: IndexKind, filter: Condition[], cursor?: string): RowWalk;
  /** Reads from one state, with the filter as clauses. */
  matching<T>(
    kind: IndexKind,
    filter: Condition[],
    read: (view: IndexView, filter: Clause[]) => Promise<T>,
  ): Promise<T>;
  /** How many records match. */
  total(kind: IndexKind, filter: Condition[]): Promise<number>;
  /** Parcels in memory counted by the values of fields; null when Elasticsearch must count them. */
  countBy(filter: Condition[], fields: readonly string[]): Promise<Counted | null>;
  record(kind: IndexKind, id: string): Promise<Buffer | null>;
  /** JSON with the internal part, or null. */
  stored(kind: IndexKind, id: string): Promise<Buffer | null>;
  exists(kind: IndexKind, id: string): Promise<boolean>;
  /** In the order of the ids, and whether each was found. */
  byIds(kind: IndexKind, ids: string[]): Promise<{ rows: Buffer; found: boolean[] }>;
  /** In the order of the ids; undefined for one that is not stored. */
  fields<T>(kind: IndexKind, ids: string[], fields: string[]): Promise<(T | undefined)[]>;
  count(kind: IndexKind, filter: Clause[]): Promise<number>;
}

const inElastic = (paging: Paging) => ({ ...paging, filter: elasticConditions(paging.filter) });

/**
 * Binds the records to an installation.
 * @param prefix of its indices.
 * @param secret that cursors are encrypted with, the same for all processes.
 * @param memory answers from counties in memory, if there are any.
 */
export function createRecords(
  client: Client,
  prefix: string,
  secret: Buffer,
  memory: CountyMemory | null = null,
): Records {
  const [tied, numbered] = [storedRows(client), numberedRows(client)];
  const rowsOf = (kind: IndexKind) => (SHARE_NUMBERS.has(kind) ? tied : numbered);
  const cursors = createCursors(client, secret);
  const indexOf = (kind: IndexKind) => aliasOf(prefix, kind);
  const readerOf = (kind: IndexKind) => ({ client, index: indexOf(kind), outlines: indexOf('outlines') });

  /** The record as searches see it, which may lag behind the last write. */
  async function stored(kind: IndexKind, id: string): Promise<Buffer | null> {
    const path = `/${indexOf(kind)}/_source/${encodeURIComponent(id)}?realtime=false`;
    const { status, body } = await rawRequest(client, 'GET', path);
    if (status === 200) return body;
    // A missing index is not a missing document.
    if (status === 404 && !body.includes('index_not_found')) return null;
    throw unavailable('Elasticsearch', new Error(`status ${status}`));
  }

  async function record(kind: IndexKind, id: string): Promise<Buffer | null> {
    const found = kind === 'parcels' && memory ? await memory.record(id) : null;
    if (found !== null) return found;
    const source = await stored(kind, id);
    return source && cutDocument(source);
  }

  return {
    of: (kind) => indexView(client, { index: indexOf(kind) }),
    async many<T>(kind: IndexKind, searches: Search[]) {
      if (searches.length === 0) return [];
      const parts = searches.flatMap((search) => [{ allow_partial_search_results: false }, search]);
      const { responses } = await client.msearch<T>({ index: indexOf(kind), searches: parts });
      return responses.map((answer) => {
        if ('error' in answer) throw unavailable('Elasticsearch', new Error(JSON.stringify(answer.error)));
        return answer.hits.hits;
      });
    },
    async page(kind, paging, head) {
      const found = kind === 'parcels' && memory ? await memory.page(paging, head) : null;
      return found ?? readPage({ ...readerOf(kind), rows: rowsOf(kind) }, cursors, inElastic(paging), head);
    },
    computed: (kind, query, page, compute) =>
      computedPage(indexOf(kind), cursors, query, page, (source, at) =>
        compute(indexView(client, source), at),
      ),
    every: (kind, filter, cursor) => everyRow(readerOf(kind), cursors, elasticConditions(filter), cursor),
    matching: (kind, filter, read) =>
      readOnce(readerOf(kind), cursors.snapshots, elasticConditions(filter), (source, clauses) =>
        read(indexView(client, source), clauses),
      ),
    async total(kind, filter) {
      const found = kind === 'parcels' && memory ? await memory.count(filter) : null;
      if (found !== null) return found;
      return readOnce(
        readerOf(kind),
        cursors.snapshots,
        elasticConditions(filter),
        async (source, clauses) => {
          const search = { size: 0, track_total_hits: true, query: { bool: { filter: clauses } } };
          return cutTotal(await rawSearch(client, source, search)) ?? 0;
        },
      );
    },
    countBy: async (filter, fields) => (memory ? memory.countBy(filter, fields) : null),
    stored,
    record,
    exists: (kind, id) => client.exists({ index: indexOf(kind), id, realtime: false }),
    async byIds(kind, ids) {
      if (ids.length === 0) return { rows: Buffer.from('[]'), found: [] };
      const path = `/${indexOf(kind)}/_mget?realtime=false`;
      const { status, body } = await rawRequest(client, 'POST', path, JSON.stringify({ ids }));
      if (status !== 200) throw unavailable('Elasticsearch', new Error(`status ${status}`));
      try {
        return cutFound(body);
      } catch (error) {
        throw unavailable('Elasticsearch', error);
      }
    },
    async fields<T>(kind: IndexKind, ids: string[], fields: string[]) {
      if (ids.length === 0) return [];
      const index = indexOf(kind);
      const { docs } = await client.mget<T>({ index, ids, realtime: false, _source_includes: fields });
      return docs.map((doc) => ('found' in doc && doc.found ? doc._source : undefined));
    },
    async count(kind, filter) {
      return (await client.count({ index: indexOf(kind), query: { bool: { filter } } })).count;
    },
  };
}

import { wrong } from '../../domain/problems.ts';
import type { SearchTarget } from '../../stores/elastic/search-target.ts';
import type { Clause } from '../question.ts';
import { type RowReader, SHALLOW } from '../read-rows.ts';
import type { Head, Page } from '../rows.ts';
import type { Cursors } from './cursor.ts';
import { locatePage } from './deep.ts';
import { type ElasticPaging, type Paging, sortClauses } from './paging.ts';
import { readOnce } from './state.ts';
import { readAfter } from './walk.ts';

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

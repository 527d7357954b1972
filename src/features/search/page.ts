import type { Client, estypes } from '@elastic/elasticsearch';
import { cutHits, cutTotal } from '../../elastic/cut.ts';
import { aliasOf } from '../../elastic/indices.ts';
import { rawRequest } from '../../elastic/raw.ts';
import { unavailable } from '../../plugins/errors.ts';
import { locatePage } from './deep.ts';
import { type Search, searchClauses, sortClauses } from './query.ts';

/** Elasticsearch pages by offset up to here (`index.max_result_window`); its memory grows with the depth. */
const SHALLOW = 10_000;

async function fetchPage(client: Client, prefix: string, body: estypes.SearchRequest): Promise<Buffer> {
  const path = `/${aliasOf(prefix, 'parcels')}/_search`;
  const { status, body: answer } = await rawRequest(client, 'POST', path, JSON.stringify(body));
  if (status !== 200)
    throw unavailable('Elasticsearch', new Error(`${status}: ${answer.toString().slice(0, 500)}`));
  return answer;
}

function envelope(total: number, { limit, offset }: Search): string {
  return `,"total":${total},"limit":${limit},"offset":${offset}}`;
}

/**
 * One page of a search as JSON bytes, with the exact total.
 *
 * Within 10,000 rows Elasticsearch pages by itself. A deeper page is located by counting, and then read from near
 * its start, so that its cost does not grow with its depth.
 */
export async function searchPage(client: Client, prefix: string, search: Search): Promise<Buffer> {
  const filter = searchClauses(search);
  const sort = sortClauses(search.sort, search.order);
  if (search.offset + search.limit <= SHALLOW) {
    const answer = await fetchPage(client, prefix, {
      size: search.limit,
      from: search.offset,
      track_total_hits: true,
      query: { bool: { filter } },
      sort,
    });
    return cutHits(answer, envelope(cutTotal(answer) ?? 0, search));
  }
  const { total, rest } = await locatePage(client, aliasOf(prefix, 'parcels'), filter, search);
  if (rest === null) return Buffer.from(`{"data":[]${envelope(total, search)}`);
  const answer = await fetchPage(client, prefix, {
    size: search.limit,
    from: rest.from,
    track_total_hits: false,
    query: { bool: { filter: [...filter, ...rest.filter] } },
    sort,
  });
  return cutHits(answer, envelope(total, search));
}

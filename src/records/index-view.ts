import type { Client, estypes } from '@elastic/elasticsearch';
import { rawSearch } from '../stores/elastic/raw.ts';
import type { SearchTarget } from '../stores/elastic/search-target.ts';
import { cutHits, cutTotal } from './cut.ts';
import type { Rows } from './rows.ts';

export type Search = Omit<estypes.SearchRequest, 'index' | 'pit'>;

/** One kind of records, as it is now or as it is in a walk's snapshot. */
export interface IndexView {
  search<T = unknown, A = unknown>(search: Search): Promise<estypes.SearchResponse<T, A>>;
  /** The unparsed rows, and the number of matches if it was counted. Throws 503. */
  rows(search: Search): Promise<Rows & { total: number | null }>;
  /** The whole unparsed answer. Throws 503. */
  raw(search: Search): Promise<{ answer: Buffer; total: number | null }>;
}

/** Binds a view to what it reads. */
export const indexView = (client: Client, source: SearchTarget): IndexView => ({
  search: (search) => client.search({ ...search, ...source }),
  async rows(search) {
    const answer = await rawSearch(client, source, search);
    const total = cutTotal(answer);
    return { total, ...cutHits(answer) };
  },
  async raw(search) {
    const answer = await rawSearch(client, source, search);
    return { answer, total: cutTotal(answer) };
  },
});

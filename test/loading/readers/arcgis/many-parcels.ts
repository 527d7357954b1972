/** A layer of many pages, for tests of how they are read. */
import { type LayerServer, METADATA, parcels } from './made-up-layer.ts';

export const COUNT = 20_000;
export const ALL = parcels(COUNT);
/** The numbers of its rows, as one text. */
export const LINES = ALL.map(({ attributes }) => attributes.OBJECTID).join();

export const withoutPaging = { ...METADATA, advancedQueryCapabilities: { supportsPagination: false } };

/** A server that answers a page with this. */
export const answer =
  (status: number, text: string, headers: Record<string, string> = {}): NonNullable<LayerServer['page']> =>
  (_page, _asked, response) => {
    response.writeHead(status, headers).end(text);
    return null;
  };

import { indexView } from '../../../../records/index-view.ts';
import { lotsNear } from '../../../../records/lots-near.ts';
import { storedPack } from '../../../../records/tiles/pack.ts';
import { cellsAbove, cellsNear, isPackKey, packAddress } from '../../../../records/tiles/packed-tiles.ts';
import { makePack } from '../../../../records/tiles/packing.ts';
import { TILE_FIELDS } from '../../../../records/tiles/question.ts';
import { type DeriveContext, touched } from '../changes.ts';
import { scan } from '../scan.ts';
import { changesOf, type View, type ViewDocument } from './view.ts';

/** Each pack is about as large as all other documents that are written at once. */
const PACKS_AT_ONCE = 8;
/** Their cells stay below the 65,536 terms that Elasticsearch takes. */
const KEYS_AT_ONCE = 250;

/** The keys of the packs that lie in coarser cells. */
async function* packsUnder({ client, indices }: DeriveContext, cells: string[]) {
  const search = { query: { terms: { 'internal.under': cells } }, size: KEYS_AT_ONCE, _source: false };
  for await (const hits of scan(client, indices.packs, search, [])) yield hits.map(({ _id }) => _id);
}

/** Whether there is an outline near any of these packs. */
async function withOutlines({ client, indices }: DeriveContext, keys: string[]): Promise<boolean> {
  const cells = new Set(keys.flatMap((key) => cellsNear(packAddress(key))));
  const { hits } = await client.search({
    index: indices.outlines,
    size: 0,
    track_total_hits: 1,
    terminate_after: 1,
    query: { terms: { cells: [...cells] } },
  });
  return (hits.total as { value: number }).value > 0;
}

/** Few at a time. Most files without outlines have none anywhere: then nothing is packed. */
async function* inTurn(context: DeriveContext, keys: string[]): AsyncGenerator<string[]> {
  if (keys.length === 0) return;
  const size = (await withOutlines(context, keys)) ? PACKS_AT_ONCE : KEYS_AT_ONCE;
  for (let at = 0; at < keys.length; at += size) yield keys.slice(at, at + size);
}

async function packDocument({ client, indices }: DeriveContext, key: string): Promise<ViewDocument[]> {
  const place = packAddress(key);
  const views = {
    parcels: indexView(client, { index: indices.parcels }),
    outlines: indexView(client, { index: indices.outlines }),
  };
  const lots = await lotsNear(views, cellsNear(place));
  if (!lots.isWhole || !lots.hasOutlines) return [];
  const pack = await storedPack(makePack({ ...place, ...lots }));
  return [{ kind: 'packs', id: key, document: { ...pack, internal: { key, under: cellsAbove(place) } } }];
}

const MADE_OF = { parcels: ['id', 'street', 'location', ...TILE_FIELDS] };

/**
 * The lots of each map tile of zoom 15, ready to be drawn. Tiles without outlines and those with more lots than can be read
 * at once are not packed: what a map shows of them is read when it is requested.
 */
export const packsView: View = {
  madeOf: { packs: MADE_OF },
  async *keys(context) {
    const pages = touched(context, changesOf(MADE_OF), 'internal.touched_packs', KEYS_AT_ONCE);
    for await (const page of pages) {
      yield* inTurn(context, page.filter(isPackKey));
      const coarse = page.filter((key) => !isPackKey(key));
      if (coarse.length === 0 || context.fresh.has('packs')) continue;
      for await (const keys of packsUnder(context, coarse)) yield* inTurn(context, keys);
    }
  },
  async documents(context, keys) {
    if (!(await withOutlines(context, keys))) return [];
    return (await Promise.all(keys.map((key) => packDocument(context, key)))).flat();
  },
};

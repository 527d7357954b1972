import t from 'tap';
import { COPIED_KINDS, copyParts } from '../../bench/scale/copy.ts';
import { type Part, partOf } from '../../bench/scale/parts.ts';
import { SOURCES } from '../../bench/scale/records.ts';
import { openPack, readPack, type StoredPack } from '../../src/records/tiles/pack.ts';
import { TILE_FIELDS } from '../../src/records/tiles/question.ts';
import { aliasOf, type IndexKind } from '../../src/stores/elastic/indices.ts';
import { call, type Harness, makeHarness } from '../helper.ts';

const PARCELS = 1_000;
const SEED = 1;

async function loadPart(harness: Harness, part: Part): Promise<void> {
  for (const kind of ['permits', 'deeds', 'parcels'] as const)
    await harness.load(kind, { name: 'made', records: SOURCES[kind](part, PARCELS, SEED) });
}

const VALUES = ['estimated_value', 'estimated_value_low', 'estimated_value_high'];

// biome-ignore lint/suspicious/noExplicitAny: documents of all kinds
type Document = Record<string, any>;

/**
 * A document without what may differ between two installations: load numbers, times, hashes, the ids of deeds with what is
 * made of them, and values, which come from the sales of a county of its own.
 */
function comparable(kind: IndexKind, document: Document): Document {
  const { internal = {}, ...rest } = document;
  const { load: _load, sale_load, shown_load, hash: _hash, prev: _prev, ...own } = internal;
  const { updated_at: _at, ...shown } = rest;
  if (kind === 'deeds' || kind === 'flips') {
    delete own.seq;
    delete own.order;
    delete shown.id;
  }
  if (kind === 'parcels') for (const name of VALUES) delete shown[name];
  const at = Object.fromEntries(
    Object.keys({ sale_load, shown_load }).map((name) => [name, name in internal]),
  );
  return { ...shown, internal: { ...own, ...at } };
}

/** The lots of a pack without their values. */
const lotsOf = (pack: SharedArrayBuffer) =>
  [...readPack(pack).lots()].map((lot) => ({
    id: lot.id(),
    number: lot.number(),
    point: lot.point,
    rings: lot.rings.map(({ corners, isHole }) => ({ corners: Array.from(corners), isHole })),
    values: TILE_FIELDS.map((name, at) => (VALUES.includes(name) ? null : lot.value(at))),
  }));

async function stored({ client, config }: Harness, kind: IndexKind): Promise<Map<string, Document>> {
  const { hits } = await client.search<Document>({ index: aliasOf(config.INDEX_PREFIX, kind), size: 10_000 });
  const found = new Map<string, Document>();
  for (const { _id, _source } of hits.hits) {
    if (kind === 'counties' && !('county_fips' in _source!)) continue;
    const document = comparable(kind, _source!);
    if (kind === 'packs') document.lots = lotsOf((await openPack(_source as StoredPack))!);
    const { grantor, internal } = document;
    const key = kind === 'deeds' ? `${grantor} ${internal.parcel}` : _id!;
    found.set(kind === 'flips' ? `${internal.key} ${document.buy_date}` : key, document);
  }
  return found;
}

const copying = await makeHarness(t);
const loading = await makeHarness(t);

t.test('a copied part is stored like a loaded one, in every index', async (t) => {
  await loadPart(copying, partOf(1));
  await copyParts(copying.target, partOf(1), [partOf(2), partOf(3)], new Set(), async () => {});
  for (const nth of [1, 2, 3]) await loadPart(loading, partOf(nth));
  for (const kind of [...COPIED_KINDS, 'coverage'] as const) {
    const [copied, loaded] = [await stored(copying, kind), await stored(loading, kind)];
    t.ok(loaded.size > 0, kind);
    t.strictSame([...copied.keys()].sort(), [...loaded.keys()].sort(), `${kind}: ids`);
    let differing = 0;
    for (const [id, document] of loaded) {
      if (differing < 3 && !t.strictSame(copied.get(id), document, `${kind} ${id}`)) differing++;
    }
  }
});

t.test('the API answers from a copied part', async (t) => {
  const key = await copying.key({ tier: 'license' });
  const app = await copying.app();
  const loadedApp = await loading.app();
  const loadedKey = await loading.key({ tier: 'license' });
  const [parcel] = [...(await stored(loading, 'parcels')).values()].filter(
    ({ county_fips, location }) => location && county_fips === partOf(3).countyOf('04013'),
  );
  const { lat, lon } = parcel!.location;
  const bounds = { north: lat + 0.1, south: lat - 0.1, east: lon + 0.1, west: lon - 0.1 };
  for (const [method, url, body] of [
    ['POST', '/api/v1/search', { bounds }],
    ['GET', `/api/v1/parcels/${parcel!.id}`],
    ['GET', '/api/v1/coverage'],
  ] as const) {
    const [ours, theirs] = await Promise.all([
      call(app, method, url, { key, body }),
      call(loadedApp, method, url, { key: loadedKey, body }),
    ]);
    t.equal(ours.status, 200);
    const timeless = (text: string) => text.replaceAll(/"updated_at":"[^"]+"/g, '');
    t.equal(timeless(ours.text), timeless(theirs.text), url);
  }
});

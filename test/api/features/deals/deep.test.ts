import { createHash } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { holds } from '../../../holds.ts';
import { choices, runsOf, seedOf } from '../../../seed.ts';

const SEED = seedOf(20260505);

/** Up to this depth Elasticsearch pages by itself. */
const SHALLOW = 10_000;
const AT_ONCE = 5_000;
const { random, whole } = choices(SEED);
const digest = (text: string) => createHash('sha256').update(text).digest('hex');
/** The tiebreaker of a document: 53 evenly spread bits. */
const spread = (id: string) => Number(BigInt(`0x${digest(id).slice(0, 14)}`) >> 3n);

const harness = await makeHarness(t);
const { app, key } = await harness.api({ tier: 'license' });

/** Puts documents into an index as the derive step would have written them. */
async function write(kind: string, documents: { _id: string; document: object }[]): Promise<void> {
  const index = `${harness.config.INDEX_PREFIX}-${kind}`;
  for (let from = 0; from < documents.length; from += AT_ONCE) {
    const some = documents.slice(from, from + AT_ONCE);
    const { errors } = await harness.client.bulk({
      index,
      operations: some.flatMap(({ _id, document }) => [{ index: { _id } }, document]),
    });
    if (errors) throw new Error(`${kind} were not written`);
  }
  await harness.client.indices.refresh({ index });
}

interface Page {
  data: Record<string, unknown>[];
  total: number;
  limit: number;
  offset: number;
}
const get = async (path: string): Promise<Page> => (await call(app, 'GET', `/api/v1/${path}`, { key })).ok();

/** Compares one page with the same rows of the whole order; the difference in words, or null. */
async function difference(
  question: string,
  id: string,
  ordered: readonly string[],
  { offset, limit }: { offset: number; limit: number },
): Promise<string | null> {
  const page = await get(`${question}limit=${limit}&offset=${offset}`);
  if (page.total !== ordered.length) return `a total of ${page.total} in place of ${ordered.length}`;
  const wanted = ordered.slice(offset, offset + limit);
  const found = page.data.map((row) => row[id]);
  if (found.length !== wanted.length) return `${found.length} rows in place of ${wanted.length}`;
  const at = wanted.findIndex((one, position) => one !== found[position]);
  return at < 0 ? null : `row ${offset + at} is ${found[at]} in place of ${wanted[at]}`;
}

/** Offsets around the depth where the way of paging changes, around some borders, and around the end. */
function hardOffsets(borders: number[], length: number): number[] {
  const near = borders.flatMap((at) => [at - 101, at - 100, at - 1, at, at + 1, at + 5_001]);
  const ends = [length - 101, length - 100, length - 1, length, length + 1, 1e15];
  const all = [SHALLOW - 101, SHALLOW - 100, SHALLOW - 99, SHALLOW, SHALLOW + 1, ...near, ...ends];
  return [...new Set(all)].filter((offset) => offset >= SHALLOW - 101);
}

/** Where the value of any of some keys changes, at most this many places. */
function bordersOf<T>(ordered: readonly T[], keyOf: (row: T) => string, most: number): number[] {
  const found: number[] = [];
  for (let at = 1; at < ordered.length; at++)
    if (keyOf(ordered[at]!) !== keyOf(ordered[at - 1]!)) found.push(at);
  const step = Math.max(1, Math.floor(found.length / most));
  return found.filter((at, n) => at > SHALLOW && n % step === 0);
}

const HOLDINGS = 32_000;
/** Most own one parcel, and most of those have the same value: ties of thousands under both keys. */
const holdings = Array.from({ length: HOLDINGS }, (_, n) => {
  const kind = random();
  const property_count = kind < 0.7 ? 1 : kind < 0.95 ? 2 : whole(3, 400);
  const total_assessed_value = random() < 0.75 ? 0 : random() < 0.5 ? 100_000 : whole(1, 900_000) + 0.25;
  const owner_id = digest(`owner ${n}`).slice(0, 20);
  return {
    owner_id,
    property_count,
    total_assessed_value,
    seq: Number.parseInt(owner_id.slice(0, 13), 16) * 2,
  };
});
await write(
  'holdings',
  holdings.map(({ seq, ...row }) => ({
    _id: `${row.owner_id}:US:LLC`,
    document: {
      owner_id: row.owner_id,
      owner_name: `OWNER ${row.owner_id}`,
      entity_class: 'LLC',
      property_count: row.property_count,
      total_assessed_value: row.total_assessed_value,
      internal: { key: row.owner_id, seq, area: 'US' },
    },
  })),
);
const ranking = holdings.toSorted(
  (a, b) =>
    b.property_count - a.property_count || b.total_assessed_value - a.total_assessed_value || a.seq - b.seq,
);
const ranked = ranking.map((row) => row.owner_id);
const TOP = 'deals/entities?top=true&';

t.test('a ranking by two keys, both with thousands of ties, is paged right at hard offsets', async (t) => {
  const tie = holdings.filter((row) => row.property_count === 1 && row.total_assessed_value === 0).length;
  t.ok(tie > SHALLOW + 5_000, `${tie} rows tie under both keys`);
  const borders = bordersOf(ranking, (row) => `${row.property_count} ${row.total_assessed_value}`, 8);
  const pairs = bordersOf(ranking, (row) => `${row.property_count}`, 8);
  for (const offset of hardOffsets([...borders, ...pairs], HOLDINGS)) {
    t.equal(await difference(TOP, 'owner_id', ranked, { offset, limit: 100 }), null, `offset ${offset}`);
  }
});

t.test('any page of the ranking is that part of the whole', async () => {
  const pages = fc.record({
    offset: fc.integer({ min: SHALLOW - 600, max: HOLDINGS + 2 }),
    limit: fc.integer({ min: 1, max: 500 }),
  });
  await holds(runsOf(60), [pages], async (page) => {
    const found = await difference(TOP, 'owner_id', ranked, page);
    if (found) throw new Error(found);
  });
});

t.test('pages of the ranking read one after another add up to the whole', async (t) => {
  const found: unknown[] = [];
  for (let offset = 9_500; offset < HOLDINGS; offset += 500) {
    found.push(...(await get(`${TOP}limit=500&offset=${offset}`)).data.map((row) => row.owner_id));
  }
  t.equal(found.length, HOLDINGS - 9_500);
  t.ok(
    found.every((id, at) => id === ranked[9_500 + at]),
    'every row in its place',
  );
});

const PARCELS = 16_000;
const OWNER = digest('EVERGREEN LAND LLC').slice(0, 20);
const parcels = Array.from({ length: PARCELS }, (_, n) => {
  const id = `31109:e${n}`;
  const total_assessed_value = random() < 0.4 ? null : random() < 0.5 ? 55_000 : whole(0, 300_000);
  return { id, total_assessed_value, seq: spread(id) };
});

t.test('an owner’s parcels are paged beyond 10,000', async (t) => {
  await write(
    'parcels',
    parcels.map(({ id, total_assessed_value, seq }) => ({
      _id: id,
      document: { id, owner_id: OWNER, total_assessed_value, internal: { seq } },
    })),
  );
  const ordered = parcels.toSorted(
    (a, b) => (b.total_assessed_value ?? -1) - (a.total_assessed_value ?? -1) || b.seq - a.seq,
  );
  const ids = ordered.map(({ id }) => id);
  const nulls = ordered.findIndex((row) => row.total_assessed_value === null);
  t.ok(PARCELS - nulls > 5_000, `${PARCELS - nulls} parcels of unknown value`);
  const question = 'owners/evergreen%20land%2C%20l.l.c./properties?';
  for (const offset of hardOffsets([nulls, nulls + 2_000, 12_345], PARCELS)) {
    t.equal(await difference(question, 'id', ids, { offset, limit: 100 }), null, `offset ${offset}`);
  }
});

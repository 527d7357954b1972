import t from 'tap';
import { reindex } from '../../../src/loading/ingest/reindex.ts';
import {
  aliasOf,
  concreteIndex,
  ensureIndices,
  prepareIndices,
  templateOf,
} from '../../../src/stores/elastic/indices.ts';
import { call, EVERYWHERE, makeHarness } from '../../helper.ts';
import { start } from '../../start.ts';

const harness = await makeHarness(t);
const { client, config } = harness;
const alias = aliasOf(config.INDEX_PREFIX, 'parcels');
const { app, key } = await harness.api();

/** More than are copied at once. */
const COUNT = 1_200;
const parcels = Array.from({ length: COUNT }, (_, n) => ({
  county_fips: '31109',
  parcel_id: `R-${n}`,
  street: `${n + 1} Elm St`,
  location: { lat: 40.8, lon: -96.7 + n / 100_000 },
  owner_name: 'HARROW TOOL LLC',
  bedrooms: n % 5,
  sale_date: `20${String(n % 20).padStart(2, '0')}-03-01`,
}));
await harness.load('parcels', parcels);
await harness.load(
  'permits',
  [7, 8, 9].map((n) => ({
    county_fips: '31109',
    parcel_id: `R-${n}`,
    permit_number: `${n}`,
    filed_date: n === 9 ? '2019-12-31' : '2020-01-01',
  })),
);

/** It did not store outlines, the words that find an owner, or the day that finds a permit. */
const KNOWN_THEN = {
  excludes: [
    'has_outline',
    'internal.cells',
    'internal.owner_words',
    'internal.last_permit',
    'internal.touched_packs',
  ],
} as unknown as string[];
const STORED = { type: 'keyword', index: false, doc_values: false };
/** A name that matches no index template. */
const EARLIER = `${config.INDEX_PREFIX}-earlier`;
const { owner_words, last_permit, ...internalThen } =
  templateOf('parcels').mappings.properties.internal!.properties!;
/** An index as an earlier version made it. */
const EARLIER_INDEX = {
  settings: { index: { refresh_interval: '-1' } },
  mappings: {
    dynamic: 'strict' as const,
    properties: {
      ...templateOf('parcels').mappings.properties,
      building_sqft: STORED,
      bedrooms: STORED,
      bathrooms: STORED,
      sale_date: STORED,
      internal: {
        properties: {
          ...internalThen,
          situs: { type: 'keyword' },
          // It had no analyzers of its own.
          entity_name: { type: 'text' },
        },
      },
    },
  },
};

const stored = async () => {
  const { hits } = await client.search<{ internal: object }>({ index: alias, size: COUNT, sort: ['id'] });
  return hits.hits.map(({ _id, _source }) => {
    const { internal, ...record } = _source!;
    return JSON.stringify([_id, record, Object.entries(internal).sort()]);
  });
};
const indicesOf = async () =>
  Object.keys(await client.indices.get({ index: `${alias}-*,${EARLIER}*`, features: 'aliases' }));
const found = async (filters: object) => {
  const body = { bounds: EVERYWHERE, filters, limit: 1 };
  const answer = await call(app, 'POST', '/api/v1/search', { key, body });
  t.equal(answer.status, 200, answer.text);
  return answer.json().total;
};

/** Moves the parcels into an index of the earlier version. */
async function goBack(): Promise<void> {
  const present = await concreteIndex(client, alias);
  await client.indices.create({ index: EARLIER, ...(EARLIER_INDEX as object) });
  await client.reindex({
    source: { index: present, _source: KNOWN_THEN },
    dest: { index: EARLIER },
    refresh: true,
  });
  await client.indices.delete({ index: present });
  await client.indices.putAlias({ index: EARLIER, name: alias, is_write_index: true });
}

/** Runs `terrier …` on this installation. */
const terrier = (...args: string[]) => start(t, harness, args).ended;

const before = await stored();

t.test('on an index of an earlier version, every command says what to do and changes nothing', async (t) => {
  await goBack();
  const then = await stored();
  t.notSame(then, before, 'parcels had fewer fields then');
  const fields = 'building_sqft, bedrooms, bathrooms, sale_date, internal.entity_name, internal.situs';
  const sentence = new RegExp(
    `^An earlier version indexed some fields in another way: ${EARLIER} \\(${fields}, analyzers\\)` +
      '. Run `terrier reindex`: it copies the records',
  );
  await t.rejects(ensureIndices(client, config), { message: sentence });
  for (const args of [['serve'], ['derive']]) {
    const { code, err } = await terrier(...args);
    t.equal(code, 1, args.join(' '));
    t.match(err.trim(), sentence);
    t.equal(err.trim().split('\n').length, 1, 'in one line');
  }
  t.equal(await found({}), COUNT, 'an API that runs goes on serving');
  t.same(await stored(), then);
});

t.test('a reindex that fails leaves everything as it was', async (t) => {
  const id = '31109:R-0';
  const { _source: fit } = await client.get<object>({ index: EARLIER, id });
  await client.index({ index: EARLIER, id, document: { ...fit, bedrooms: 'many' }, refresh: true });
  await t.rejects(reindex(harness.target), /refused/);
  t.same(await indicesOf(), [EARLIER]);
  t.equal(await found({}), COUNT);
  await client.index({ index: EARLIER, id, document: fit, refresh: true });
});

t.test('terrier reindex makes stored records searchable, as a load would store them', async (t) => {
  const { code, out } = await terrier('reindex', '--json');
  t.equal(code, 0);
  t.same(JSON.parse(out), { reindexed: ['parcels'] });
  const present = await concreteIndex(client, alias);
  t.not(present, EARLIER);
  t.same(await indicesOf(), [present], 'the earlier index is deleted');
  t.same(await stored(), before);
  t.equal(await found({ bedroomsRange: { min: 4 } }), COUNT / 5);
  t.equal(await found({ saleDateRange: { max: '2000-12-31' } }), COUNT / 20);
  t.equal(await found({ ownerName: 'tool har' }), COUNT);
  t.equal(await found({ permitSince: '2020-01-01' }), 2);
  const suggested = await call(app, 'GET', '/api/v1/parcels/suggest?q=17 elm', { key });
  t.equal(suggested.json().data[0].parcel_id, 'R-16', 'also by its sub-fields');
  t.same(await prepareIndices(client, config), []);
});

t.test('after a reindex there is nothing left to do', async (t) => {
  const present = await concreteIndex(client, alias);
  t.match(await terrier('reindex'), { code: 0, out: /Nothing to do/ });
  t.equal(await concreteIndex(client, alias), present);
  t.match(await harness.load('parcels', parcels), { unchanged: COUNT });
});

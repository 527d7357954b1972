import t, { type Test } from 'tap';
import { deleteRecords } from '../../../../src/loading/ingest/delete.ts';
import { eventually } from '../../../eventually.ts';
import { makeHarness } from '../../../helper.ts';

/** After a load, a county in memory is brought up to date: only what was written is read again. */
const FIPS = '31109';
const AROUND = { bounds: { south: 40, west: -97, north: 41, east: -96 }, sort: 'assessed_value', limit: 200 };

const parcel = (n: number, changed: object = {}) => ({
  county_fips: FIPS,
  parcel_id: `L-${n}`,
  location: { lat: 40.5 + n / 1_000, lon: -96.5 },
  owner_name: 'PRAIRIE WREN LLC',
  zoning_category: n % 2 === 0 ? 'residential' : null,
  total_assessed_value: 1_000 * n,
  ...changed,
});

/** A county in an index of this many shards, and two APIs: one with memory, one without. */
async function makeCounty(shards: string) {
  process.env.TEST_INDEX_SHARDS = shards;
  const harness = await makeHarness(t);
  await harness.load(
    'parcels',
    Array.from({ length: 100 }, (_, n) => parcel(n)),
  );
  const engine = await harness.app({ MEMORY_MB: '0' });
  const memory = await harness.app({ MEMORY_MB: '16' }, undefined, undefined, { metricsAge: 0 });
  const headers = { authorization: `Bearer ${await harness.key({ tier: 'license' })}` };

  async function ask(app: typeof memory): Promise<string> {
    const { body } = await app.inject({ method: 'POST', url: '/api/v1/search', headers, payload: AROUND });
    return body;
  }

  async function figure(name: string): Promise<number> {
    const { body } = await memory.inject('/metrics');
    const line = body.split('\n').find((text) => text.startsWith(`terrier_memory_${name}`));
    return Number(line?.split(' ').at(-1));
  }

  return {
    harness,
    counties: (outcome: string) => figure(`counties_total{outcome="${outcome}"}`),
    /** Searches until memory answers, with what Elasticsearch answers. */
    async answeredFromMemory(t: Test): Promise<void> {
      const before = await figure('searches_total{outcome="answered"}');
      await eventually('memory answers', async () => {
        await ask(memory);
        return (await figure('searches_total{outcome="answered"}')) > before;
      });
      t.equal(await ask(memory), await ask(engine));
    },
  };
}
const { harness, counties, answeredFromMemory } = await makeCounty('1');
const several = await makeCounty('2');

t.test('what a load has changed is read again, and nothing else', async (t) => {
  await answeredFromMemory(t);
  t.equal(await counties('read'), 1);
  const loads: Record<string, Record<string, unknown>[]> = {
    'a value': [parcel(3, { total_assessed_value: 123_456.78 })],
    'a value that is gone': [parcel(4, { total_assessed_value: null, zoning_category: null })],
    'another place': [parcel(5, { location: { lat: 40.9, lon: -96.9 } })],
    'no place any more, and a first one': [parcel(6, { location: null }), parcel(5)],
    'new parcels': [parcel(100), parcel(101, { location: null })],
    'a word that no parcel had': [parcel(7, { zoning_category: 'agricultural' })],
    'a new owner': [parcel(8, { owner_name: 'HARROW TOOL INC' })],
  };
  for (const [what, records] of Object.entries(loads)) {
    const before = await counties('updated');
    await harness.load('parcels', records);
    await t.test(what, answeredFromMemory);
    t.equal(await counties('updated'), before + 1, what);
  }
  t.equal(await counties('read'), 1, 'the county was read once');
});

t.test('a load that changes nothing leaves the county as it is', async (t) => {
  const before = await counties('updated');
  await harness.load('parcels', [parcel(9)]);
  await answeredFromMemory(t);
  t.equal(await counties('updated'), before);
  t.equal(await counties('read'), 1);
});

t.test('a county is read whole when much has changed, or parcels were deleted', async (t) => {
  const half = Array.from({ length: 50 }, (_, n) => parcel(n, { total_assessed_value: n }));
  const changes = [
    () => harness.load('parcels', half),
    () => deleteRecords(harness.target, { counties: [FIPS], goes: ({ id }) => id.endsWith('-7') }),
    async () => {
      await deleteRecords(harness.target, { counties: [FIPS], goes: ({ id }) => id.endsWith('-8') });
      await harness.load('parcels', [parcel(102)]);
    },
  ];
  for (const change of changes) {
    const [read, updated] = [await counties('read'), await counties('updated')];
    await change();
    await answeredFromMemory(t);
    t.equal(await counties('read'), read + 1);
    t.equal(await counties('updated'), updated);
  }
});

t.test('with several shards, which number their writes apart, a changed county is read whole', async (t) => {
  await several.answeredFromMemory(t);
  for (let n = 0; n < 8; n++) {
    await several.harness.load('parcels', [parcel(n, { total_assessed_value: 7_000_000 + n })]);
    await several.answeredFromMemory(t);
  }
  t.equal(await several.counties('updated'), 0);
});

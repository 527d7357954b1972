import t from 'tap';
import { aliasOf } from '../../../../src/stores/elastic/indices.ts';
import { call, makeHarness } from '../../../helper.ts';
import { checkError } from '../../../refusals.ts';

const harness = await makeHarness(t);
const { app, key } = await harness.api();

type Row = Record<string, unknown>;
const roll = (parcel_id: string, tax_year: number | null, total: number | null, more: Row = {}): Row => ({
  ...{ county_fips: '31109', parcel_id, tax_year, total_assessed_value: total },
  ...{ land_value: total && total / 4, improvement_value: total && (total * 3) / 4 },
  ...{ owner_name: 'Ida Quill', source: `roll-${tax_year}`, ...more },
});
const load = (...rows: Row[]) => harness.load('parcels', rows);
const asked = (id: string) => call(app, 'GET', `/api/v1/parcels/31109:${id}/assessments`, { key });
/** Years with their total values. */
const years = async (id: string) =>
  (await asked(id)).json().data.map((one: Row) => [one.tax_year, one.total_assessed_value]);

t.test('a roll of another year keeps what was known', async (t) => {
  await load(roll('a', 2024, 100_000));
  t.same(await years('a'), [[2024, 100_000]]);
  await load(roll('a', 2025, 120_000, { source_date: '2025-03-01' }));
  t.same((await asked('a')).json(), {
    data: [
      {
        tax_year: 2025,
        land_value: 30_000,
        improvement_value: 90_000,
        total_assessed_value: 120_000,
        source: 'roll-2025',
        source_date: '2025-03-01',
      },
      {
        tax_year: 2024,
        land_value: 25_000,
        improvement_value: 75_000,
        total_assessed_value: 100_000,
        source: 'roll-2024',
        source_date: null,
      },
    ],
  });
});

t.test('years are kept in whatever order rolls are loaded, and corrected by a later roll', async (t) => {
  await load(roll('b', 2025, 5));
  await load(roll('b', 2023, 3));
  await load(roll('b', 2024, 4));
  const all = [[2025, 5], [2024, 4], [2023, 3]]; // biome-ignore format: years in a row
  t.same(await years('b'), all);
  await load(roll('b', 2024, 4));
  t.same(await years('b'), all, 'the same roll again changes nothing');
  await load(roll('b', 2025, 50));
  t.same(await years('b'), [[2025, 50], [2024, 4], [2023, 3]]); // biome-ignore format: years in a row
  await load(roll('b', 2025, 51, { owner_name: 'Odette Wren' }));
  t.same(await years('b'), [[2025, 51], [2024, 4], [2023, 3]]); // biome-ignore format: years in a row
});

t.test('nothing is made up', async (t) => {
  await load(roll('c', null, 7));
  t.same(await years('c'), [], 'a value without a year');
  await load(roll('c', 2025, null));
  t.same(await years('c'), [[2025, null]]);
  await load(roll('d', 2023, 1), roll('d', 2024, 2));
  t.same(await years('d'), [[2024, 2]], 'of several rows of a load, the last one');
  await load(roll('d', 2025, 3), roll('d', 2026, 4));
  t.same(await years('d'), [[2026, 4], [2024, 2]]); // biome-ignore format: years in a row
  checkError(t, await asked('nobody'), 404, 'not_found');
});

t.test('what is loaded by --replace keeps earlier years too', async (t) => {
  await load(roll('e', 2024, 1));
  const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => roll(id, 2027, 9));
  await harness.load('parcels', rows, { replace: true });
  t.same(await years('e'), [[2027, 9], [2024, 1]]); // biome-ignore format: years in a row
  t.same((await call(app, 'GET', '/api/v1/parcels/31109:e', { key })).json().tax_year, 2027);
});

t.test('what a killed load wrote is no earlier roll', async (t) => {
  await load(roll('f', 2023, 1));
  await load(roll('f', 2024, 2));
  // As a load leaves it that is killed before it derives anything.
  const index = aliasOf(harness.config.INDEX_PREFIX, 'parcels');
  const id = '31109:f';
  const { _source } = await harness.client.get<{ internal: object }>({ index, id });
  const internal = { ..._source!.internal, hash: 'of another row', load: Date.now() };
  await harness.client.index({ index, id, document: { ..._source, tax_year: 2025, internal } });
  await load(roll('f', 2026, 4));
  t.same(await years('f'), [[2026, 4], [2023, 1]]); // biome-ignore format: years in a row
});

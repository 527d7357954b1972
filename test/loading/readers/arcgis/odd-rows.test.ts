import t from 'tap';
import { valuesOf } from '../../../listed.ts';
import { METADATA, parcels } from './made-up-layer.ts';
import { ALL, answer, COUNT, withoutPaging } from './many-parcels.ts';
import { allRows, opened } from './reading.ts';

t.test('the rows are compared with the count', async (t) => {
  const changing =
    (...counts: number[]) =>
    () =>
      counts.length > 1 ? counts.shift() : counts[0];
  const cases: [name: string, count: () => unknown, outcome: string[] | RegExp][] = [
    ['as many', () => COUNT, []],
    ['few less', () => 20_100, ['The server counts 20,100 rows and gave 20,000.']],
    ['more', () => 312, ['The server counts 312 rows and gave 20,000.']],
    ['too few', () => 25_000, /gave only 20,000 of its 25,000 rows\. Try again later\.$/],
    [
      'changed meanwhile',
      changing(25_000, COUNT),
      ['The layer changed while it was read: the server counted 25,000 rows, then 20,000, and gave 20,000.'],
    ],
    ['no count', () => 'many', ['The server does not count the rows: whether all came cannot be checked.']],
  ];
  for (const [name, count, outcome] of cases) {
    const { table } = await opened(t, { features: ALL, count });
    if (outcome instanceof RegExp) {
      await t.rejects(allRows(table), { message: outcome }, name);
    } else {
      t.equal((await allRows(table)).length, COUNT, name);
      t.same(table.remarks, outcome, name);
    }
  }
  const { table } = await opened(t, { features: ALL, count: () => 'many' });
  t.equal(table.count, null);
  t.equal(table.share(), null);
});

t.test('repeated rows are left out', async (t) => {
  const features = [...ALL.slice(0, 1_000), ...ALL.slice(997, 2_000)];
  const { table } = await opened(t, { features, count: () => 2_000 });
  t.same(
    valuesOf(await allRows(table), 'line'),
    ALL.slice(0, 2_000).map(({ attributes }) => attributes.OBJECTID),
  );
  t.same(table.remarks, ['3 rows with the object id of an earlier row: left out.']);
});

t.test('rows with the same object id but different values are all read', async (t) => {
  // The second pair is at the border of two pages.
  const features = [...ALL.slice(0, 10), ...ALL.slice(9, 998), ...ALL.slice(997, 1_200)].map(
    ({ attributes, geometry }, n) => ({ attributes: { ...attributes, APN: `APN-${n}` }, geometry }),
  );
  for (const metadata of [METADATA, withoutPaging]) {
    const { table } = await opened(t, { features, metadata });
    const rows = await allRows(table);
    t.same(
      rows.map((row) => 'cells' in row && row.cells.APN).toSorted(),
      features.map(({ attributes }) => attributes.APN).toSorted(),
    );
    t.same(table.remarks, ['2 rows with the object id of another row, and other values: loaded too.']);
  }
});

t.test('answers may write the names of columns in another case', async (t) => {
  const features = parcels(2).map(({ attributes: { APN, ...attributes }, geometry }) => ({
    attributes: { ...attributes, apn: APN },
    geometry,
  }));
  const { table } = await opened(t, { features });
  t.match(await allRows(table), [{ cells: { APN: 'APN-0' } }, { cells: { APN: 'APN-1' } }]);
  t.same(table.remarks, []);
});

t.test('NaN instead of a number is null', async (t) => {
  const { table } = await opened(t, {
    metadata: { ...METADATA, geometryType: 'esriGeometryPoint' },
    features: parcels(2),
    page: answer(
      200,
      '{"features":[{"attributes":{"OBJECTID":1,"APN":"NaN \\"NaN","SOLD":NaN,"USE_CODE":"line\nbreak"},"geometry":{"x":NaN,"y":NaN}},' +
        '{"attributes":{"OBJECTID":8,"APN":"-Infinity","SOLD":-Infinity,"USE_CODE":""},"geometry":{"x":-90,"y":NaN}}]}',
    ),
  });
  t.same(await allRows(table), [
    { line: 1, cells: { OBJECTID: 1, APN: 'NaN "NaN', SOLD: null, USE_CODE: 'line break' }, geometry: null },
    { line: 8, cells: { OBJECTID: 8, APN: '-Infinity', SOLD: null, USE_CODE: '' }, geometry: null },
  ]);
  t.same(table.remarks, [
    '1 row with coordinates that are not numbers: loaded without an outline or a location.',
  ]);
});

t.test('rows may lack columns', async (t) => {
  const features = parcels(2).map(({ attributes: { APN, ...attributes }, geometry }) => ({
    attributes,
    geometry,
  }));
  const { table } = await opened(t, { features });
  t.match(await allRows(table), [{ cells: { APN: null, USE_CODE: 'R1' } }, {}]);
  t.same(table.remarks, ['2 rows without some of the columns of the layer: these values are blank.']);
});

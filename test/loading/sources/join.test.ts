import t from 'tap';
import type { Cell, ReadRow, Table } from '../../../src/loading/readers/table.ts';
import type { PrintedTable } from '../../../src/loading/sources/columns.ts';
import { compileConform } from '../../../src/loading/sources/conform.ts';
import { type JoinedRow, joinTables } from '../../../src/loading/sources/join.ts';
import { valuesOf } from '../../listed.ts';
import { sourceOf } from './support.ts';

const at = (lon: number) => ({ type: 'Point' as const, coordinates: [lon, 40.8] });

interface Made {
  name?: string;
  rows: ({ cells: Record<string, Cell>; geometry?: ReturnType<typeof at> } | { reason: string })[];
}

function tableOf({ name = 'roll', rows }: Made): PrintedTable & { closed: number } {
  const [first] = rows.filter((row) => 'cells' in row);
  const column = { alias: null, type: 'text' as const, length: null, codes: null };
  const all: ReadRow[] = rows.map((row, index) => ({ line: index + 1, geometry: null, ...row }));
  return {
    name,
    format: 'made up',
    columns: Object.keys(first!.cells).map((key) => ({ ...column, name: key })),
    encoding: null,
    projection: rows.some((row) => 'geometry' in row) ? 'degrees' : null,
    geometry: rows.some((row) => 'geometry' in row) ? 'Point' : null,
    count: rows.length,
    remarks: [],
    printed: new Set(),
    closed: 0,
    async *read() {
      yield all;
    },
    share: () => 1,
    async close() {
      this.closed++;
    },
  };
}

const inline = (name: string, on: object, more: object = {}) => ({
  name,
  data: `${name}.csv`,
  protocol: 'file',
  conform: { format: 'csv' },
  on,
  ...more,
});

function joined(
  main: PrintedTable,
  others: [table: PrintedTable, join: object][],
  conform: object = { pid: 'PID' },
) {
  const source = sourceOf(conform, { join: others.map(([, join]) => join) });
  const { joins } = source.layers[0]!;
  return joinTables(
    main,
    joins.map((join, index) => ({ join, table: others[index]![0] })),
  );
}

async function rowsOf(table: Table): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  for await (const some of table.read()) rows.push(...some);
  return rows;
}
const cellsOf = async (table: Table) =>
  (await rowsOf(table)).map((row) => ('cells' in row ? row.cells : row.reason));

const roll = () =>
  tableOf({
    rows: [
      { cells: { PID: '1-2-3', CITY: 'A' } },
      { cells: { PID: '1-2-4', CITY: 'B' } },
      { reason: 'not_json' },
    ],
  });
const firstTwo = { function: 'regexp', field: 'PID', pattern: '^([^-]+-[^-]+)' };

t.test('rows are completed by key; a clashing column name is prefixed with its table’s name', async (t) => {
  const owners = tableOf({
    name: 'owners',
    rows: [
      { cells: { NUMBER: '1-2-4', OWNER: 'WREN', CITY: 'OMAHA' } },
      { cells: { NUMBER: '', OWNER: 'X', CITY: 'Y' } },
    ],
  });
  const table = joined(roll(), [[owners, inline('owners', { here: 'PID', there: 'NUMBER' })]]);
  t.teardown(() => table.close());
  t.same(valuesOf(table.columns, 'name'), ['PID', 'CITY', 'NUMBER', 'OWNER', 'owners.CITY']);
  t.same(await cellsOf(table), [
    { PID: '1-2-3', CITY: 'A', NUMBER: null, OWNER: null, 'owners.CITY': null },
    { PID: '1-2-4', CITY: 'B', NUMBER: '1-2-4', OWNER: 'WREN', 'owners.CITY': 'OMAHA' },
    'not_json',
  ]);
  t.same(table.remarks, ['1 of 2 rows have a row in owners.']);
});

t.test('keys are text: 75, "75.0" and " 75 " are equal', async (t) => {
  const main = tableOf({
    rows: [{ cells: { PID: 75 } }, { cells: { PID: '75.0' } }, { cells: { PID: ' 75 ' } }],
  });
  const other = tableOf({ rows: [{ cells: { NUMBER: '75', OWNER: 'WREN' } }] });
  const table = joined(main, [[other, inline('owners', { here: 'PID', there: 'NUMBER' })]]);
  t.teardown(() => table.close());
  t.same(
    (await cellsOf(table)).map((cells) => (cells as Record<string, Cell>).OWNER),
    ['WREN', 'WREN', 'WREN'],
  );
});

t.test('several parcels on one outline get its location, but not its size', async (t) => {
  const outlines = tableOf({ rows: [{ cells: { LOT: '1-2' }, geometry: at(-96.7) }] });
  const table = joined(roll(), [[outlines, inline('outlines', { here: firstTwo, there: 'LOT' })]]);
  t.teardown(() => table.close());
  const rows = (await rowsOf(table)) as JoinedRow[];
  t.same(
    rows.slice(0, 2).map(({ geometry, shared }) => [geometry, shared]),
    [
      [at(-96.7), true],
      [at(-96.7), true],
    ],
  );
  t.equal(table.geometry, 'Point');
  const { layers, area } = sourceOf({ pid: 'PID' });
  const toRecord = compileConform(layers[0]!.conform, 'parcels', ['PID'], area);
  t.same(toRecord(rows[0]!)?.location, { lat: 40.8, lon: -96.7 });
});

t.test('an outline is a parcel’s own if the parcel number is the key, and one row has it', async (t) => {
  const outlines = tableOf({
    rows: [
      { cells: { LOT: '1-2-3' }, geometry: at(-96) },
      { cells: { LOT: '1-2-4' }, geometry: at(-97) },
      { cells: { LOT: '1-2-4' }, geometry: at(-98) },
    ],
  });
  const table = joined(roll(), [[outlines, inline('outlines', { here: 'PID', there: 'LOT' })]]);
  t.teardown(() => table.close());
  const rows = (await rowsOf(table)) as JoinedRow[];
  t.same(
    rows
      .slice(0, 2)
      .map(({ geometry, shared }) => [geometry?.type === 'Point' && geometry.coordinates[0], shared]),
    [
      [-96, false],
      [-97, true],
    ],
    'of several, the first',
  );
});

t.test('a row without a geometry takes that of the first join that has one', async (t) => {
  const main = tableOf({
    rows: [
      { cells: { PID: '1-2' } },
      { cells: { PID: '1-2-3' } },
      { cells: { PID: '1-2-9' }, geometry: at(-90) },
    ],
  });
  const outlines = () =>
    tableOf({
      rows: [
        { cells: { LOT: '1-2' }, geometry: at(-96) },
        { cells: { LOT: '1-2-3' }, geometry: at(-97) },
      ],
    });
  const table = joined(main, [
    [outlines(), inline('exact', { here: 'PID', there: 'LOT' })],
    [outlines(), inline('lots', { here: firstTwo, there: 'LOT' })],
  ]);
  t.teardown(() => table.close());
  const rows = (await rowsOf(table)) as JoinedRow[];
  t.same(valuesOf(rows, 'geometry'), [at(-96), at(-97), at(-90)]);
});

t.test('a join may use the columns of an earlier join', async (t) => {
  const link = tableOf({ rows: [{ cells: { P: '1-2-3', OWNER_ID: 9 } }] });
  const owners = tableOf({ rows: [{ cells: { ID: '9.0', OWNER: 'WREN' } }] });
  const table = joined(roll(), [
    [link, inline('link', { here: 'PID', there: 'P' })],
    [owners, inline('owners', { here: 'OWNER_ID', there: 'ID' })],
  ]);
  t.teardown(() => table.close());
  t.same((await cellsOf(table))[0], {
    PID: '1-2-3',
    CITY: 'A',
    P: '1-2-3',
    OWNER_ID: 9,
    ID: '9.0',
    OWNER: 'WREN',
  });
});

t.test('rows that cannot be read are left out of a join, and counted', async (t) => {
  const owners = tableOf({ rows: [{ cells: { NUMBER: '1-2-3' } }, { reason: 'not_json' }] });
  const table = joined(roll(), [[owners, inline('owners', { here: 'PID', there: 'NUMBER' })]]);
  t.teardown(() => table.close());
  await rowsOf(table);
  t.same(table.remarks, [
    '1 of 2 rows have a row in owners.',
    '1 rows of owners cannot be read, and are left out.',
  ]);
});

t.test('reading again begins again', async (t) => {
  const owners = tableOf({ rows: [{ cells: { NUMBER: '1-2-3' } }] });
  const table = joined(roll(), [[owners, inline('owners', { here: 'PID', there: 'NUMBER' })]]);
  t.teardown(() => table.close());
  t.same(await cellsOf(table), await cellsOf(table));
});

t.test('missing key columns are named; closing closes all tables', async (t) => {
  const [main, owners] = [roll(), tableOf({ rows: [{ cells: { NUMBER: '1' } }] })];
  t.throws(
    () => joined(main, [[owners, inline('owners', { here: 'PDI', there: 'NUMBR' })]]),
    new Error(
      'The tables cannot be joined:\n' +
        '  layers.parcels[0].join[0].on.here: the table has no column "PDI"; did you mean "PID"?\n' +
        '  layers.parcels[0].join[0].on.there: the table has no column "NUMBR"; did you mean "NUMBER"?',
    ),
  );
  await joined(main, [[owners, inline('owners', { here: 'PID', there: 'NUMBER' })]]).close();
  t.same([main.closed, owners.closed], [1, 1]);
});

import t from 'tap';
import { leftOutOf } from '../../../src/loading/inspect/left-out.ts';
import { inspectTable } from '../../../src/loading/inspect/run.ts';
import { toConform } from '../../../src/loading/inspect/write.ts';
import { building, certainty, columnOf, land, number, pick, proposed, ROLL } from './made-up-roll.ts';
import { rowsTable, square } from './tables.ts';

t.test('amounts with a point that may separate thousands are left out', async (t) => {
  const proposal = await proposed({ ...ROLL, TOTAL_VAL: (i) => `${100 + i}.000` });
  t.match(leftOutOf(proposal), [
    {
      columns: ['TOTAL_VAL'],
      why: /three figures after a point/,
      add: { total_assessed_value: { column: 'TOTAL_VAL', decimal: ',' } },
    },
  ]);
  t.notOk('total_assessed_value' in toConform(proposal));
  t.equal(proposal.refused, null);
  const acres = await proposed({ ...ROLL, ACRES: (i) => `${1 + (i % 9)}.125` });
  t.equal(certainty(acres, 'acreage'), 'certain', 'areas have three decimals');
});

t.test('values that cannot be read speak against a column only if they are most of it', async (t) => {
  const columns = {
    LAND_VAL: land,
    BLDG_VAL: building,
    TOTAL_VAL: (i: number) => land(i) + building(i),
    YR_BLT: (i: number) => 1900 + (i % 110),
    ACRES: (i: number) => `${1 + (i % 9)}.25`,
    SALE_PRICE: (i: number) => 150_000 + i * 500,
    BLDG_SQFT: (i: number) => 900 + i,
  };
  for (const [name, value] of Object.entries(columns))
    for (const [text, tens] of [
      ['SEE NOTE', 2],
      ['EXEMPT', 4],
      ['$ -   ', 8],
      ['NEVER SOLD', 8],
      ['########', 8],
      ['-1', 8],
    ] as const) {
      const some = { [name]: (i: number) => (i % 10 < tens ? text : value(i)) };
      const proposal = await proposed({ APN: number, ...columns, ...some }, { rows: 100 });
      const found = proposal.fields.find(({ form }) => 'column' in form && form.column === name);
      t.not(found?.certainty ?? 'guess', 'guess', `${name}: ${text}`);
    }
  const most = await proposed({
    ...ROLL,
    TOTAL_VAL: (i) => (i % 10 < 6 ? 'EXEMPT' : pick([90_000, 110_000], i)),
  });
  t.notOk('total_assessed_value' in toConform(most));
  t.match(leftOutOf(most), [
    { columns: ['TOTAL_VAL'], add: { total_assessed_value: 'TOTAL_VAL' }, unreadable: true },
  ]);
});

t.test('values whose sum contradicts their names are swapped', async (t) => {
  const turned = await proposed({ ...ROLL, LAND_VAL: (i) => land(i) + building(i), TOTAL_VAL: land });
  t.equal(columnOf(turned, 'land_value'), 'TOTAL_VAL');
  t.equal(columnOf(turned, 'total_assessed_value'), 'LAND_VAL');
  t.equal(certainty(turned, 'land_value'), 'likely');
});

t.test('a zero is not a size, unless the outlines of such rows are stacked', async (t) => {
  const rows = (stacked: boolean) =>
    rowsTable(
      Array.from({ length: 200 }, (_, i) => ({
        PIN: number(i),
        ACRES: i % 4 === 0 ? 0 : ((800 + i * 10) / 4046.856).toFixed(4),
      })),
      { geometry: (_, i) => square(stacked && i % 4 === 0 ? 500 + (i % 40) : 800 + i * 10) },
    );
  const acres = async (stacked: boolean) =>
    (await inspectTable(rows(stacked), 'parcels')).proposal.fields.find(({ field }) => field === 'acreage');
  t.same((await acres(false))?.form, { column: 'ACRES', blank: ['0'] });
  const found = await acres(true);
  t.same(found?.form, { column: 'ACRES' });
  t.match(found?.reason, /zeros stay, since their outlines are stacked/);
});

t.test('an area that names its unit needs no other', async (t) => {
  const lots = await proposed({
    PIN: number,
    LOT_SIZE: (i) => `${4_000 + i} sq.ft`,
    FLOOR_AREA: (i) => `${900 + i} SF`,
  });
  t.equal(columnOf(lots, 'lot_sqft'), 'LOT_SIZE');
  t.match(
    lots.fields.find(({ field }) => field === 'lot_sqft')?.reason,
    /100 % of its values name their unit/,
  );
  const acres = await proposed({ PIN: number, LOT_SIZE: (i) => `${i + 1} acres` });
  t.equal(columnOf(acres, 'acreage'), 'LOT_SIZE');
});

t.test('the unit of areas is found from the outlines', async (t) => {
  const sqm = (i: number) => 800 + i * 10;
  for (const [name, factor, field, unit] of [
    ['ACRES', 1 / 4046.856, 'acreage', undefined],
    ['LOT_AREA', 1 / 4046.856, 'acreage', undefined],
    ['LOT_AREA', 10.7639, 'lot_sqft', undefined],
    ['ACRES', 10.7639, 'lot_sqft', undefined],
    ['LOT_AREA', 1, 'lot_sqft', 'sqm'],
  ] as const) {
    const proposal = await proposed({ APN: number, [name]: (i) => sqm(i) * factor }, { geometry: true });
    const found = proposal.fields.find((one) => one.field === field);
    t.match(found?.form, unit ? { column: name, unit } : { column: name }, `${name} times ${factor}`);
    t.match(found?.reason, /it is the area of the polygon/);
  }
  const zeros = await proposed(
    { APN: number, DEED_ACRES: () => 0, GIS_ACRES: (i) => sqm(i) / 4046.856 },
    { geometry: true },
  );
  t.equal(columnOf(zeros, 'acreage'), 'GIS_ACRES', 'a column of zeros says nothing');
});

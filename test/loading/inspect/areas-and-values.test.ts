import t from 'tap';
import { inspectTable } from '../../../src/loading/inspect/inspect.ts';
import { building, certainty, columnOf, land, number, proposed, questionOf, ROLL } from './made-up-roll.ts';
import { rowsTable, square } from './tables.ts';

t.test('a point that may separate thousands is asked about', async (t) => {
  const proposal = await proposed({ ...ROLL, TOTAL_VAL: (i) => `${100 + i}.000` });
  t.match(questionOf(proposal, 'total_assessed_value'), {
    words: /TOTAL_VAL \(total_assessed_value\) have three figures after a point/,
    options: [{ decimal: ',' }, { decimal: '.' }],
  });
  t.notOk(proposal.auto.ready);
  const acres = await proposed({ ...ROLL, ACRES: (i) => `${1 + (i % 9)}.125` });
  t.equal(certainty(acres, 'acreage'), 'certain', 'areas have three decimals');
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

import fc from 'fast-check';
import t from 'tap';
import { leftOutOf, missingIn } from '../../../src/loading/inspect/left-out.ts';
import { inspectTable } from '../../../src/loading/inspect/run.ts';
import { toConform } from '../../../src/loading/inspect/write.ts';
import { columnsOf } from '../../../src/loading/sources/mapping.ts';
import { holds } from '../../holds.ts';
import {
  building,
  certainty,
  columnOf,
  columnsBy,
  land,
  number,
  owner,
  patternOf,
  pick,
  proposed,
  ROLL,
  SURNAMES,
  street,
} from './made-up-roll.ts';
import { column, rowsTable } from './tables.ts';

t.test('a plain roll is certain in everything, and ready to load', async (t) => {
  const proposal = await proposed(ROLL);
  t.strictSame(columnsBy(proposal), {
    parcel_id: 'APN',
    owner_name: 'OWN_NAME',
    street: 'SITUS_ADDR',
    city: 'SITUS_CITY',
    mailing_address: 'MAIL_ADDR',
    mailing_city: 'MAIL_CITY',
    mailing_state: 'MAIL_STATE',
    mailing_zip: 'MAIL_ZIP',
    land_value: 'LAND_VAL',
    improvement_value: 'BLDG_VAL',
    total_assessed_value: 'TOTAL_VAL',
    year_built: 'YR_BLT',
    sale_date: 'SALE_DT',
    sale_price: 'SALE_PRICE',
  });
  t.ok(proposal.fields.every((one) => one.certainty === 'certain'));
  t.equal(proposal.refused, null);
  t.same(leftOutOf(proposal), []);
  t.match(
    proposal.fields.find(({ field }) => field === 'owner_name')!.reason,
    /named OWN_NAME; .* % of its values read as names/,
  );
  t.match(
    proposal.fields.find(({ field }) => field === 'land_value')!.reason,
    /add up to TOTAL_VAL in 100 % of rows/,
  );
});

t.test('a name never wins against values that rule it out', async (t) => {
  const swapped = await proposed({ ...ROLL, OWN_NAME: street, SITUS_ADDR: owner });
  t.equal(columnOf(swapped, 'owner_name'), 'SITUS_ADDR', 'the names are where the values are');
  t.equal(certainty(swapped, 'owner_name'), 'guess');
  t.equal(columnOf(swapped, 'street'), undefined, 'owners are not streets');
  t.match(leftOutOf(swapped), [
    { columns: ['SITUS_ADDR'], why: /only a guess at owner_name/ },
    {
      columns: ['OWN_NAME'],
      why: /named like owner_name, but 0 % of its values read as names/,
      unreadable: true,
    },
  ]);

  const years = await proposed({ ...ROLL, TOTAL_VAL: (i) => 1950 + (i % 70) });
  t.equal(columnOf(years, 'total_assessed_value'), undefined, 'years are not values');
  const values = await proposed({ ...ROLL, YR_BLT: building });
  t.equal(columnOf(values, 'year_built'), undefined, 'values are not years');

  const loaded = await proposed({ ...ROLL, SALE_DT: () => '3/1/2024' });
  t.equal(columnOf(loaded, 'sale_date'), undefined, 'one day in all rows is the day of a load');

  const price = await proposed({ ...ROLL, SALE_PRICE: (i) => land(i) + building(i) });
  t.equal(columnOf(price, 'sale_price'), undefined);
  t.match(price.remarks.join('\n'), /SALE_PRICE is named like a price, but it repeats TOTAL_VAL/);

  const same = await proposed({ ...ROLL, APN: (i) => `10-${i % 4}` });
  t.equal(columnOf(same, 'parcel_id'), undefined, 'numbers that repeat are not parcel numbers');
  t.match(same.refused, { words: /APN is named like parcel_id, but .* occur in one row only/, isOpen: true });
});

t.test('zeros and words that mean nothing are listed as blanks', async (t) => {
  const proposal = await proposed({
    ...ROLL,
    OWN_NAME: (i) => (i % 50 === 0 ? '<Null>' : owner(i)),
    YR_BLT: (i) => (i % 5 === 0 ? 0 : 1900 + (i % 110)),
  });
  t.match(toConform(proposal), {
    owner_name: { column: 'OWN_NAME', blank: ['<Null>'] },
    year_built: { column: 'YR_BLT', blank: ['0'] },
    sale_price: 'SALE_PRICE',
  });
});

t.test('aliases and lists of codes are used', async (t) => {
  const columns = [
    column('F1', { alias: 'Parcel Number' }),
    column('F2', { alias: 'Owner Name' }),
    column('F3', { alias: 'Land Use Code', codes: { 1: 'Residential', 2: 'Commercial' } }),
  ];
  const proposal = await proposed({ F1: number, F2: owner, F3: (i) => (i % 2) + 1 }, { columns });
  t.equal(columnOf(proposal, 'parcel_id'), 'F1');
  t.equal(columnOf(proposal, 'owner_name'), 'F2');
  t.equal(certainty(proposal, 'owner_name'), 'certain');
  t.match(toConform(proposal), {
    land_use_code: 'F3',
    land_use: { column: 'F3', values: { 1: 'Residential' } },
  });
});

t.test('columns of joined tables say what they say without their tables', async (t) => {
  const plain = columnsBy(await proposed(ROLL));
  const tableOf = (name: string) => (name === 'APN' ? 'GIS.Parcels.' : 'ASSESSOR.dbo.CAMA_');
  const joined = Object.fromEntries(Object.entries(ROLL).map(([name, of]) => [tableOf(name) + name, of]));
  const proposal = await proposed({ ...joined, OBJECTID: (i) => i + 1 });
  t.strictSame(
    columnsBy(proposal),
    Object.fromEntries(Object.entries(plain).map(([field, name]) => [field, tableOf(name) + name])),
  );
  for (const { field, certainty } of proposal.fields) t.equal(certainty, 'certain', field);
});

t.test('rows that are not parcels are left out, with a remark', async (t) => {
  const proposal = await proposed(
    { APN: number, POLY_TYPE: (i) => (i % 20 === 0 ? 'WATER' : i % 2 ? 'FEE' : 'TAX') },
    { geometry: true },
  );
  t.match(toConform(proposal).only, { POLY_TYPE: ['FEE', 'TAX'] });
  t.match(proposal.remarks.join('\n'), /POLY_TYPE marks 15 rows that are not parcels/);
  t.equal(proposal.location, 'geometry');
  t.equal(proposal.refused, null);
  const codes = { A: 'Active', R: 'Retired' };
  const coded = await proposed(
    {
      APN: number,
      POLY_TYPE: (i) => (i % 20 === 0 ? 'ROW' : 'FEE'),
      PARCEL_STATUS: (i) => (i % 10 ? 'A' : 'R'),
    },
    { columns: [column('APN'), column('POLY_TYPE'), column('PARCEL_STATUS', { codes })] },
  );
  t.match(toConform(coded).only, { POLY_TYPE: ['FEE'], PARCEL_STATUS: ['A'] });
  t.match(coded.remarks.join('\n'), /PARCEL_STATUS marks 30 rows that are no longer parcels, .* Retired 30/);
});

t.test('missing fields are named', async (t) => {
  const bare = await proposed({ APN: number });
  t.match(missingIn(bare).join('\n'), /No owner’s name.*No address.*No coordinates or outlines/s);
  t.equal(bare.refused, null, 'a parcel number is enough');
  const empty = await proposed({ APN: number }, { rows: 0 });
  t.ok(empty.refused);
  const few = await proposed(ROLL, { rows: 2 });
  t.ok(
    few.fields.every((one) => one.certainty !== 'certain' || one.field === 'parcel_id'),
    'two rows prove little',
  );
});

t.test('coordinates that are not degrees are named, with what makes them usable', async (t) => {
  const feet = {
    X_COORD: (i: number) => 6_100_000.5 + i * 90,
    Y_COORD: (i: number) => 2_100_000.25 + i * 70,
  };
  const proposal = await proposed({ ...ROLL, ...feet });
  t.match(
    proposal.remarks.join('\n'),
    /X_COORD and Y_COORD look like .* not degrees.*"lon": "X_COORD".*"srs"/,
  );
  t.equal(columnOf(proposal, 'lat'), undefined, 'they are not taken for degrees');
  const degrees = {
    LAT: (i: number) => (40.712345 + i / 1_000).toFixed(6),
    LON: (i: number) => (-96.612345 - i / 1_000).toFixed(6),
  };
  const both = await proposed({ ...ROLL, ...feet, ...degrees });
  t.equal(columnOf(both, 'lat'), 'LAT');
  t.notMatch(both.remarks.join('\n'), /not degrees/, 'degrees are enough');
  const coarse = { X: (i: number) => -96 - i / 100, Y: (i: number) => 40 + i / 100 };
  const few = await proposed({ ...ROLL, ...coarse });
  t.notMatch(few.remarks.join('\n'), /not degrees/, 'degrees with few decimals may be degrees');
  const outlines = await proposed({ ...ROLL, ...feet }, { geometry: true });
  t.notMatch(outlines.remarks.join('\n'), /not degrees/, 'so are outlines');
});

t.test('columns that are named like coordinates and hold others are said, with their line', async (t) => {
  const lat = (i: number) => (40.712345 + i / 1_000).toFixed(6);
  const lon = (i: number) => (-96.612345 - i / 1_000).toFixed(6);
  const cases: [what: string, LAT: (i: number) => string, LON: (i: number) => string, said: unknown[]][] = [
    ['west without a sign', lat, (i) => lon(i).slice(1), [{ columns: ['LON'], add: { lon: 'LON' } }]],
    ['one in the place of the other', lon, lat, [{ add: { lon: 'LAT' } }, { add: { lat: 'LON' } }]],
    [
      'degrees, minutes and seconds',
      () => '40\u00b048\'01.5"N',
      () => '96\u00b042\'01.5"W',
      [{ add: { lat: 'LAT' } }, { add: { lon: 'LON' } }],
    ],
    ['some of another kind', (i) => (i % 3 ? lat(i) : '91.5'), lon, []],
  ];
  for (const [what, LAT, LON, said] of cases) {
    const table = { ...ROLL, LAT, LON };
    t.match(leftOutOf(await proposed(table)), said, what);
    t.equal(leftOutOf(await proposed(table)).length, said.length, what);
    t.strictSame(leftOutOf(await proposed(table, { geometry: true })), [], 'outlines are enough');
  }
});

t.test('deeds and permits', async (t) => {
  const deeds = await proposed(
    {
      PIN: (i) => number(i >> 1),
      DOC_NUM: (i) => `2020-${1000 + i}`,
      RECORDED_DATE: (i) =>
        `2020${String((i % 12) + 1).padStart(2, '0')}${String((i % 28) + 1).padStart(2, '0')}`,
      SALE_PRICE: (i) => 100_000 + i * 10,
      GRANTOR: owner,
      GRANTEE: (i) => owner(i + 5),
    },
    { kind: 'deeds' },
  );
  t.match(toConform(deeds), {
    pid: 'PIN',
    document_number: 'DOC_NUM',
    recorded_date: { column: 'RECORDED_DATE', dates: 'YYYYMMDD' },
    sale_price_usd: 'SALE_PRICE',
    grantor: 'GRANTOR',
    grantee: 'GRANTEE',
  });
  const permits = await proposed(
    {
      'Permit Number': (i) => `B-${i + 1000}`,
      PIN: (i) => number(i >> 1),
      'Permit Type': (i) => pick(['Building', 'Electrical'], i),
      Status: (i) => pick(['Issued', 'Complete'], i),
      'Issue Date': (i) => 44_000 + i,
      'Estimated Cost': (i) => 1_000 + i * 10,
      Contractor: (i) => `${pick(SURNAMES, i)} BUILDERS`,
    },
    { kind: 'permits' },
  );
  t.match(toConform(permits), {
    permit_number: 'Permit Number',
    issued_date: { column: 'Issue Date', dates: 'excel' },
    contractor_name: 'Contractor',
  });
});

t.test('whatever a table contains, the proposal names only its columns, and each field once', async () => {
  const name = fc.oneof(
    fc.constantFrom(...Object.keys(ROLL), 'ADDRESS', 'CITY', 'BLOCK', 'LOT', 'DATE', 'AREA', 'lat', 'lon'),
    fc.string({ minLength: 1 }),
  );
  const cell = fc.oneof(
    fc.constantFrom(
      '12 ELM ST',
      'PO BOX 9',
      'QUILLTON NE 68501',
      'PENNIFOLD, MARY',
      '68501',
      'NE',
      '2020-02-30',
      '75.0',
    ),
    fc.string(),
    fc.double(),
    fc.constant(null),
  );
  const names = fc.uniqueArray(name, { minLength: 1, maxLength: 12 });
  const tables = names.chain((columns) =>
    fc.array(fc.tuple(...columns.map(() => cell)), { maxLength: 12 }).map((rows) => ({ columns, rows })),
  );
  await holds(
    100,
    [tables, fc.constantFrom('parcels', 'deeds', 'permits')],
    async ({ columns, rows }, kind) => {
      const cells = rows.map((row) => Object.fromEntries(columns.map((one, i) => [one, row[i]!])));
      const table = rowsTable(cells, { columns: columns.map((one) => column(one)) });
      const { proposal } = await inspectTable(table, kind);
      const fields = proposal.fields.map(({ field }) => field);
      const used = proposal.fields.flatMap(({ form }) => columnsOf(form));
      return new Set(fields).size === fields.length && used.every((one) => columns.includes(one));
    },
  );
});

t.test('two counts in one column, and a sale’s year and month in two columns, are read', async (t) => {
  const { SALE_DT, ...roll } = ROLL;
  const proposal = await proposed({
    ...roll,
    'BEDS/BATHS': (i) => `${2 + (i % 3)}/${1 + (i % 2)}.5`,
    SALE_YEAR: (i) => 1990 + (i % 30),
    SALE_MONTH: (i) => 1 + (i % 12),
  });
  t.equal(patternOf(proposal, 'bedrooms')?.exec('3/2.5')?.[1], '3');
  t.equal(patternOf(proposal, 'bathrooms')?.exec('3/2.5')?.[1], '2.5');
  t.equal(columnOf(proposal, 'sale_date'), 'SALE_YEAR+SALE_MONTH');
  const fields = proposal.fields.map((one) => ({ ...one, certainty: 'likely' as const }));
  t.match(toConform({ ...proposal, fields }), {
    sale_date: { columns: ['SALE_YEAR', 'SALE_MONTH'], separator: '-', dates: 'YYYY-MM' },
  });
});

t.test('single letters, shared letters and short names that are partly words are read', async (t) => {
  const { SALE_DT, SALE_PRICE, OWN_NAME, LAND_VAL, BLDG_VAL, TOTAL_VAL, ...roll } = ROLL;
  const proposal = await proposed({
    ...roll,
    S_DATE: SALE_DT!,
    S_AMT: SALE_PRICE!,
    OWNAM1: OWN_NAME!,
    RESQFT: (i) => 900 + i,
    MKLND: LAND_VAL!,
    MKIMP: BLDG_VAL!,
    MKTTL: TOTAL_VAL!,
    'Lot Sq. Ft': (i) => 5_000 + i,
  });
  t.has(columnsBy(proposal), {
    sale_date: 'S_DATE',
    sale_price: 'S_AMT',
    owner_name: 'OWNAM1',
    building_sqft: 'RESQFT',
    land_value: 'MKLND',
    improvement_value: 'MKIMP',
    market_value: 'MKTTL',
    lot_sqft: 'Lot Sq. Ft',
  });
});

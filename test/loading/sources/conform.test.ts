import t from 'tap';
import { codesIn } from '../../../src/loading/sources/columns.ts';
import { compileConform } from '../../../src/loading/sources/conform.ts';
import { recordOf, sourceOf } from './support.ts';

const POINT = { type: 'Point' as const, coordinates: [-96.70000000012, 40.8] };

t.test('a record has its county, its parcel number and the filled fields', async (t) => {
  t.same(recordOf({ owner_name: 'OWNER', city: 'CITY' }, { OWNER: 'WREN ODETTE', CITY: '' }), {
    county_fips: '31109',
    parcel_id: '7',
    owner_name: 'WREN ODETTE',
  });
});

const numbers: [what: string, pid: unknown, cells: Record<string, string | number>, expected: string][] = [
  ['a whole number', 'APN', { APN: 75 }, '75'],
  ['one that was written as a fraction', 'APN', { APN: '75.0' }, '75'],
  ['one of a database', 'APN', { APN: '75.000000' }, '75'],
  ['leading zeros stay', 'APN', { APN: '0075.0' }, '0075'],
  ['a lot with a point', 'APN', { APN: '75.01' }, '75.01'],
  ['blanks around it', 'APN', { APN: ' 75 ' }, '75'],
  ['a fraction', 'APN', { APN: 75.5 }, '75.5'],
  [
    'block, lot and qualifier',
    { function: 'join', fields: ['BLOCK', 'LOT', 'QUAL'], separator: '-' },
    { BLOCK: 12, LOT: '3.0', QUAL: '' },
    '12-3',
  ],
  ['a list', ['BLOCK', 'LOT'], { BLOCK: '12.0', LOT: '3' }, '12 3'],
  [
    'block, lot and qualifier of a database',
    { function: 'join', fields: ['BLOCK', 'LOT', 'QUAL'], separator: '-' },
    { BLOCK: '75.0', LOT: '1.0', QUAL: 'C004D' },
    '75-1-C004D',
  ],
  [
    'a qualifier that says nothing',
    { function: 'join', fields: ['BLOCK', 'LOT', 'QUAL'], separator: '-' },
    { BLOCK: '75.01', LOT: '1', QUAL: '<Null>' },
    '75.01-1',
  ],
  [
    'a district and a print key',
    { function: 'format', fields: ['SWIS', 'KEY'], format: '$1 $2' },
    { SWIS: '010100', KEY: '64.81-1-3' },
    '010100 64.81-1-3',
  ],
];
for (const [what, pid, cells, expected] of numbers) {
  t.test(`parcel numbers: ${what}`, async (t) => {
    t.equal(recordOf({ pid }, cells)?.parcel_id, expected);
  });
}

t.test('number and street make the street line; OpenAddresses’ names work', async (t) => {
  const conform = { number: 'NO', street: ['DIR', 'NAME'], unit: 'UNIT', postcode: 'ZIP', region: 'ST' };
  const cells = { NO: '12.0', DIR: 'N', NAME: 'ELM ST', UNIT: 'A', ZIP: 68508, ST: 'NE' };
  const { street, unit, zip, region } = recordOf(conform, cells)!;
  t.same(
    { street, unit, zip, region },
    { street: '12 N ELM ST', unit: 'A', zip: '68508', region: undefined },
  );
  t.equal(recordOf(conform, { ...cells, NO: '' })?.street, 'N ELM ST');
  t.equal(recordOf(conform, { ...cells, NO: '0' })?.street, 'N ELM ST', 'a number of zero is none');
  t.equal(recordOf(conform, { ...cells, UNIT: '0' })?.unit, undefined, 'nor is a unit of zero one');
  t.equal(recordOf(conform, { ...cells, DIR: 'NULL' })?.street, '12 ELM ST');
  t.equal(recordOf(conform, { ...cells, DIR: '', NAME: '' })?.street, '12');
});

t.test('zeros before a house number, and a house number of zero, are not part of an address', async (t) => {
  for (const [line, stored] of [
    ['000100 ELM ST', '100 ELM ST'],
    ['0012A ELM ST', '12A ELM ST'],
    ['0 ELM ST', 'ELM ST'],
    ['00000 N ELM ST', 'N ELM ST'],
    ['100 ELM ST', '100 ELM ST'],
    ['01ST AVE', '01ST AVE'],
    ['0', '0'],
  ] as const)
    for (const field of ['street', 'address'])
      t.equal(recordOf({ [field]: 'A' }, { A: line })?.[field], stored, line);
});

const dates: [form: string, published: string | number, expected: unknown][] = [
  ['YYYYMMDD', '20240229', '2024-02-29'],
  ['YYYYMMDD', 20240229, '2024-02-29'],
  ['YYYYMMDD', '0', '0000-00-00'],
  ['YYYYMMDD', '00000000', '0000-00-00'],
  ['YYYYMMDD', '2024-02-29', '2024-02-29'],
  ['YYYYMMDD', 'unknown', 'unknown'],
  ['MM/DD/YYYY', '2/9/2024', '2024-02-09'],
  ['MM/DD/YYYY', '02/09/2024 12:00:00 AM', '2024-02-09'],
  ['MM/DD/YYYY', '', undefined],
  ['DD.MM.YYYY', '9.2.2024', '2024-02-09'],
  ['MMDDYYYY', '02092024', '2024-02-09'],
  ['YYYY/MM/DD', '2024/02/09', '2024-02-09'],
  ['DD-MON-YYYY', '09-FEB-2024', '2024-02-09'],
  ['MON DD YYYY', 'February 9 2024', '2024-02-09'],
  ['MON DD YYYY', 'Fog 9 2024', 'Fog 9 2024'],
  ['epoch_ms', 1707436800000, '2024-02-09'],
  ['epoch_ms', -86400000, '1969-12-31'],
  ['epoch_s', '1707436800', '2024-02-09'],
  ['epoch_ms', '9e99', '9e99'],
  ['excel', '45331.5', '2024-02-09'],
  ['excel', 0, '0000-00-00'],
];
for (const [form, published, expected] of dates) {
  t.test(`dates: ${form} ${published}`, async (t) => {
    const conform = { sale_date: { column: 'SOLD', dates: form } };
    t.equal(recordOf(conform, { SOLD: published })?.sale_date, expected);
  });
}

const units: [field: string, unit: string, published: string | number, expected: unknown][] = [
  ['acreage', 'acres', '0.123456', 0.1235],
  ['acreage', 'sqft', 43_560, 1],
  ['acreage', 'hectares', 1, 2.4711],
  ['acreage', 'sqm', '4046.8564224', 1],
  ['lot_sqft', 'acres', 0.25, 10_890],
  ['lot_sqft', 'sqm', '100', 1076],
  ['building_sqft', 'sqyd', '10', 90],
  ['land_value', 'dollars', '$1,234.50', 1234.5],
  ['land_value', 'cents', 123_450, 1234.5],
  ['land_value', 'thousands', '12.5', 12_500],
  ['sale_price', 'dollars', '-5', -5],
  ['land_value', 'dollars', '($1,234.50)', -1234.5],
  ['land_value', 'dollars', '1.234,50', '1.234,50'],
  ['land_value', 'dollars', '12,5', '12,5'],
  ['land_value', 'dollars', 'see deed', 'see deed'],
  ['land_value', 'dollars', '', undefined],
];
for (const [field, unit, published, expected] of units) {
  t.test(`units: ${published} ${unit} of ${field}`, async (t) => {
    t.equal(recordOf({ [field]: { column: 'A', unit } }, { A: published })?.[field], expected);
  });
}

const written: [field: string, given: unknown, published: string | number, expected: unknown][] = [
  ['lot_sqft', 'A', '4200 sq.ft', 4200],
  ['lot_sqft', 'A', '4,200 SQ FT', 4200],
  ['lot_sqft', 'A', '4200sf', 4200],
  ['lot_sqft', 'A', '0.5 acres', 21_780],
  ['acreage', 'A', '1.25 Ac.', 1.25],
  ['acreage', 'A', '43560 square feet', 1],
  ['acreage', { column: 'A', unit: 'sqft' }, '2 acres', 2],
  ['acreage', { column: 'A', unit: 'sqft' }, '43560', 1],
  ['building_sqft', { column: 'A', blank: ['0'] }, '1850 sq ft', 1850],
  ['lot_sqft', 'A', '1.234,5 sq ft', '1.234,5 sq ft'],
  ['lot_sqft', 'A', '4200', '4200'],
  ['lot_sqft', 'A', 'sq.ft', 'sq.ft'],
  ['lot_sqft', 'A', '4200 rods', '4200 rods'],
  ['lot_sqft', 'A', '60 x 120 ft', '60 x 120 ft'],
  ['land_value', 'A', '4200 sq.ft', '4200 sq.ft'],
];
for (const [field, given, published, expected] of written) {
  t.test(`areas that name their unit: ${published} as ${field} ${JSON.stringify(given)}`, async (t) => {
    t.equal(recordOf({ [field]: given }, { A: published })?.[field], expected);
  });
}

t.test('codes become what they mean; others stay as they are', async (t) => {
  const conform = { land_use: { column: 'USE', values: { 1: 'Residential', X: null } } };
  t.equal(recordOf(conform, { USE: 1 })?.land_use, 'Residential');
  t.equal(recordOf(conform, { USE: ' 1 ' })?.land_use, 'Residential');
  t.equal(recordOf(conform, { USE: '9' })?.land_use, '9');
  t.equal(recordOf(conform, { USE: 'X' })?.land_use, undefined);
});

t.test('values that mean nothing are blank, in any spelling of a figure', async (t) => {
  const conform = { year_built: { column: 'YEAR', blank: ['0', 'N/A'] } };
  for (const blank of ['0', '0.0', '0000', '$0.00', 0, 'N/A', ' N/A ']) {
    t.equal(recordOf(conform, { YEAR: blank })?.year_built, undefined, String(blank));
  }
  t.equal(recordOf(conform, { YEAR: 1964 })?.year_built, 1964);
});

t.test('a comma as the decimal mark is read when the file says so', async (t) => {
  const read = (given: object, A: string | number, field = 'land_value') =>
    recordOf({ [field]: { column: 'A', ...given } }, { A })?.[field];
  t.equal(read({ decimal: ',' }, '1.234,50'), 1234.5);
  t.equal(read({ decimal: ',' }, 1234.5), 1234.5, 'a number is one already');
  t.equal(read({ decimal: ',' }, '1,234.50'), '1,234.50', 'other figures are counted as nulled');
  t.equal(read({ decimal: ',', unit: 'thousands' }, '12,5'), 12_500);
  t.equal(read({ decimal: ',', blank: ['0'] }, '0,00'), undefined);
  t.equal(read({ decimal: '.' }, '1,234.50'), '1,234.50', 'as it stands');
  t.throws(() => read({ decimal: ',' }, '1', 'city'), /conform\.city\.decimal: city has no decimals/);
  t.throws(() => read({ decimal: ';' }, '1'), /conform\.land_value\.decimal: must be one of "\.", ","/);
});

t.test('a date can be made of several columns', async (t) => {
  const read = (dates: string, cells: Record<string, string | number | null>) =>
    recordOf({ sale_date: { column: Object.keys(cells), dates } }, cells)?.sale_date;
  t.equal(read('MM YYYY', { MO: 4, YR: 2019 }), '2019-04-01');
  t.equal(read('YYYY MM DD', { YR: '2019.0', MO: '4.0', DAY: '12.0' }), '2019-04-12');
  t.equal(read('CC YY MM', { CENTURY: 20, YR: 5, MO: 4 }), '2005-04-01');
  t.equal(read('MM YYYY', { MO: 0, YR: 0 }), '0000-00-00');
  t.equal(read('MM YYYY', { MO: null, YR: null }), undefined);
});

t.test('columns that say nothing are blank when several make a text', async (t) => {
  const cells = { A: 'N/A', B: '<Null>', C: 'WREN &amp; SONS', D: 'x' };
  const read = (value: unknown) => recordOf({ owner_name: value }, cells)?.owner_name;
  t.equal(read(['A', 'B', 'C']), 'WREN & SONS');
  t.equal(read({ function: 'join', fields: ['A', 'C', 'D'], separator: '/' }), 'WREN & SONS/x');
  t.equal(read({ function: 'format', fields: ['D', 'B'], format: '$1-$2' }), 'x');
});

t.test('the owner name may be the first of several columns that is not empty', async (t) => {
  const conform = { owner_name: { function: 'first_non_empty', fields: ['OWNER', 'TAXPAYER'] } };
  const owner = (OWNER: string | null) => recordOf(conform, { OWNER, TAXPAYER: 'THRUSH LLC' })?.owner_name;
  t.equal(owner('WREN ODETTE'), 'WREN ODETTE');
  for (const nothing of [null, '', ' ', 'NULL', '.', 'NONE'])
    t.equal(owner(nothing), 'THRUSH LLC', `${nothing}`);
});

t.test('modifiers can follow a function too', async (t) => {
  const conform = { sale_date: { function: 'first_non_empty', fields: ['A', 'B'], dates: 'YYYYMMDD' } };
  t.equal(recordOf(conform, { A: '', B: '20240209' })?.sale_date, '2024-02-09');
});

t.test('in a mailing place, a state outside the US is the country', async (t) => {
  const conform = { mailing_place: ['CITY', 'ST', 'ZIP'] };
  const cells = { CITY: 'OMAHA', ST: 'NE', ZIP: '68101' };
  const { mailing_city, mailing_state, mailing_zip, mailing_country } = recordOf(conform, cells)!;
  t.same([mailing_city, mailing_state, mailing_zip, mailing_country], ['OMAHA', 'NE', '68101', '']);
  const abroad = recordOf(conform, { CITY: 'BERN', ST: 'SWITZERLAND', ZIP: '' })!;
  t.same([abroad.mailing_state, abroad.mailing_country], ['', 'SWITZERLAND']);
});

const lines: [lines: string[], address: string, city: string, state: string, zip: string][] = [
  [['12 ELM ST', 'OMAHA NE 68101', ''], '12 ELM ST', 'OMAHA', 'NE', '68101'],
  [['WREN TRUST', '12 ELM ST', 'OMAHA NE 68101'], '12 ELM ST', 'OMAHA', 'NE', '68101'],
  [['12 ELM ST', 'APT 4', 'OMAHA NE 68101'], '12 ELM ST APT 4', 'OMAHA', 'NE', '68101'],
  [['', '12 ELM ST', 'OMAHA NE 68101'], '12 ELM ST', 'OMAHA', 'NE', '68101'],
  [['OMAHA NE 68101', '', ''], '', 'OMAHA', 'NE', '68101'],
  [['12 ELM ST', '', ''], '12 ELM ST', '', '', ''],
  [['<Null>', '12 ELM ST', 'BELVIEW                   MN 56214'], '12 ELM ST', 'BELVIEW', 'MN', '56214'],
  [['12 ELM ST', 'C/O WREN ODETTE', 'OMAHA NE 68101'], '12 ELM ST', 'OMAHA', 'NE', '68101'],
  [['C/O WREN ODETTE 12 ELM ST', 'OMAHA NE 68101', 'NULL'], '12 ELM ST', 'OMAHA', 'NE', '68101'],
  [['APT 4', '12 ELM ST', 'OMAHA NE 68101'], '12 ELM ST APT 4', 'OMAHA', 'NE', '68101'],
  [['12 ELM ST', 'OMAHA NE 68101', 'ATTN: TAX OFFICE'], '12 ELM ST', 'OMAHA', 'NE', '68101'],
  [['12 ELM ST', 'OMAHA', 'NE 68101'], '12 ELM ST', 'OMAHA', 'NE', '68101'],
  [['12 ELM ST', 'OMAHA NE', '68101'], '12 ELM ST', 'OMAHA', 'NE', '68101'],
  [['12 ELM ST', 'OMAHA NE 68101', 'USA'], '12 ELM ST', 'OMAHA', 'NE', '68101'],
  [['12 ELM ST', 'Omaha, Nebraska 68101', '-'], '12 ELM ST', 'Omaha', 'NE', '68101'],
  [['WREN &amp; SONS', 'PO BOX 7', 'OMAHA NE 68101'], 'PO BOX 7', 'OMAHA', 'NE', '68101'],
  [['', '', ''], '', '', '', ''],
];
for (const [given, address, city, state, zip] of lines) {
  t.test(`mailing lines: ${given.filter(Boolean).join(' / ') || 'none'}`, async (t) => {
    const [A, B, C] = given as [string, string, string];
    const record = recordOf({ mailing_lines: ['A', 'B', 'C'] }, { A, B, C })!;
    const { mailing_address, mailing_city, mailing_state, mailing_zip } = record;
    t.same([mailing_address, mailing_city, mailing_state, mailing_zip], [address, city, state, zip]);
  });
}

t.test('a field of its own comes before what a mailing address says', async (t) => {
  const conform = { mailing_lines: ['A'], mailing_zip: 'ZIP' };
  t.equal(recordOf(conform, { A: 'OMAHA NE 68101', ZIP: '68102' })?.mailing_zip, '68102');
});

t.test('texts become the meanings that the publisher lists; codes and numbers stay', async (t) => {
  const column = (name: string, codes: Record<string, string> | null) =>
    ({ name, alias: null, type: 'text', length: null, codes }) as const;
  const columns = [
    column('PID', null),
    column('USE', { 1: 'Single Family', 2: 'Condominium' }),
    column('Town', { L: 'QUILLTON' }),
    column('YR', { 1990: 'nineties' }),
  ];
  const conform = {
    pid: 'PID',
    land_use: 'USE',
    land_use_code: 'USE',
    city: { column: 'TOWN' },
    mailing_city: { function: 'first_non_empty', fields: ['TOWN'] },
    zoning: { function: 'map', field: 'USE', mapping: { 1: 'R' } },
    zoning_category: { column: { column: 'USE', pattern: '^([12])' }, blank: ['9'] },
    mailing_country: { first: ['PID', 'TOWN'], blank: ['7'] },
    year_built: 'YR',
  };
  const source = sourceOf(conform);
  const names = columns.map(({ name }) => name);
  const toRecord = compileConform(source.layers[0]!.conform, 'parcels', names, source.area, codesIn(columns));
  const record = (USE: string | number) =>
    toRecord({ geometry: null, cells: { PID: '7', USE, Town: 'L', YR: 1990 } });
  t.match(record(1), {
    land_use: 'Single Family',
    land_use_code: 1,
    city: 'QUILLTON',
    mailing_city: 'QUILLTON',
    zoning: 'R',
    zoning_category: '1',
    mailing_country: 'QUILLTON',
    year_built: 1990,
  });
  t.match(record('2.0'), { land_use: 'Condominium' });
  for (const other of ['9', 'constructor']) t.match(record(other), { land_use: other });
});

t.test('rows with other values are left out', async (t) => {
  const conform = { only: { TYPE: ['FEE', '2'] } };
  t.ok(recordOf(conform, { TYPE: 'FEE' }));
  t.ok(recordOf(conform, { TYPE: 2 }));
  t.equal(recordOf(conform, { TYPE: 'WATER' }), null);
  t.equal(recordOf(conform, { TYPE: null }), null);
});

t.test('a row without a sale is not a deed', async (t) => {
  const conform = { sale_date: 'SOLD', sale_price_usd: 'PRICE', document_number: 'DOC' };
  const deed = (cells: object) =>
    recordOf(conform, { SOLD: '', PRICE: '0', DOC: null, ...cells }, { kind: 'deeds' });
  t.equal(deed({}), null);
  t.equal(deed({ PRICE: '$0.00' }), null);
  t.equal(deed({ SOLD: '1900-01-01', DOC: 'N/A' }), null);
  for (const said of [{ SOLD: '2024-02-09' }, { PRICE: 1 }, { DOC: '7' }])
    t.ok(deed(said), JSON.stringify(said));
});

t.test('a county column comes before the file’s county, and three digits are completed', async (t) => {
  t.equal(recordOf({ county_fips: 'FIPS' }, { FIPS: '31055' })?.county_fips, '31055');
  t.equal(recordOf({ county_fips: 'FIPS' }, { FIPS: '5' })?.county_fips, '31005');
  t.equal(recordOf({ county_fips: 'FIPS' }, { FIPS: 55 })?.county_fips, '31055');
});

t.test('the location is that of the columns, else that of the geometry', async (t) => {
  const conform = { lat: 'LAT', lon: 'LON' };
  const { lat, lon, location } = recordOf(conform, { LAT: '41', LON: '-97' }, { geometry: POINT })!;
  t.same([lat, lon, location], ['41', '-97', undefined]);
  t.same(recordOf(conform, { LAT: '', LON: '' }, { geometry: POINT })?.location, { lat: 40.8, lon: -96.7 });
  t.same(recordOf({}, {}, { geometry: POINT })?.location, { lat: 40.8, lon: -96.7 });
  t.same(recordOf({}, {}, { kind: 'permits', geometry: POINT })?.location, { lat: 40.8, lon: -96.7 });
  t.equal(
    recordOf({ sale_date: 'D' }, { D: '2024-02-09' }, { kind: 'deeds', geometry: POINT })?.location,
    undefined,
  );
});

t.test('coordinates in another system are left to the reader of the table', async (t) => {
  const projected = sourceOf({ pid: 'PID', lat: 'Y', lon: 'X', srs: 'EPSG:2227' }).layers[0]!;
  t.match(projected.reading, { srs: 'EPSG:2227', lat: 'Y', lon: 'X' });
  t.same([...projected.conform.fields.keys()], ['pid']);
  const degrees = sourceOf({ pid: 'PID', lat: 'Y', lon: 'X', srs: 'EPSG:4326' }).layers[0]!;
  t.same([...degrees.conform.fields.keys()], ['pid', 'lat', 'lon']);
});

t.test('missing columns are listed at once, with similar names', async (t) => {
  const { layers, area } = sourceOf({
    pid: 'APN',
    city: { function: 'join', fields: ['CTY', 'ST'] },
    owner_name: 'Owner',
  });
  const compile = (columns: string[]) => compileConform(layers[0]!.conform, 'parcels', columns, area);
  t.throws(
    () => compile(['APM', 'CITY', 'OWNER', 'owner', 'ST']),
    new Error(
      'The table is not as the source file says:\n' +
        '  layers.parcels[0].conform.pid: the table has no column "APN"; did you mean "APM"?\n' +
        '  layers.parcels[0].conform.city.fields[0]: the table has no column "CTY"; did you mean "CITY"?\n' +
        '  layers.parcels[0].conform.owner_name: "Owner" may be each of the columns OWNER, owner: write it as the table does',
    ),
  );
});

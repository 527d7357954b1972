import fc from 'fast-check';
import t from 'tap';
import { toConform } from '../../../src/loading/inspect/conform.ts';
import { FIELDS } from '../../../src/loading/inspect/evidence.ts';
import { columnsOf } from '../../../src/loading/inspect/form.ts';
import { inspectTable } from '../../../src/loading/inspect/inspect.ts';
import { LAYOUTS } from '../../../src/loading/inspect/layouts.ts';
import type { Certainty, Proposal, TableKind } from '../../../src/loading/inspect/proposal.ts';
import type { Column } from '../../../src/loading/readers/table.ts';
import { column, type Row, rowsTable, square } from './tables.ts';

const ROWS = 300;
const GIVEN = 'MARY JOHN LINDA JAMES SARAH PETER NANCY FRANK'.split(' ');
const SURNAMES = 'PENNIFOLD QUARREL STREICH ALDERWICK TOMBLIN FENWRIGHT'.split(' ');
const STREETS = 'ELM ST;OAK AVE;QUARRY RD;MILL LN;HARBOR DR;2ND ST'.split(';');
const CITIES = ['QUILLTON', 'EAST QUILLTON', 'CANBY'];

const pick = <T>(list: readonly T[], i: number): T => list[i % list.length]!;
const owner = (i: number) =>
  i % 9 === 0
    ? `${pick(SURNAMES, i)} HOLDINGS ${i} LLC`
    : `${pick(SURNAMES, i)}, ${pick(GIVEN, i * 7)} ${i % 5 === 0 ? 'J' : 'R'}`;
const street = (i: number) => `${100 + i * 3} ${pick(STREETS, i)}`;
const mail = (i: number) => (i % 10 === 0 ? `PO BOX ${i + 3}` : i % 3 === 0 ? street(i + 11) : street(i));
const state = (i: number) => (i % 12 === 0 ? 'CO' : 'NE');
const land = (i: number) => 20_000 + i * 100;
const building = (i: number) => 90_000 + i * 311;
const number = (i: number) => `10-${String(17 + (i >> 2)).padStart(2, '0')}-${String(100 + i)}`;

type Maker = Record<string, (i: number) => Row[string]>;

/** A table of made-up parcels. */
function parcels(
  maker: Maker,
  more: { geometry?: boolean; columns?: readonly Column[]; rows?: number } = {},
) {
  const rows = Array.from({ length: more.rows ?? ROWS }, (_, i) =>
    Object.fromEntries(Object.entries(maker).map(([name, make]) => [name, make(i)])),
  );
  const geometry = more.geometry ? (_: Row, i: number) => square(800 + i * 10) : undefined;
  return rowsTable(rows, { geometry, columns: more.columns });
}

async function proposed(maker: Maker, more: Parameters<typeof parcels>[1] & { kind?: TableKind } = {}) {
  return (await inspectTable(parcels(maker, more), more.kind ?? 'parcels')).proposal;
}

const columnOf = ({ fields }: Proposal, field: string): string | undefined => {
  const found = fields.find((one) => one.field === field);
  return found && columnsOf(found.form).join('+');
};
const certainty = ({ fields }: Proposal, field: string): Certainty | undefined =>
  fields.find((one) => one.field === field)?.certainty;

const ROLL: Maker = {
  APN: number,
  OWN_NAME: owner,
  SITUS_ADDR: street,
  SITUS_CITY: (i) => pick(CITIES, i),
  MAIL_ADDR: mail,
  MAIL_CITY: (i) => pick(CITIES, i),
  MAIL_STATE: state,
  MAIL_ZIP: (i) => String(68_500 + (i % 20)),
  LAND_VAL: land,
  BLDG_VAL: building,
  TOTAL_VAL: (i) => land(i) + building(i),
  YR_BLT: (i) => 1900 + (i % 110),
  SALE_DT: (i) => `${(i % 12) + 1}/${(i % 28) + 1}/${1990 + (i % 30)}`,
  SALE_PRICE: (i) => (i % 4 === 0 ? 0 : 150_000 + i * 500),
};

const questionOf = ({ fields }: Proposal, field: string) =>
  fields.find((one) => one.field === field)?.question;

t.test('one date determines the order of month and day; without one, the order is asked for', async (t) => {
  const dated = (SALE_DT: (i: number) => string) => proposed({ ...ROLL, SALE_DT });
  const open = (i: number) => `0${(i % 9) + 1}/0${((i * 7) % 9) + 1}/20${10 + (i % 9)}`;
  const asked = await dated(open);
  t.match(questionOf(asked, 'sale_date'), {
    words: 'The dates of SALE_DT (sale_date) can be read in two orders, MM/DD/YYYY and DD/MM/YYYY.',
    options: [{ dates: 'MM/DD/YYYY' }, { dates: 'DD/MM/YYYY' }],
  });
  t.match(asked.auto, { ready: false, undecided: [/two orders/] });
  for (const [told, dates] of [
    ['05/13/2014', 'MM/DD/YYYY'],
    ['13/05/2014', 'DD/MM/YYYY'],
  ] as const) {
    const proposal = await dated((i) => (i === 7 ? told : open(i)));
    t.match(toConform(proposal), { sale_date: { column: 'SALE_DT', dates } }, told);
    t.equal(questionOf(proposal, 'sale_date'), undefined, told);
    t.ok(proposal.auto.ready, told);
  }
  const short = await dated((i) => (i === 7 ? '5/13/14' : open(i).replace('/20', '/')));
  t.match(toConform(short), { sale_date: { dates: 'MM/DD/YY' } });
  const unpadded = await dated((i) => `2014-${(i % 12) + 1}-${(i % 28) + 1}`);
  t.match(toConform(unpadded), { sale_date: { dates: 'YYYY-MM-DD' } }, 'days without zeros need their form');
});

t.test(
  'parcel numbers that condominiums share are a guess unless the name says so, and are asked for',
  async (t) => {
    const { APN: _, ...rest } = ROLL;
    for (const different of [0.95, 0.88]) {
      const proposal = await proposed({ MBP: (i) => number(i % Math.round(ROWS * different)), ...rest });
      t.equal(certainty(proposal, 'parcel_id'), 'guess');
      t.match(questionOf(proposal, 'parcel_id'), { options: [{ column: 'MBP' }] });
      t.match(toConform(proposal), { pid: { decide: /not certain/, could_be: ['MBP'] } });
      t.equal(toConform(proposal, { tried: true }).pid, 'MBP');
    }
  },
);

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

t.test('a plain roll is certain in everything, and ready to load', async (t) => {
  const proposal = await proposed(ROLL);
  const columns = Object.fromEntries(
    proposal.fields.map(({ field, form }) => [field, columnsOf(form).join('+')]),
  );
  t.strictSame(columns, {
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
  t.strictSame(proposal.auto, { ready: true, undecided: [] });
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
  t.match(
    swapped.remarks.join('\n'),
    /OWN_NAME is named like owner_name, but 0 % of its values read as names/,
  );

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
  t.equal(same.auto.ready, false);
});

t.test('parcel and mailing addresses with swapped names are swapped back', async (t) => {
  const { SITUS_ADDR, SITUS_CITY, MAIL_ADDR, MAIL_CITY, MAIL_STATE, MAIL_ZIP, ...rest } = ROLL;
  const turned = await proposed({
    ...rest,
    SITUS_ADDR: mail,
    SITUS_CITY: (i) => pick(CITIES, i),
    SITUS_STATE: state,
    MAIL_ADDR: street,
    MAIL_STATE: () => 'NE',
  });
  t.equal(columnOf(turned, 'street'), 'MAIL_ADDR');
  t.equal(columnOf(turned, 'mailing_address'), 'SITUS_ADDR');
  t.equal(columnOf(turned, 'mailing_state'), 'SITUS_STATE');
  t.equal(certainty(turned, 'street'), 'likely');
  t.match(turned.remarks.join('\n'), /taken the other way around/);
});

t.test('an address whose name gives no side is assigned by its values', async (t) => {
  const { SITUS_ADDR, SITUS_CITY, MAIL_ADDR, MAIL_CITY, MAIL_STATE, MAIL_ZIP, ...rest } = ROLL;
  const boxes = await proposed({
    ...rest,
    ADDRESS: mail,
    CITY: (i) => pick(CITIES, i),
    STATE: state,
    ZIP: (i) => String(68_500 + (i % 9)),
  });
  t.equal(columnOf(boxes, 'mailing_address'), 'ADDRESS', 'post-office boxes are mail');
  t.equal(columnOf(boxes, 'mailing_state'), 'STATE');
  t.equal(columnOf(boxes, 'city'), undefined);
  const plain = await proposed({ ...rest, ADDRESS: street, CITY: (i) => pick(CITIES, i) });
  t.equal(columnOf(plain, 'street'), 'ADDRESS', 'streets without a single box are parcels’');
  const oneLine = await proposed({ ...rest, SITUS: (i) => `${street(i)}, ${pick(CITIES, i)}, NE 68501` });
  t.equal(columnOf(oneLine, 'address'), 'SITUS');
  const lines = await proposed({
    ...rest,
    OWNER_ADDR1: mail,
    OWNER_ADDR2: () => '',
    OWNER_ADDR3: (i) => `${pick(CITIES, i)} ${state(i)} 68501`,
  });
  t.strictSame(toConform(lines).mailing_lines, ['OWNER_ADDR1', 'OWNER_ADDR2', 'OWNER_ADDR3']);
  const parts = await proposed({
    ...rest,
    ST_NUM: (i) => 100 + i,
    ST_DIR: () => 'N',
    ST_NAME: (i) => pick(['ELM', 'OAK'], i),
    ST_TYPE: () => 'ST',
  });
  t.match(toConform(parts), { number: 'ST_NUM', street: ['ST_DIR', 'ST_NAME', 'ST_TYPE'] });
});

t.test('if two columns spell one parcel number, the printed spelling is chosen', async (t) => {
  const sorted = await proposed({
    APN_SORT: (i) => `0010 ${number(i).replaceAll('-', '').padStart(9, '0')}`,
    APN: number,
    OWN_NAME: owner,
  });
  t.equal(columnOf(sorted, 'parcel_id'), 'APN');
  const joined = (i: number) => Number(number(i).replaceAll('-', ''));
  const figures = await proposed({ PPN: joined, PNUM: number, OWN_NAME: owner });
  t.equal(columnOf(figures, 'parcel_id'), 'PNUM');
  t.equal(certainty(figures, 'parcel_id'), 'certain');
  t.match(figures.fields[0]!.reason, /PPN writes the same number in another way/);
});

t.test('a parcel number in several columns is joined', async (t) => {
  const lots: Maker = {
    BLOCK: (i) => String(10 + (i >> 3)),
    LOT: (i) => `${(i & 7) + 1}.01`,
    OWN_NAME: owner,
  };
  const two = await proposed(lots);
  t.equal(columnOf(two, 'parcel_id'), 'BLOCK+LOT');
  t.equal(certainty(two, 'parcel_id'), 'certain');
  t.match(toConform(two).pid, { function: 'join', fields: ['BLOCK', 'LOT'], separator: '-' });
  const three = await proposed({
    ...lots,
    LOT: (i) => String(((i & 7) >> 1) + 1),
    QUALIFIER: (i) => `C${(i & 1) + 1}`,
  });
  t.equal(columnOf(three, 'parcel_id'), 'BLOCK+LOT+QUALIFIER');
});

t.test('numbers written 75.0 are numbers, and row numbers are not parcel numbers', async (t) => {
  const floats = await proposed({ PARCEL_ID: (i) => `${4_500_000 + i * 37}.0`, OWN_NAME: owner });
  t.equal(columnOf(floats, 'parcel_id'), 'PARCEL_ID');
  t.match(floats.fields[0]!.reason, /written with \.0, which is dropped/);
  const counting = await proposed({ PARCEL_ID: (i) => i + 100, PIN: number, OWN_NAME: owner });
  t.equal(columnOf(counting, 'parcel_id'), 'PIN');
  const unnamed = await proposed({ OBJECTID: (i) => i + 1, REF_A: number, OWN_NAME: owner });
  t.equal(columnOf(unnamed, 'parcel_id'), 'REF_A');
  t.equal(certainty(unnamed, 'parcel_id'), 'guess');
  t.match(unnamed.auto, { ready: false, undecided: [/parcel number is not certain/] });
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

t.test('rows that are not parcels are left out, with a remark', async (t) => {
  const proposal = await proposed(
    { APN: number, POLY_TYPE: (i) => (i % 20 === 0 ? 'WATER' : i % 2 ? 'FEE' : 'TAX') },
    { geometry: true },
  );
  t.match(toConform(proposal).only, { POLY_TYPE: ['FEE', 'TAX'] });
  t.match(proposal.remarks.join('\n'), /POLY_TYPE marks 15 rows that are not parcels/);
  t.equal(proposal.location, 'geometry');
  t.equal(proposal.auto.ready, true, 'a number and outlines are enough');
});

t.test('missing fields are named', async (t) => {
  const bare = await proposed({ APN: number });
  t.match(bare.missing.join('\n'), /No owner’s name.*No address.*No coordinates or outlines/s);
  t.match(bare.auto, { ready: false, undecided: [/No owner, address or location/] });
  const empty = await proposed({ APN: number }, { rows: 0 });
  t.equal(empty.auto.ready, false);
  const few = await proposed(ROLL, { rows: 2 });
  t.ok(
    few.fields.every((one) => one.certainty !== 'certain' || one.field === 'parcel_id'),
    'two rows prove little',
  );
});

t.test('each known layout names a column once, and only known fields and existing columns', async (t) => {
  const names = new Set(LAYOUTS.map(({ name }) => name));
  t.equal(names.size, LAYOUTS.length);
  const known = new Set<string>([...Object.values(FIELDS).flat(), 'street', 'mailing_city_line']);
  for (const { name, marks, fields, ignored } of LAYOUTS) {
    t.ok(marks.length >= 7, `${name} is told by enough names`);
    const used = [...fields.values()].flat();
    t.equal(new Set(used).size, used.length, name);
    t.strictSame(
      [
        ...used.filter((column) => ignored.includes(column)),
        ...[...fields.keys()].filter((field) => !known.has(field)),
      ],
      [],
      name,
    );
  }
});

t.test('a known layout is recognized in any case and cut to ten letters', async (t) => {
  const florida: Maker = {
    co_no: () => 55,
    parcel_id: (i) => `12-34-${1000 + i}`,
    asmnt_yr: () => new Date().getUTCFullYear(),
    dor_uc: (i) => String((i % 9) + 10).padStart(3, '0'),
    jv: (i) => land(i) + building(i) + 5_000,
    av_nsd: (i) => land(i) + building(i),
    tv_nsd: building,
    lnd_val: land,
    tot_lvg_ar: (i) => 900 + i,
    sale_prc1: (i) => 100_000 + i,
    own_name: owner,
    own_addr1: mail,
    phy_addr1: street,
  };
  const proposal = await proposed(florida);
  t.equal(proposal.layout, 'Florida tax roll (NAL)');
  t.equal(columnOf(proposal, 'market_value'), 'jv');
  t.equal(columnOf(proposal, 'total_assessed_value'), 'av_nsd');
  t.equal(columnOf(proposal, 'building_sqft'), 'tot_lvg_ar');
  t.equal(columnOf(proposal, 'tax_year'), 'asmnt_yr');
  const against = await proposed({ ...florida, own_name: street });
  t.equal(columnOf(against, 'owner_name'), undefined, 'values decide there too');
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
  await fc.assert(
    fc.asyncProperty(
      tables,
      fc.constantFrom('parcels', 'deeds', 'permits'),
      async ({ columns, rows }, kind) => {
        const cells = rows.map((row) => Object.fromEntries(columns.map((one, i) => [one, row[i]!])));
        const table = rowsTable(cells, { columns: columns.map((one) => column(one)) });
        const { proposal } = await inspectTable(table, kind);
        const fields = proposal.fields.map(({ field }) => field);
        const used = proposal.fields.flatMap(({ form }) => columnsOf(form));
        return new Set(fields).size === fields.length && used.every((one) => columns.includes(one));
      },
    ),
  );
});

const patternOf = ({ fields }: Proposal, field: string) => {
  const form = fields.find((one) => one.field === field)?.form;
  return form && 'column' in form && form.pattern !== undefined ? new RegExp(form.pattern) : undefined;
};

t.test('a city at the end of an address is found, after a comma or after the street', async (t) => {
  const { SITUS_CITY, MAIL_CITY, MAIL_STATE, MAIL_ZIP, ...roll } = ROLL;
  const comma = await proposed({
    ...roll,
    SITUS_ADDR: (i) => `${street(i)}, ${pick(CITIES, i)}`,
    MAIL_ADDR: (i) => `${street(i + 5)}, ${pick(CITIES, i)}, ${state(i)} ${68_500 + (i % 20)}`,
  });
  t.equal(columnOf(comma, 'city'), 'SITUS_ADDR');
  t.equal(patternOf(comma, 'city')?.exec('12 ELM ST, EAST QUILLTON')?.[1], 'EAST QUILLTON');
  t.equal(columnOf(comma, 'mailing_city'), 'MAIL_ADDR');
  t.equal(patternOf(comma, 'mailing_city')?.exec('9 OAK AVE, CANBY, NE 68501')?.[1], 'CANBY');
  t.equal(patternOf(comma, 'mailing_state')?.exec('9 OAK AVE, CANBY, NE 68501')?.[1], 'NE');
  t.equal(patternOf(comma, 'mailing_zip')?.exec('9 OAK AVE, CANBY, NE 68501')?.[1], '68501');

  const twice = await proposed({
    ...roll,
    SITEADDRESS: (i) => `${street(i)} ${pick(CITIES, i)}, NE ${68_500 + (i % 20)}`,
    CITY: (i) => pick(CITIES, i),
    ZIP: (i) => String(68_500 + (i % 20)),
  });
  t.equal(columnOf(twice, 'city'), 'CITY', 'a column of its own comes first');
  t.equal(columnOf(twice, 'zip'), 'ZIP');

  const plain = await proposed({ ...roll, SITUS_ADDR: (i) => `${street(i)} ${pick(CITIES, i)}` });
  t.equal(columnOf(plain, 'city'), 'SITUS_ADDR');
  t.equal(patternOf(plain, 'city')?.exec('12 ST PAUL AVE EAST QUILLTON')?.[1], 'EAST QUILLTON');
  t.equal(patternOf(plain, 'city')?.exec('12 ELM ST UNIT B'), null, 'a unit is no city');
  const none = await proposed({ ...roll, SITUS_ADDR: (i) => `${street(i)}${i % 3 ? '' : ' REAR'}` });
  t.equal(columnOf(none, 'city'), undefined);
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
    sale_date: { function: 'join', fields: ['SALE_YEAR', 'SALE_MONTH'], separator: '-', dates: 'YYYY-MM' },
  });
});

t.test('numbered address lines are assigned by their values', async (t) => {
  const { MAIL_ADDR, MAIL_CITY, MAIL_STATE, MAIL_ZIP, ...roll } = ROLL;
  const proposal = await proposed({
    ...roll,
    MAIL_ADDR1: MAIL_ADDR!,
    MAIL_ADDR2: MAIL_CITY!,
    MAIL_ADDR3: MAIL_STATE!,
    ZIP: MAIL_ZIP!,
  });
  t.equal(columnOf(proposal, 'mailing_address'), 'MAIL_ADDR1');
  t.equal(columnOf(proposal, 'mailing_city'), 'MAIL_ADDR2');
  t.equal(columnOf(proposal, 'mailing_state'), 'MAIL_ADDR3');
  t.equal(columnOf(proposal, 'mailing_zip'), 'ZIP');
});

t.test('a column named for something else is not the parcel number', async (t) => {
  const { APN, ...roll } = ROLL;
  const proposal = await proposed({
    OBJECTID: (i) => 33_742_465 + i * 37,
    ...roll,
    LOTKEY9: (i) => `A${1000 + i}`,
  });
  t.not(columnOf(proposal, 'parcel_id'), 'OBJECTID');
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
  const expected = {
    sale_date: 'S_DATE',
    sale_price: 'S_AMT',
    owner_name: 'OWNAM1',
    building_sqft: 'RESQFT',
    land_value: 'MKLND',
    improvement_value: 'MKIMP',
    market_value: 'MKTTL',
    lot_sqft: 'Lot Sq. Ft',
  };
  for (const [field, column] of Object.entries(expected)) t.equal(columnOf(proposal, field), column, field);
});

t.test('an address that begins with the house numbers of another column is the parcel’s', async (t) => {
  const { SITUS_ADDR, MAIL_ADDR, ...roll } = ROLL;
  const proposal = await proposed({
    ...roll,
    ADDR_NUM: (i) => 100 + i * 3,
    ADDR_ST: (i) => pick(['ST', 'AVE'], i),
    ADDR_FULL: SITUS_ADDR!,
    FULLADDR: SITUS_ADDR!,
    KCTP_ADDR: MAIL_ADDR!,
  });
  t.match(columnOf(proposal, 'street'), /^(?:ADDR_FULL|FULLADDR)$/);
  t.equal(columnOf(proposal, 'mailing_address'), 'KCTP_ADDR');
});

t.test('a house number is joined with a street that is named as the address', async (t) => {
  const { SITUS_ADDR, ...roll } = ROLL;
  const proposal = await proposed({
    ...roll,
    PROPERTYHOUSENUM: (i) => 100 + i,
    PROPERTYADDRESS: (i) => pick(STREETS, i),
  });
  t.equal(columnOf(proposal, 'street'), 'PROPERTYHOUSENUM+PROPERTYADDRESS');
});

t.test('numbered lines of both addresses are assigned by their values', async (t) => {
  const { SITUS_ADDR, SITUS_CITY, MAIL_ADDR, MAIL_CITY, MAIL_STATE, MAIL_ZIP, ...roll } = ROLL;
  const proposal = await proposed({
    ...roll,
    SITE_ADDR_1: SITUS_ADDR!,
    SITE_ADDR_2: SITUS_CITY!,
    SITE_ADDR_3: (i) => String(68_500 + (i % 9)),
    NOTICE_ADDR_1: MAIL_ADDR!,
    NOTICE_ADDR_2: (i) => `${pick(CITIES, i)} ${state(i)}`,
    NOTICE_ADDR_3: MAIL_ZIP!,
  });
  const expected = {
    street: 'SITE_ADDR_1',
    city: 'SITE_ADDR_2',
    zip: 'SITE_ADDR_3',
    mailing_city: 'NOTICE_ADDR_2',
    mailing_zip: 'NOTICE_ADDR_3',
  };
  for (const [field, column] of Object.entries(expected)) t.equal(columnOf(proposal, field), column, field);
});

t.test(
  'a city named for mail is never certainly that of the mail without an address for letters',
  async (t) => {
    const proposal = await proposed({
      APN: number,
      SITUS_ADDR: street,
      MAILING_CITY: (i) => pick(CITIES, i),
    });
    t.not(certainty(proposal, 'mailing_city'), 'certain');
  },
);

t.test('in deeds, a number is certainly the parcel’s only when its name says so', async (t) => {
  const deeds = (name: string) =>
    proposed(
      {
        [name]: (i) => 3_000_000 + i * 37,
        DocumentDate: (i) => `${(i % 12) + 1}/${(i % 28) + 1}/${1990 + (i % 30)}`,
        SalePrice: (i) => 100_000 + i * 10,
        SellerName: owner,
        SALEDESC: (i) => pick(['VALID SALE', 'LOVE AND AFFECTION'], i),
      },
      { kind: 'deeds' },
    );
  for (const name of ['Serial Number', 'ExciseTaxNbr'])
    t.not(certainty(await deeds(name), 'parcel_id'), 'certain', name);
  const named = await deeds('ParcelNumber');
  t.equal(certainty(named, 'parcel_id'), 'certain');
  t.equal(columnOf(named, 'sale_date'), 'DocumentDate');
  t.equal(columnOf(named, 'is_arm_length'), 'SALEDESC');
});

t.test(
  'lines of an address that are named as the taxpayer are the mail’s, and city and state come from one line',
  async (t) => {
    const { MAIL_ADDR, MAIL_CITY, MAIL_STATE, MAIL_ZIP, ...roll } = ROLL;
    const proposal = await proposed({
      ...roll,
      TAXPAYER_NM: owner,
      TAXPAYER_NM_1: MAIL_ADDR!,
      TAXPAYER_NM_2: (i) => `${pick(CITIES, i)} ${state(i)} ${68_500 + (i % 20)}`,
      MAILING_MUNI_NM: (i) => pick(CITIES, i + 1),
    });
    t.strictSame(toConform(proposal).mailing_lines, ['TAXPAYER_NM_1', 'TAXPAYER_NM_2']);
  },
);

t.test('a point in one column is read in both of its usual forms', async (t) => {
  const permit: Maker = {
    'Permit Number': (i) => `B-${i + 1000}`,
    Status: (i) => pick(['Issued', 'Done'], i),
  };
  const lat = (i: number) => `40.8${String(i).padStart(4, '0')}`;
  for (const point of [
    (i: number) => `(${lat(i)}, -96.71234)`,
    (i: number) => `${street(i)} (${lat(i)}, -96.71234)`,
    (i: number) => `POINT (-96.71234 ${lat(i)})`,
  ]) {
    const proposal = await proposed({ ...permit, Location: point }, { kind: 'permits' });
    t.equal(proposal.location, 'columns');
    t.equal(patternOf(proposal, 'lat')?.exec(point(7))?.[1], '40.80007');
    t.equal(patternOf(proposal, 'lon')?.exec(point(7))?.[1], '-96.71234');
  }
});

t.test('block and lot are a guess at the parcel number of deeds and permits', async (t) => {
  const lots: Maker = { Block: (i) => String(10 + (i >> 3)), Lot: (i) => String((i & 7) + 1) };
  const deed = { ...lots, 'Sale Date': ROLL.SALE_DT!, 'Sale Price': ROLL.SALE_PRICE! };
  const deeds = await proposed(deed, { kind: 'deeds' });
  t.equal(columnOf(deeds, 'parcel_id'), 'Block+Lot');
  t.notOk(deeds.auto.ready);
  t.match(toConform(deeds), { pid: { decide: /Block \+ Lot/, could_be: [{ fields: ['Block', 'Lot'] }] } });
  const permit = { ...lots, 'Permit Number': (i: number) => `B-${i + 1000}`, 'Issue Date': ROLL.SALE_DT! };
  const permits = await proposed(permit, { kind: 'permits' });
  t.equal(columnOf(permits, 'parcel_id'), 'Block+Lot');
  t.equal(toConform(permits).pid, undefined, 'a guess is left out');
  t.notMatch(permits.auto.undecided, [/parcel number/]);
});

t.test('a parcel number that is only likely is asked for in the written file too', async (t) => {
  const sale = {
    'Accout Number': (i: number) => `R00${10_000 + i}`,
    'Sale Date': ROLL.SALE_DT!,
    'Sale Price': ROLL.SALE_PRICE!,
  };
  const proposal = await proposed(sale, { kind: 'deeds' });
  t.equal(certainty(proposal, 'parcel_id'), 'likely');
  t.match(toConform(proposal), { pid: { decide: /not certain/, could_be: ['Accout Number'] } });
});

t.test('state and ZIP code of a line are kept where the city is only a guess', async (t) => {
  const line = (part: 'city' | 'state' | 'zip') => ({ cityLine: ['MAIL2'], part });
  const field = (name: string, form: object, certainty: string) => ({
    field: name,
    form,
    certainty,
    reason: '',
  });
  const fields = [
    field('mailing_address', { column: 'MAIL1' }, 'likely'),
    field('mailing_city', { column: 'TOWN' }, 'guess'),
    field('mailing_state', line('state'), 'likely'),
    field('mailing_zip', line('zip'), 'likely'),
  ];
  const proposal = { ...(await proposed({ APN: ROLL.APN! })), fields } as unknown as Proposal;
  t.match(toConform(proposal), { mailing_lines: ['MAIL1', 'MAIL2'], mailing_state: undefined });
});

t.test('the date of reception is when a deed was recorded, not when the parcel was sold', async (t) => {
  const deeds = await proposed(
    {
      PARCEL_NUM: (i) => number(i >> 1),
      RECEPTION_NUM: (i) => `2020${100_000 + i}`,
      RECEPTION_DATE: (i) =>
        `2020-${String((i % 12) + 1).padStart(2, '0')}-${String((i % 28) + 1).padStart(2, '0')}`,
      SALE_PRICE: (i) => 100_000 + i * 10,
      GRANTEE: (i) => `${pick(SURNAMES, i)},${pick(GIVEN, i * 7)}`,
    },
    { kind: 'deeds' },
  );
  t.equal(columnOf(deeds, 'recorded_date'), 'RECEPTION_DATE');
  t.equal(columnOf(deeds, 'document_number'), 'RECEPTION_NUM');
  t.equal(columnOf(deeds, 'sale_date'), undefined);
  t.equal(columnOf(deeds, 'grantee'), 'GRANTEE', 'names need no blank behind the comma');
});

t.test(
  'a property class is not taken for a kind of street, nor the value of fixtures for the total',
  async (t) => {
    const { SITUS_ADDR, TOTAL_VAL, ...roll } = ROLL;
    const proposal = await proposed({
      ...roll,
      SITE_NUM: (i) => 100 + i,
      SITE_STREET: (i) => pick(STREETS, i),
      PROPTYPE: (i) => pick(['R', 'C', 'A'], i),
      ASSESSED_FIXTURES_VALUE: (i) => 500 + (i % 40) * 25,
    });
    t.equal(columnOf(proposal, 'street'), 'SITE_NUM+SITE_STREET');
    t.equal(toConform(proposal).total_assessed_value, undefined);
  },
);

import t from 'tap';
import type { PublishedRow, ReadRows } from '../../../src/ingest/adapters/adapter.ts';
import { lebanonNhParcels } from '../../../src/ingest/adapters/lebanon-nh-parcels.ts';
import { lincolnNeParcels } from '../../../src/ingest/adapters/lincoln-ne-parcels.ts';
import { raleighNcParcels } from '../../../src/ingest/adapters/raleigh-nc-parcels.ts';

/** A reader of tables in memory, by file name. */
const reading = (tables: Record<string, PublishedRow[]>): ReadRows =>
  async function* (file) {
    yield* tables[file] ?? [];
  };

const lincoln = {
  PARCELID: '0100100001000',
  GIS_AREA: '8712',
  CLASSCD: 'R1',
  SITEADDRES: '12 S 48TH ST, LINCOLN, NE  68510',
  OWNERNME1: 'DOE, PAT',
  PSTLADDRES: 'Attn: KIM ROE 500 ELM ST STE 2',
  PSTLCITY: 'OMAHA',
  PSTLSTATE: 'NE',
  PSTLZIP5: '68101',
  RESFLRAREA: '0',
  RESYRBLT: '1920',
  RESSTRTYP: '1 1/2 Story TH End Unit',
  CNTASSDVAL: '0',
  PRIMEUSE: 'Single Family',
  lat: '40.8',
  lng: '-96.7',
};
const fromLincoln = (changed: Partial<typeof lincoln> = {}) =>
  lincolnNeParcels.map({ ...lincoln, ...changed }, undefined)[0]!;

t.test('Lincoln: a parcel', async (t) => {
  t.match(fromLincoln(), {
    county_fips: '31109',
    parcel_id: '0100100001000',
    street: '12 S 48TH ST',
    unit: '',
    city: 'LINCOLN',
    zip: '68510',
    lat: '40.8',
    lon: '-96.7',
    owner_name: 'DOE, PAT',
    mailing_address: '500 ELM ST STE 2',
    mailing_city: 'OMAHA',
    mailing_state: 'NE',
    total_assessed_value: '0',
    acreage: 0.2,
    lot_sqft: 8712,
    building_sqft: '',
    year_built: '1920',
    stories: 1.5,
    land_use_code: 'R1',
    land_use: 'Single Family',
  });
});

t.test('Lincoln: situs lines', async (t) => {
  const cases: [string, string, string, string, string][] = [
    ['7 ELM ST, UNIT #4, LINCOLN, NE  68504', '7 ELM ST', 'UNIT #4', 'LINCOLN', '68504'],
    ['7 ELM ST, LOT #2, PLEASANT DALE, NE', '7 ELM ST', 'LOT #2', 'PLEASANT DALE', ''],
    ['7 ELM ST, ROCA, NE', '7 ELM ST', '', 'ROCA', ''],
    ['7 ELM ST, LINCOLN  68520', '7 ELM ST', '', 'LINCOLN', '68520'],
    ['7 ELM ST', '7 ELM ST', '', '', ''],
    ['99999 **NO SITUS** ST, RURAL, NE', '', '', '', ''],
    ['99999 **NO ADDRESS** ST, FIRTH, NE', '', '', 'FIRTH', ''],
    ['', '', '', '', ''],
  ];
  for (const [SITEADDRES, street, unit, city, zip] of cases) {
    const { street: s, unit: u, city: c, zip: z } = fromLincoln({ SITEADDRES });
    t.same([s, u, c, z], [street, unit, city, zip], SITEADDRES);
  }
});

t.test('Lincoln: areas in square feet or acres', async (t) => {
  const cases: [string, unknown, unknown][] = [
    ['4356 sq.ft', 0.1, 4356],
    ['2.5 a', 2.5, 108_900],
    ['28400.5', 0.652, 28_400.5],
    ['0', undefined, undefined],
    ['', undefined, ''],
    ['about 2', undefined, 'about 2'],
  ];
  for (const [GIS_AREA, acreage, lotSqft] of cases) {
    const found = fromLincoln({ GIS_AREA });
    t.same([found.acreage, found.lot_sqft], [acreage, lotSqft], GIS_AREA);
  }
});

t.test('Lincoln: stories', async (t) => {
  const cases: [string, number | null][] = [
    ['1 Story', 1],
    ['2 1/2 Story Duplex', 2.5],
    ['Split Foyer', null],
    ['', null],
  ];
  for (const [RESSTRTYP, stories] of cases) t.equal(fromLincoln({ RESSTRTYP }).stories, stories, RESSTRTYP);
});

const raleigh = {
  PIN_NUM: '0700000001',
  CALC_AREA: '0.25',
  BLDG_VAL: '200',
  LAND_VAL: '100',
  TOTAL_VALUE_ASSD: '300',
  HEATEDAREA: '',
  SITE_ADDRESS: '7 ELM ST',
  CITY_DECODE: '',
  YEAR_BUILT: '1952',
  TYPE_USE_DECODE: 'SINGLFAM',
  LAND_CLASS_DECODE: 'Residential Less Than 10 Acres',
  ZIPNUM: '27601',
};
const owner = {
  PIN_NUM: '0700000001',
  OWNER_LINE1: 'DOE, PAT',
  OWNER_LINE2: 'ROE, KIM',
  ADDRESS_LINE1: '9 OAK AVE',
  ADDRESS_LINE2: 'RALEIGH NC 27609-0001',
  ADDRESS_LINE3: '',
  PHYSICAL_CITY: 'WENDELL',
  TOTAL_SALE_PRICE: '150000',
  TOTAL_SALE_DATE: '3/8/2003',
};

async function fromRaleigh(
  changedOwner: Partial<typeof owner> | null,
  changed: Partial<typeof raleigh> = {},
) {
  const owners = changedOwner === null ? [] : [{ ...owner, ...changedOwner }];
  const side = await raleighNcParcels.prepare!(
    ['parcels.csv', 'owners.csv'],
    reading({ 'owners.csv': owners }),
  );
  return raleighNcParcels.map({ ...raleigh, ...changed }, side)[0]!;
}

t.test('Raleigh: a parcel with its owner', async (t) => {
  t.match(await fromRaleigh({}), {
    county_fips: '37183',
    parcel_id: '0700000001',
    street: '7 ELM ST',
    city: 'WENDELL',
    zip: '27601',
    owner_name: 'DOE, PAT',
    owner_name_2: 'ROE, KIM',
    mailing_address: '9 OAK AVE',
    mailing_city: 'RALEIGH',
    mailing_state: 'NC',
    mailing_zip: '27609-0001',
    sale_price: '150000',
    sale_date: '2003-03-08',
    total_assessed_value: '300',
    land_value: '100',
    improvement_value: '200',
    acreage: 0.25,
    lot_sqft: 10_890,
    building_sqft: '',
    year_built: '1952',
  });
});

t.test('Raleigh: quirks', async (t) => {
  t.equal(
    (await fromRaleigh({ OWNER_LINE2: '(NAME CHANGE PER TAXPAYER)' })).owner_name_2,
    '',
    'a remark is not an owner',
  );
  const unsold = await fromRaleigh({ TOTAL_SALE_PRICE: '0', TOTAL_SALE_DATE: '' });
  t.same([unsold.sale_price, unsold.sale_date], ['', ''], 'a price of 0 without a date is not a sale');
  const alone = await fromRaleigh(null, { CITY_DECODE: 'CARY' });
  t.same([alone.city, alone.owner_name], ['CARY', undefined], 'a parcel without an owner row');
  const cases: [string, string, string, string, string][] = [
    ['C/O KIM ROE', '9 OAK AVE', 'CARY NC 27511', '9 OAK AVE', 'CARY'],
    ['9 OAK AVE', 'UNIT 7', 'CARY NC 27511', '9 OAK AVE UNIT 7', 'CARY'],
    ['9 BIRCH RD', 'HILLTOP QC J1A 2B3', '', '9 BIRCH RD', 'HILLTOP'],
    ['9 OAK AVE', '', '', '9 OAK AVE', ''],
  ];
  for (const [ADDRESS_LINE1, ADDRESS_LINE2, ADDRESS_LINE3, street, city] of cases) {
    const found = await fromRaleigh({ ADDRESS_LINE1, ADDRESS_LINE2, ADDRESS_LINE3 });
    t.same(
      [found.mailing_address, found.mailing_city],
      [street, city],
      `${ADDRESS_LINE1} / ${ADDRESS_LINE2}`,
    );
  }
  await t.rejects(
    raleighNcParcels.prepare!(['parcels.csv'], reading({})),
    /owners\.csv/,
    'the owners file is needed',
  );
});

const lebanon = {
  parcel_id: '990-11-1201',
  situs_address: '7 ELM ST #4 ',
  owner_name: 'DOE, PAT &',
  mailing_address1: '9 OAK AVE',
  mailing_city: 'LEBANON ',
  mailing_state: 'NH',
  mailing_zip: ' 03766',
  class_code: '1020',
  lot_size_acres: '0.0',
  land_value: '0',
  building_value: '105000',
  total_value: '105000',
  'nhdra_own name': 'DOE, PAT &',
  'nhdra_co own name': 'ROE, KIM',
  nhdra_saleprice: '0.0',
  nhdra_saledate: '2017-07-17 00:00:00',
  'nhdra_lnd zone': 'R3',
  'nhdra_cns area living': '0.0',
  'nhdra_vns ayb': '1963.0',
  'nhdra_vns num bedrm': '3.0',
  'nhdra_vns num baths': '1.0',
  'nhdra_vns num hbaths': '1.0',
  'nhdra_vns stories': '1T',
};
const centroids = [
  { MAP_LOT: 'na', lat: '1', lng: '1', Shape_Area: '9' },
  { MAP_LOT: '990-11', lat: '43.1', lng: '-72.1', Shape_Area: '5' },
  { MAP_LOT: '990-11', lat: '43.2', lng: '-72.2', Shape_Area: '50' },
  { MAP_LOT: '990-11', lat: '43.3', lng: '-72.3', Shape_Area: '7' },
];

async function fromLebanon(changed: Partial<typeof lebanon> = {}) {
  const tables = reading({ 'centroids.csv': centroids });
  const side = await lebanonNhParcels.prepare!(['parcels.csv', 'centroids.csv'], tables);
  return lebanonNhParcels.map({ ...lebanon, ...changed }, side)[0]!;
}

t.test('Lebanon: a condominium unit has the point of its lot, the largest piece', async (t) => {
  t.match(await fromLebanon(), {
    county_fips: '33009',
    parcel_id: '990-11-1201',
    lat: '43.2',
    lon: '-72.2',
    owner_name: 'DOE, PAT',
    owner_name_2: 'ROE, KIM',
    mailing_city: 'LEBANON',
    mailing_zip: '03766',
    zoning: 'R3',
    zoning_category: 'residential',
    acreage: '',
    lot_sqft: '',
    building_sqft: '',
    bathrooms: 1.5,
    stories: 1.75,
    sale_price: '0.0',
  });
  t.equal((await fromLebanon({ parcel_id: '990-11' })).lat, '43.2', 'the lot itself');
  t.equal((await fromLebanon({ parcel_id: '99-1' })).lat, undefined, 'an unknown lot');
  t.equal((await fromLebanon({ parcel_id: 'na' })).lat, undefined, 'na is not a lot');
});

t.test('Lebanon: streets of West Lebanon are another street than those of the same name', async (t) => {
  t.match(await fromLebanon({ situs_address: '3 ELM STWEST ', mailing_address1: '3 ELM STWEST' }), {
    street: '3 ELM ST WEST ',
    mailing_address: '3 ELM ST WEST',
  });
});

t.test('Lebanon: co-owners', async (t) => {
  const cases: [string, string, string][] = [
    ['% ACME MGMT', 'DOE, PAT &', ''],
    ['ATTN: PASTOR', 'DOE, PAT', ''],
    ['ROE, KIM &', 'DOE, PAT', 'ROE, KIM'],
    ['ROE, KIM', 'LEE, SAM', ''],
    ['', 'DOE, PAT', ''],
  ];
  for (const [co, own, expected] of cases) {
    const found = await fromLebanon({ 'nhdra_co own name': co, 'nhdra_own name': own });
    t.equal(found.owner_name_2, expected, `${own} / ${co}`);
  }
});

t.test('Lebanon: class codes and stories', async (t) => {
  const codes: [string, string][] = [
    ['1010', 'residential'],
    ['102V', 'vacant'],
    ['1300', 'vacant'],
    ['3250', 'commercial'],
    ['3900', 'vacant'],
    ['4000', 'industrial'],
    ['4400', 'vacant'],
    ['6001', 'agricultural'],
    ['9030', 'exempt'],
    ['905V', 'exempt'],
    ['9550', 'residential'],
    ['0310', 'mixed'],
    ['', ''],
  ];
  for (const [class_code, category] of codes) {
    t.equal((await fromLebanon({ class_code })).zoning_category, category, class_code);
  }
  const stories: [string, number | null][] = [
    ['2.50', 2.5],
    ['1H', 1.5],
    ['1A', null],
    ['', null],
  ];
  for (const [published, expected] of stories) {
    t.equal((await fromLebanon({ 'nhdra_vns stories': published })).stories, expected, published);
  }
});

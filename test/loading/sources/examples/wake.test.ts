import t from 'tap';
import { csv, inputFile } from '../../ingest/support.ts';
import { exampleInput, exampleOf, recordsIn } from '../example.ts';
import { recordsOf } from '../made-up.ts';

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

async function fromRaleigh(changedOwner: Partial<typeof owner>, changed: Partial<typeof raleigh> = {}) {
  const tables = [[{ ...raleigh, ...changed }], [{ ...owner, ...changedOwner }]];
  return (await recordsOf('us-nc-wake.json', 'parcels', ...tables))[0]!;
}

t.test('a parcel is joined with its owner', async (t) => {
  t.same(await fromRaleigh({}), {
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
    mailing_country: '',
    sale_price: '150000',
    sale_date: '2003-03-08',
    total_assessed_value: '300',
    land_value: '100',
    improvement_value: '200',
    land_use_code: 'SINGLFAM',
    land_use: 'Residential Less Than 10 Acres',
    acreage: 0.25,
    lot_sqft: 10_890,
    year_built: '1952',
    source: 'wake-nc-revenue',
  });
});

t.test('quirks of the publisher’s values are handled', async (t) => {
  const remark = await fromRaleigh({ OWNER_LINE2: '(NAME CHANGE PER TAXPAYER)' });
  t.equal(remark.owner_name_2, undefined, 'a remark is not an owner');
  const unsold = await fromRaleigh({ TOTAL_SALE_PRICE: '0', TOTAL_SALE_DATE: '' });
  t.same([unsold.sale_price, unsold.sale_date], [undefined, undefined], '0 without a date is not a sale');
  const given = await fromRaleigh({ TOTAL_SALE_PRICE: '0' });
  t.same([given.sale_price, given.sale_date], ['0', '2003-03-08'], 'a sale at 0');
  const alone = await fromRaleigh({ PIN_NUM: '0700000002' }, { CITY_DECODE: 'CARY' });
  t.same([alone.city, alone.owner_name], ['CARY', undefined], 'a parcel without an owner row');
  const nothing = await fromRaleigh({}, { CALC_AREA: '0', HEATEDAREA: '0', YEAR_BUILT: '0' });
  t.same(
    [nothing.acreage, nothing.lot_sqft, nothing.building_sqft, nothing.year_built],
    [undefined, undefined, undefined, undefined],
    'zeros mean that nothing is stated',
  );
});

t.test('mailing addresses', async (t) => {
  const cases: [one: string, two: string, three: string, street: string, city: string, country: string][] = [
    ['C/O KIM ROE', '9 OAK AVE', 'CARY NC 27511', '9 OAK AVE', 'CARY', ''],
    ['9 OAK AVE', 'UNIT 7', 'CARY NC 27511', '9 OAK AVE UNIT 7', 'CARY', ''],
    ['9 BIRCH RD', 'HILLTOP QC J1A 2B3', '', '9 BIRCH RD', 'HILLTOP', 'CANADA'],
    ['9 OAK AVE', '', '', '9 OAK AVE', '', ''],
  ];
  for (const [ADDRESS_LINE1, ADDRESS_LINE2, ADDRESS_LINE3, ...expected] of cases) {
    const found = await fromRaleigh({ ADDRESS_LINE1, ADDRESS_LINE2, ADDRESS_LINE3 });
    t.same(
      [found.mailing_address, found.mailing_city, found.mailing_country],
      expected,
      `${ADDRESS_LINE1} / ${ADDRESS_LINE2}`,
    );
  }
});

t.test('the owners file is required', async (t) => {
  const file = await inputFile(t, 'parcels.csv', csv([raleigh]));
  const example = await exampleOf('us-nc-wake.json', 'parcels', [file]);
  await t.rejects(recordsIn(exampleInput(example)).next(), /owners\.csv/);
});

t.test('a permit has the fields of its row', async (t) => {
  const row = {
    PIN_NUM: '0700000001',
    'Permit Type Mapped': 'Building',
    'Work Class': 'Addition',
    'Proposed Work Description': 'OWNER\u0092S DECK\nAND STAIRS',
    'Applied Date': '5/5/2011',
    'Issued Date': '',
    'Estimated Project Cost': '1234.56',
    'CO Issued Date': '40701.50935',
    'Current Status': 'ACTIVE  (ISSUED)',
    'Permit Number': '000123',
  };
  t.same(await recordsOf('us-nc-wake-deeds-permits.json', 'permits', [row]), [
    {
      jurisdiction_id: 'raleigh-nc',
      permit_number: '000123',
      county_fips: '37183',
      parcel_id: '0700000001',
      permit_type: 'Building',
      work_class: 'Addition',
      permit_status: 'ACTIVE  (ISSUED)',
      filed_date: '2011-05-05',
      completed_date: '2011-06-07',
      description: 'OWNER’S DECK\nAND STAIRS',
      estimated_cost: '1234.56',
      source: 'raleigh-nc-permits',
    },
  ]);
});

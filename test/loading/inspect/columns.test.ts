import t from 'tap';
import type { TableKind } from '../../../src/loading/inspect/proposal.ts';
import { toConform } from '../../../src/loading/inspect/write.ts';
import { columnsOf } from '../../../src/loading/sources/mapping.ts';
import { listed } from '../../listed.ts';
import { recordOf } from '../sources/support.ts';
import {
  building,
  CITIES,
  certainty,
  land,
  type Maker,
  mail,
  number,
  owner,
  pick,
  proposed,
  ROLL,
  STREETS,
  state,
  street,
} from './made-up-roll.ts';
import { column } from './tables.ts';

const city = (i: number) => pick(CITIES, i);
const zip = (i: number) => String(68_500 + (i % 20));
const day = (i: number) => `${(i % 12) + 1}/${(i % 28) + 1}/${1990 + (i % 30)}`;
const price = (i: number) => 150_000 + i * 500;
const line = (i: number) => `${street(i)}  ${city(i)} NE  ${zip(i)}`;
const houses = (i: number) => (i % 3 === 0 ? '' : 100 + i * 3);
const streetOnly = (i: number) => pick(STREETS, i);
const far = (i: number) => `${pick(CITIES, i)} ${state(i)} ${zip(i + 3)}`;

interface Case {
  kind?: TableKind;
  columns: Maker;
  /** Each field and the column that is taken for it; a dash where none may be taken. */
  taken: string;
}

const CASES: Record<string, Case> = {
  'the first name behind a comma is no city': {
    columns: {
      pin: number,
      mail_name: (i) => `${pick(['DOE', 'POE', 'ROE'], i)}, ${pick(['MARY', 'JOHN', 'ANN', 'LEE'], i)} J`,
      mail_addr: street,
    },
    taken: 'mailing_address mail_addr · mailing_city -',
  },
  'a number of its own in each row is no book': {
    kind: 'deeds',
    columns: {
      pin: number,
      doc_num: (i) => 1_000_000 + i * 7,
      db_id: (i) => 136_000 + ((i * 37) % 997),
      page: (i) => (i * 13) % 400,
      deed_date: day,
    },
    taken: 'book - · document_number doc_num',
  },
  'a total of land and buildings beside a smaller assessed value is the market value': {
    columns: {
      pin: number,
      land_val: land,
      imp_val: building,
      assess_val: (i) => (land(i) + building(i)) / 5,
      total_val: (i) => land(i) + building(i),
    },
    taken: 'total_assessed_value assess_val · market_value total_val',
  },
  'what all names begin with says nothing': {
    columns: {
      x_Parcel: number,
      'x_Owner Name': owner,
      'x_Owner Address': mail,
      'x_Property Address': street,
      'x_Land Value': land,
      'x_Building Value': building,
    },
    taken: `parcel_id x_Parcel · owner_name x_Owner Name · mailing_address x_Owner Address ·
      street x_Property Address · land_value x_Land Value`,
  },
  'a word that all names begin with is no side': {
    columns: {
      parcel_id: number,
      parcel_owner: owner,
      parcel_mail_address: mail,
      parcel_mail_city: city,
      parcel_mail_state: state,
      parcel_mail_zip: zip,
      parcel_address: street,
      parcel_land_value: land,
    },
    taken: `parcel_id parcel_id · owner_name parcel_owner · mailing_address parcel_mail_address ·
      mailing_city parcel_mail_city · street parcel_address · land_value parcel_land_value`,
  },
  'the amount due at a sale for taxes is no price': {
    columns: {
      Parcel: number,
      'Name 1': owner,
      'Situs Address': street,
      'Net Tax': (i) => 1_200 + i * 3.5,
      'Sale Amount': (i) => 1_300 + i * 3.7,
    },
    taken: 'tax_amount Net Tax · sale_price -',
  },
  'a page is no price': {
    columns: {
      PIN: number,
      SALEBK: (i) => 1_957 + i,
      SALEPG: (i) => 501 + i * 2,
      SALEDATE: day,
      SALEPRICE: price,
    },
    taken: 'sale_price SALEPRICE · sale_date SALEDATE',
  },
  'a number and a name of the location are its street, and a bare address is the owner’s': {
    columns: {
      PIN: number,
      LOCNUMB: houses,
      LOCNAME: streetOnly,
      OWNER: owner,
      ADDRESS: (i) => street(i + 7),
      CITY: (i) => `TOWN ${'ABCDEFGHIJ'[i % 10]}${'ABCDEFGHIJKLM'[i % 13]}VILLE`,
      STATE: () => 'NE',
      ZIP: zip,
    },
    taken: `street LOCNUMB+LOCNAME · mailing_address ADDRESS · mailing_city CITY · mailing_state STATE ·
      mailing_zip ZIP · zip - · city -`,
  },
  'an address that stands beside another’s parts is assigned as a whole': {
    columns: {
      print_key: number,
      loc_st_nbr: (i) => 100 + i * 3,
      loc_st_nam: (i) => pick(['Quarry', 'Elm', 'Mill'], i),
      loc_mail_s: (i) => pick(['Rd', 'St', 'Ln'], i),
      land_av: land,
      loc_muni_n: () => 'Quillton',
      roll_yr: () => 2024,
      owner_name: owner,
      street_add: (i) => street(i + 11),
      city_state: far,
    },
    taken: `street loc_st_nbr+loc_st_nam+loc_mail_s · city loc_muni_n · mailing_address street_add ·
      mailing_city city_state · mailing_state city_state · mailing_zip city_state · zip -`,
  },
  'an address that repeats the house numbers is the parcel’s, wherever it stands': {
    columns: {
      PIN: number,
      SITENUMBER: (i) => 100 + i * 3,
      SITESTREET: streetOnly,
      STREETNAME: streetOnly,
      ADDRESS: street,
    },
    taken: 'street ADDRESS · mailing_address -',
  },
  'a city and a state beside the parcel’s address are no mailing address': {
    columns: {
      AIN: number,
      'Property Location': line,
      City: (i) => `${city(i)} NE`,
      'Roll Year': () => 2024,
    },
    taken: 'address Property Location · city City · mailing_city - · mailing_state -',
  },
  'the second of several owners’ ZIP codes is not the parcel’s': {
    columns: {
      Parcel: number,
      'Name 1': owner,
      'Address Lines 1': mail,
      'Zip 1': zip,
      'Name 2': (i) => (i % 3 === 0 ? owner(i + 1) : ''),
      'Address Lines 2': (i) => (i % 3 === 0 ? mail(i + 1) : ''),
      'Zip 2': (i) => (i % 3 === 0 ? zip(i + 1) : ''),
      'Situs Address': street,
    },
    taken: 'street Situs Address · mailing_address Address Lines 1 · mailing_zip Zip 1 · zip -',
  },
  'a taxpayer in nearly all rows is the owner where the row names none': {
    columns: {
      PIN: number,
      OWNER: (i) => (i % 12 === 0 ? owner(i) : ''),
      TAXPAYER: (i) => (i % 25 === 0 ? '' : owner(i)),
      SITUS_ADDR: street,
    },
    taken: 'owner_name OWNER+TAXPAYER',
  },
  'so is whom the mail is for': {
    columns: {
      PIN: number,
      OWNER_NAME: (i) => (i % 3 === 0 ? '' : owner(i)),
      MAIL_NAME: owner,
      MAIL_ADDR: mail,
      MAIL_CITY: city,
      SITUS_ADDR: street,
    },
    taken: 'owner_name OWNER_NAME+MAIL_NAME · mailing_address MAIL_ADDR',
  },
  'a second owner in few rows is not the first': {
    columns: {
      PIN: number,
      OWNER1: owner,
      OWNER2: (i) => (i % 9 === 0 ? owner(i + 1) : ''),
      TAXPAYER: owner,
      SITUS_ADDR: street,
    },
    taken: 'owner_name OWNER1 · owner_name_2 OWNER2',
  },
  'an owner in all rows comes before the taxpayer': {
    columns: { PIN: number, OWNER: owner, TAXPAYER: (i) => owner(i + 3), SITUS_ADDR: street },
    taken: 'owner_name OWNER',
  },
  'whom the bill is sent to is the owner where no other is': {
    columns: { PIN: number, Address: street, send_to_na: owner, ownerstree: mail },
    taken: 'owner_name send_to_na · mailing_address ownerstree',
  },
  'houses of a grid, and streets without a suffix': {
    columns: {
      PIN: number,
      PROPERTY_A: (i) => (i % 2 ? `N${5_000 + i} ${streetOnly(i)}` : `W204N${1_000 + i} ${streetOnly(i)}`),
      MAILING_AD: mail,
    },
    taken: 'street PROPERTY_A · mailing_address MAILING_AD',
  },
  'a number and a street without its suffix': {
    columns: {
      propertynumber: number,
      address: (i) => `${100 + i} ${pick(['TWELFTH', 'SYCAMORE', 'VINE', 'MAIN'], i)}`,
      owner,
      area: (i) => (i % 2 ? '018' : '019'),
    },
    taken: 'street address · acreage - · lot_sqft -',
  },
  'a taxed value of each part is a value': {
    columns: {
      PIN: number,
      LNDTXVAL: land,
      BLDTXVAL: building,
      TOTTXVAL: (i) => land(i) + building(i),
    },
    taken: 'land_value LNDTXVAL · improvement_value BLDTXVAL · total_assessed_value TOTTXVAL',
  },
  'a flag is no land use': {
    columns: {
      PIN: number,
      LANDUSE: (i) => pick(['SINGLE FAMILY', 'VACANT LAND', 'TWO FAMILY'], i),
      CURRENTUSE: (i) => (i % 5 ? 'N' : 'Y'),
    },
    taken: 'land_use LANDUSE',
  },
  'taxes of a dozen years': {
    columns: { PIN: number, 'Tax Yr': (i) => (i % 3 ? 2025 : 2009 + (i % 12)), 'Owner Name': owner },
    taken: 'tax_year Tax Yr',
  },
  'what the values rule out is no rival': {
    kind: 'deeds',
    columns: {
      PARID: number,
      INSTRUMENT: (i) => pick(['WD', 'QC', 'SW'], i),
      SALE_DATE: day,
      SALE_PRICE: price,
    },
    taken: 'document_type INSTRUMENT · document_number -',
  },
  'a line of city and state behind the owner’s address': {
    columns: {
      Parcel: number,
      'Name 1': owner,
      'Address Lines 1': mail,
      'Address City State 1': (i) => `${city(i)}  ${state(i)}`,
      'Zip 1': zip,
      'Situs Address': street,
    },
    taken: 'mailing_city Address City State 1 · mailing_state Address City State 1 · mailing_zip Zip 1',
  },
  'floor area and baths in other words': {
    columns: {
      PIN: number,
      'Square Footage': (i) => 900 + i * 7,
      BTHRMS: (i) => 1 + (i % 3),
      BEDRMS: (i) => 2 + (i % 3),
    },
    taken: 'building_sqft Square Footage · bathrooms BTHRMS · bedrooms BEDRMS',
  },
  'a unit beside the lot is a part of the parcel’s number': {
    columns: {
      plat: (i) => 10 + (i % 9),
      lot: (i) => 100 + i,
      unit: (i) => (i % 4 === 0 ? 1 + (i % 8) : 0),
      address: street,
    },
    taken: 'street address · unit -',
  },
  'of two addresses without a side, the one with boxes is the owner’s': {
    columns: {
      PARCEL: number,
      STREET: street,
      TOWN: city,
      OWNER: owner,
      ADDRESS: mail,
      CITY: city,
      STATE: state,
      ZIP: zip,
    },
    taken: 'street STREET · mailing_address ADDRESS · mailing_city CITY · mailing_zip ZIP · zip -',
  },
  'whether a sale was of the market, in words': {
    kind: 'deeds',
    columns: {
      PARID: number,
      PRICE: price,
      'RECORD DATE': day,
      'SALE VERIFICATION': (i) => pick(['1:MARKET SALE', '3:NON-MARKET SALE', 'V:NEW CONSTRUCTION'], i),
    },
    taken: 'is_arm_length SALE VERIFICATION · sale_price_usd PRICE',
  },
  'permits of one day': {
    kind: 'permits',
    columns: {
      PERMIT_NO: (i) => `25-${100_000 + i}`,
      ISSUED: () => '12/16/2025',
      'Permit Type': (i) => pick(['RESIDENTIAL NEW', 'COMMERCIAL UPFIT', 'SIGN'], i),
      STATUS: (i) => pick(['ISSUED', 'FINALED'], i),
    },
    taken: 'permit_number PERMIT_NO · issued_date ISSUED · permit_status STATUS',
  },
  'a date in a year and a month with its day': {
    kind: 'deeds',
    columns: {
      SCHEDNUM: (i) => 10_201_012_000 + i * 7,
      SALE_YEAR: (i) => 2017 + (i % 2),
      SALE_MONTHDAY: (i) => ((i % 12) + 1) * 100 + (i % 28) + 1,
      SALE_PRICE: price,
    },
    taken: 'sale_date SALE_YEAR+SALE_MONTHDAY · sale_price_usd SALE_PRICE',
  },
};

for (const [title, { kind, columns, taken }] of Object.entries(CASES))
  t.test(title, async (t) => {
    const { fields } = await proposed(columns, { kind });
    const found = new Map(
      fields
        .filter((one) => one.certainty !== 'guess')
        .map(({ field, form }) => [field as string, columnsOf(form).join('+')]),
    );
    for (const one of listed(taken)) {
      const [, field, wanted] = /^(\w+) (.*)$/.exec(one)!;
      t.equal(found.get(field!) ?? '-', wanted, field!);
    }
  });

t.test('a price without any date of a sale is never certain', async (t) => {
  const { SALE_DT, ...rest } = ROLL;
  t.equal(certainty(await proposed(ROLL), 'sale_price'), 'certain');
  t.not(certainty(await proposed(rest), 'sale_price'), 'certain');
});

t.test('codes that the publisher lists are read in words, also for a city', async (t) => {
  const codes = { 1: 'QUILLTON', 2: 'EAST QUILLTON', 3: 'CANBY' };
  const columns = [column('APN'), column('SITUS_ADDR'), column('SITUS_CITY', { codes })];
  const { fields } = await proposed(
    { APN: number, SITUS_ADDR: street, SITUS_CITY: (i) => (i % 3) + 1 },
    { columns },
  );
  t.match(fields.find(({ field }) => field === 'city')?.form, { column: 'SITUS_CITY', values: codes });
});

t.test('of the owner and the taxpayer, the source file takes the first that a row has', async (t) => {
  const sparse = (i: number) => (i % 12 === 0 ? owner(i) : i % 5 === 0 ? 'UNKNOWN' : '');
  const proposal = await proposed({ PIN: number, OWNER: sparse, TAXPAYER: owner, SITUS_ADDR: street });
  const conform = toConform(proposal);
  t.same(conform.owner_name, { first: ['OWNER', 'TAXPAYER'], blank: ['UNKNOWN'] });
  const name = (OWNER: string) =>
    recordOf({ owner_name: conform.owner_name }, { OWNER, TAXPAYER: 'THRUSH LLC' });
  t.match(name('WREN, JO'), { owner_name: 'WREN, JO' });
  for (const blank of ['', 'N/A', 'UNKNOWN']) t.match(name(blank), { owner_name: 'THRUSH LLC' }, blank);
  const { reason } = proposal.fields.find(({ field }) => field === 'owner_name')!;
  t.match(reason, /\d+ % of rows have OWNER, and 100 % have TAXPAYER/);
});

import t from 'tap';
import type { PublishedRow } from '../../../../src/loading/ingest/adapters/adapter.ts';
import { lebanonNhDeeds } from '../../../../src/loading/ingest/adapters/lebanon-nh-deeds.ts';
import { nycDeeds } from '../../../../src/loading/ingest/adapters/nyc-deeds.ts';
import { raleighNcDeeds } from '../../../../src/loading/ingest/adapters/raleigh-nc-deeds.ts';
import { valuesOf } from '../../../listed.ts';

const owner = {
  PIN_NUM: '0700000001',
  OWNER_LINE1: 'DOE, PAT',
  TOTAL_SALE_PRICE: '90000',
  TOTAL_SALE_DATE: '3/8/2003',
  DEED_DATE: '4/1/2003',
};
const fromRaleigh = (changed: Partial<typeof owner> = {}) =>
  raleighNcDeeds
    .map({ ...owner, ...changed }, undefined)
    .map((deed) => [deed.sale_date, deed.sale_price_usd, deed.recorded_date, deed.grantee]);

t.test('Raleigh: an owner row gives the last sale and the newest deed', async (t) => {
  t.same(fromRaleigh(), [['2003-03-08', '90000', '2003-04-01', 'DOE, PAT']], 'a deed soon after it');
  t.same(
    fromRaleigh({ DEED_DATE: '4/1/2004' }),
    [
      ['2003-03-08', '90000', undefined, undefined],
      [undefined, undefined, '2004-04-01', 'DOE, PAT'],
    ],
    'a deed a year after the sale is another transfer',
  );
  t.same(
    fromRaleigh({ TOTAL_SALE_PRICE: '0', TOTAL_SALE_DATE: '' }),
    [[undefined, undefined, '2003-04-01', 'DOE, PAT']],
    'a deed without a sale',
  );
  t.same(fromRaleigh({ TOTAL_SALE_PRICE: '0' }), [['2003-03-08', '0', '2003-04-01', 'DOE, PAT']], 'at 0');
  t.same(fromRaleigh({ TOTAL_SALE_DATE: '', DEED_DATE: '' }), [], 'nothing known');
});

const lebanon: PublishedRow = {
  parcel_id: '1-1',
  owner_name: 'DOE, PAT &',
  'nhdra_book pg': '9001/101',
  nhdra_saleprice: '400000.0',
  nhdra_saledate: '2021-05-05 00:00:00',
  nhdra_qualified: 'Q',
  nhdra_grantor: 'ROE, KIM',
  'nhdra_ID1 Prior Sale Price': '250000.0',
  'nhdra_ID1 Prior Sale Date': '2006-06-06 00:00:00',
  'nhdra_ID1 Prior Book Page': '09000/0201',
  'nhdra_ID2 Prior Sale Price': '250000.0',
  'nhdra_ID2 Prior Sale Date': '2000-07-07 00:00:00',
  'nhdra_ID2 Prior Book Page': '8900/0301',
  'nhdra_ID3 Prior Sale Price': '125000.0',
  'nhdra_ID3 Prior Sale Date': '1991-03-03 00:00:00',
  'nhdra_ID3 Prior Book Page': '8800/12',
};
const fromLebanon = (changed: PublishedRow = {}) => lebanonNhDeeds.map({ ...lebanon, ...changed }, undefined);

t.test('Lebanon: a row has its last sale and three earlier ones, with shifted prices', async (t) => {
  const deeds = fromLebanon();
  t.same(deeds[0], {
    county_fips: '33009',
    parcel_id: '1-1',
    document_number: '9001/101',
    book: '9001',
    page: '101',
    sale_date: '2021-05-05 00:00:00',
    sale_price_usd: '400000.0',
    grantor: 'ROE, KIM',
    grantee: 'DOE, PAT',
    is_arm_length: true,
    source: 'lebanon-nh-assessor',
  });
  t.same(
    deeds.slice(1).map((deed) => [deed.document_number, deed.sale_price_usd, deed.grantee]),
    [
      ['9000/201', '250000.0', undefined],
      ['8900/301', '125000.0', undefined],
      ['8800/12', '', undefined],
    ],
  );
});

t.test('Lebanon: the qualified flag says whether a sale is at arm’s length', async (t) => {
  const cases: [string, boolean | null][] = [
    ['Q', true],
    ['U', false],
    ['', null],
  ];
  for (const [flag, expected] of cases)
    t.equal(fromLebanon({ nhdra_qualified: flag })[0]!.is_arm_length, expected);
});

t.test('Lebanon: one deed twice in a row is one record', async (t) => {
  const same = fromLebanon({
    'nhdra_ID2 Prior Book Page': '9000/201',
    'nhdra_ID3 Prior Book Page': '0/0',
    'nhdra_ID3 Prior Sale Date': '',
  });
  t.same(valuesOf(same, 'document_number'), ['9001/101', '9000/201']);
});

t.test('Lebanon: book and page make the document number', async (t) => {
  const cases: [string, unknown, unknown, unknown][] = [
    ['09669/0540', '9669/540', '9669', '540'],
    ['0/0', null, null, null],
    ['', null, null, null],
    ['9353/1', '9353/1', '9353', '1'],
    ['PROBATE/1ET1', 'PROBATE/1ET1', null, null],
  ];
  for (const [published, document, book, page] of cases) {
    const deed = fromLebanon({ 'nhdra_book pg': published })[0]!;
    t.same([deed.document_number, deed.book, deed.page], [document, book, page], published);
  }
});

t.test('Lebanon: a sale that says nothing is not a record', async (t) => {
  const nothing = { 'nhdra_ID3 Prior Book Page': '0/0' };
  for (const date of ['', '1900-01-01 00:00:00', '1901-01-01 00:00:00']) {
    t.equal(fromLebanon({ ...nothing, 'nhdra_ID3 Prior Sale Date': date }).length, 3, date || 'blank');
  }
  t.equal(fromLebanon(nothing).length, 4, 'a date alone is told');
  const placeholder = fromLebanon({ nhdra_saledate: '1901-01-01 00:00:00' })[0]!;
  t.equal(placeholder.sale_date, '', '1901-01-01 is a placeholder');
  t.equal(
    fromLebanon({ nhdra_saledate: '1900-01-01 00:00:00' })[0]!.sale_date,
    '1900-01-01 00:00:00',
    '1900-01-01 goes on as published',
  );
});

const sale = (
  bbl: string,
  price: string,
  address = '7 ELM STREET',
  apartment = '',
  date = '2020-01-31',
): PublishedRow => ({
  bbl,
  price,
  date,
  ADDRESS: address,
  'APARTMENT NUMBER': apartment,
});

async function fromNewYork(rows: PublishedRow[]) {
  const side = await nycDeeds.prepare!(['sales.csv'], async function* () {
    yield* rows;
  });
  return rows.flatMap((row) => nycDeeds.map(row, side));
}

t.test('New York: boroughs are counties', async (t) => {
  const cases: [string, string | undefined][] = [
    ['1000010001', '36061'],
    ['2000010001', '36005'],
    ['3000010001', '36047'],
    ['4000010001', '36081'],
    ['5000010001', '36085'],
    ['6000010001', undefined],
    ['', undefined],
  ];
  for (const [bbl, county] of cases)
    t.equal((await fromNewYork([sale(bbl, '5')]))[0]!.county_fips, county, bbl);
  t.same(await fromNewYork([sale('2999900001', '455000')]), [
    {
      county_fips: '36005',
      parcel_id: '2999900001',
      record_id: '2999900001:2020-01-31:455000:7 ELM STREET',
      sale_date: '2020-01-31',
      sale_price_usd: '455000',
      parcel_count: null,
      source: 'nyc-dof-rolling-sales',
    },
  ]);
});

t.test('New York: one sale has one id', async (t) => {
  const bbl = '1000010001';
  const ids = async (...rows: PublishedRow[]) =>
    new Set((await fromNewYork(rows)).map((deed) => deed.record_id)).size;
  t.equal(await ids(sale(bbl, '5'), sale(bbl, '5')), 1, 'a repeated row');
  t.equal(await ids(sale(bbl, '5', '7 ELM   STREET, 4B'), sale(bbl, '5', '7 elm street', '4B')), 1, 'spelt');
  t.equal(await ids(sale(bbl, '5', '7 ELM STREET, 4B'), sale(bbl, '5', '7 ELM STREET, 4C')), 2, 'two flats');
  t.equal(await ids(sale(bbl, '5'), sale(bbl, '0')), 2, 'two deeds on one day');
});

t.test('New York: several lots for one price are one deed of several parcels', async (t) => {
  const counts = async (...rows: PublishedRow[]) =>
    (await fromNewYork(rows)).map((deed) => deed.parcel_count);
  const one = '1000010001';
  const neighbor = '1000010002';
  const elsewhere = '1000770001';
  t.same(await counts(sale(one, '500000'), sale(neighbor, '500000')), [2, 2], 'one block');
  t.same(await counts(sale(one, '500000'), sale(elsewhere, '500000')), [null, null], 'a price by chance');
  t.same(await counts(sale(one, '512345'), sale(elsewhere, '512345')), [2, 2], 'no round price');
  t.same(await counts(sale(one, '512345'), sale('3000770001', '512345')), [null, null], 'two boroughs');
  t.same(await counts(sale(one, '10'), sale(neighbor, '10')), [null, null], 'a nominal price');
  t.same(await counts(sale(one, '500000'), sale(one, '500000')), [null, null], 'one lot twice');
});

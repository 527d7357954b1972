import t from 'tap';
import { makeHarness } from '../../../helper.ts';
import { each, valuesOf } from '../../../listed.ts';
import { asking, BARE, BARE_ID, type Json, LANCASTER } from './asking.ts';

const PERMIT_KEYS = each(
  `id county_fips parcel_id permit_id permit_number permit_type permit_status filed_date issued_date
  description estimated_cost contractor_name contractor_license applicant_name jurisdiction_id work_class status_raw
  completed_date expires_date contractor_id location source updated_at`,
);
const DEED_KEYS = each(
  `id county_fips parcel_id sale_date sale_price_usd grantor grantee recorded_date is_arm_length
  document_type document_number prior_owner new_owner is_sale book page document_type_raw arm_length_reasons
  usable_for_stats parcel_count days_on_market source updated_at`,
);
const harness = await makeHarness(t);
const app = await harness.app();
const { json } = asking(app, await harness.key());
await harness.load('parcels', [BARE, { county_fips: LANCASTER, parcel_id: '12 34-5' }]);

t.test('permits have every key; the newest filed (else issued) come first, undated ones last', async (t) => {
  const permit = (permit_number: string, dates: Json = {}) => ({
    ...BARE,
    permit_number,
    ...dates,
  });
  await harness.load('permits', [
    permit('undated'),
    permit('2001', { issued_date: '2001-05-01' }),
    permit('2003', { filed_date: '2003-01-01', issued_date: '2023-01-01' }),
    permit('2002', { issued_date: '2002-12-31' }),
    permit('2004', { filed_date: '2004-02-29' }),
    {
      ...permit('full', {
        filed_date: '2005-01-01',
        issued_date: '2005-02-01',
        completed_date: '2006-01-01',
      }),
      jurisdiction_id: 'elsewhere',
      permit_id: 'PX-1',
      permit_type: 'Building',
      permit_status: 'COMPLETE',
      description: 'New roof\nand gutters',
      estimated_cost: '9356.56',
      contractor_name: 'Harrow Tool Inc',
      contractor_license: 'L-77',
      applicant_name: 'Otto Brindle',
      work_class: 'Alteration',
      expires_date: '2999-01-01',
      location: { lat: 40.8, lon: -96.7 },
      source: 'made-up',
    },
    { ...permit('elsewhere', { filed_date: '2020-01-01' }), parcel_id: 'bare2' },
    { ...permit('nowhere', { filed_date: '2020-01-01' }), parcel_id: null },
  ]);
  const { data, ...rest } = await json(BARE_ID, '/permits');
  t.same(rest, {});
  const numbers = data.map((row: Json) => row.permit_number);
  t.same(numbers, ['full', '2004', '2003', '2002', '2001', 'undated']);
  for (const row of data) t.same(Object.keys(row), PERMIT_KEYS, row.permit_number);
  t.match(data[0], {
    id: `PX-1:${BARE_ID}`,
    permit_id: 'PX-1',
    permit_status: 'final',
    status_raw: 'COMPLETE',
    description: 'New roof\nand gutters',
    estimated_cost: 9356.56,
    jurisdiction_id: 'elsewhere',
    expires_date: '2999-01-01',
    location: { lat: 40.8, lon: -96.7 },
  });
  t.type(data[0].contractor_id, 'string');
  t.match(data[5], { filed_date: null, permit_status: null, location: null, jurisdiction_id: LANCASTER });
});

t.test('deeds have every key; the newest recorded (else sold) come first, undated ones last', async (t) => {
  const deed = (document_number: string, dates: Json = {}) => ({
    ...BARE,
    document_number,
    ...dates,
  });
  await harness.load('deeds', [
    deed('undated'),
    deed('2001', { sale_date: '2001-05-01' }),
    deed('2003', { recorded_date: '2003-01-01', sale_date: '1983-01-01' }),
    deed('2002', { sale_date: '2002-12-31' }),
    {
      ...deed('full', { recorded_date: '2005-01-01', sale_date: '2004-12-20' }),
      sale_price_usd: 200_000,
      grantor: 'BRINDLE OTTO',
      grantee: 'MARLOWE EDITH J',
      document_type: 'WARRANTY DEED',
      book: '12',
      page: '345',
      parcel_count: 1,
      days_on_market: 40,
      source: 'made-up',
    },
    { ...deed('elsewhere', { recorded_date: '2020-01-01' }), parcel_id: 'bare2' },
  ]);
  const { data, ...rest } = await json(BARE_ID, '/deeds');
  t.same(rest, {});
  t.same(valuesOf(data, 'document_number'), ['full', '2003', '2002', '2001', 'undated']);
  for (const row of data) t.same(Object.keys(row), DEED_KEYS, row.document_number);
  t.match(data[0], {
    county_fips: LANCASTER,
    sale_price_usd: 200_000,
    grantor: 'BRINDLE OTTO',
    prior_owner: 'BRINDLE OTTO',
    grantee: 'MARLOWE EDITH J',
    new_owner: 'MARLOWE EDITH J',
    is_arm_length: true,
    is_sale: true,
    usable_for_stats: true,
    arm_length_reasons: [],
    days_on_market: 40,
  });
  t.match(data[4], { sale_date: null, sale_price_usd: null, is_arm_length: null, usable_for_stats: false });
  t.match(await json(BARE_ID), { sale_price: 200_000, sale_date: '2004-12-20', sale_arms_length: true });
});

t.test('only the first 1,000 permits and deeds are returned', async (t) => {
  const many = Array.from({ length: 1_005 }, (_, at) => ({
    county_fips: LANCASTER,
    parcel_id: '12 34-5',
    at: `${at}`.padStart(4, '0'),
    date: new Date(Date.UTC(1990, 0, at + 1)).toISOString().slice(0, 10),
  }));
  const expected = many.map(({ at }) => at).reverse();
  await harness.load(
    'permits',
    many.map(({ at, date, ...place }) => ({ ...place, permit_number: at, filed_date: date })),
  );
  await harness.load(
    'deeds',
    many.map(({ at, date, ...place }) => ({ ...place, document_number: at, recorded_date: date })),
  );
  const permits = (await json(`${LANCASTER}:12 34-5`, '/permits')).data;
  const deeds = (await json(`${LANCASTER}:12 34-5`, '/deeds')).data;
  t.same(valuesOf(permits, 'permit_number'), expected.slice(0, 1_000));
  t.same(valuesOf(deeds, 'document_number'), expected.slice(0, 1_000));
});

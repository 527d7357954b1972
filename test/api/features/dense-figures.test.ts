import t from 'tap';
import { makeHarness } from '../../helper.ts';
import { choices, seedOf } from '../../seed.ts';
import { testFigures } from './reference/ask.ts';
import { allFlips } from './reference/flips.ts';
import { readRecords } from './reference/records.ts';

const SEED = seedOf(20260303);
const { pick, random, whole } = choices(SEED);
const maybe = <T>(share: number, value: () => T): T | null => (random() < share ? value() : null);

/** Counties, each with a city in it. */
const COUNTIES = [
  ['31109', 'LINCOLN', '68508'],
  ['31055', 'OMAHA', '68102'],
  ['37183', 'RALEIGH', '27601'],
  ['37063', 'DURHAM', '27701'],
  ['48201', 'HOUSTON', '77002'],
] as const;

/** Owners in several spellings; those of the last two are of another class when a comma is left out. */
const OWNERS = [
  ['WREN HOLLOW HOLDINGS LLC', 'WREN HOLLOW HOLDINGS, L.L.C.', 'Wren Hollow Holdings L L C'],
  ["O'DELL QUARRY CO", 'ODELL QUARRY CO.', 'O’Dell Quarry Co'],
  ['SABLE & FINCH PARTNERS LP', 'SABLE AND FINCH PARTNERS, LP'],
  ['BAXTER-KOHL LTD', 'BAXTER KOHL, LTD'],
  ['MARLOWE EDITH J', 'Marlowe, Edith J', 'MARLOWE EDITH J C/O ROE PAT'],
  ['MARLOWE EDITH'],
  ['EDITH MARLOWE-STONE'],
  ['MARLOWE EDITHA J & MARLOWE MARLOWE'],
  ['LÓPEZ ÁNGEL', 'LOPEZ ANGEL'],
  ['CITY OF LINCOLN'],
  ['HICKORY VALLEY OWNERS ASSOCIATION INC'],
  ['QUILLER FAMILY LIVING TRUST', 'Quiller Family Living Trust'],
  ['GROUP JOHN TRS', 'GROUP, JOHN TRS'],
  ['PARTNERS CANBY HOA', 'PARTNERS, CANBY HOA'],
  ['4-SQUARE 100% RENTALS, INC.'],
  [`${'QUARRY'.repeat(50)} GRANITE`],
] as const;
const PEOPLE = ['ADLER KIM', 'BRANDT LEE', 'CORWIN PAT', 'DRAPER SAM', 'ELLERY TOM'];
const VALUES = [0, 0.01, 99_999.99, 100_000, 100_000, 250_000.5, 250_000.5, 1_234_567.89, 9_999_999_999.99];
const ZONING = ['R-1', 'r-1', 'C-2 (Mixed)', 'COMMERCIAL', 'I_1*', null];
const CATEGORIES = ['residential', 'commercial', 'industrial', null];

const MAIL = [
  {},
  { mailing_address: '9 Pier Rd', mailing_city: 'Reno', mailing_state: 'NV', mailing_zip: '89501' },
  { mailing_address: 'PO BOX 12', mailing_city: 'AUSTIN', mailing_state: 'TX', mailing_zip: '73301' },
];

function makeParcel(number: number) {
  const [county_fips, city, zip] = pick(COUNTIES);
  // One has more parcels than a portfolio lists.
  const owner_name = random() < 0.3 ? pick(OWNERS[0]) : maybe(0.95, () => pick(pick(OWNERS)));
  return {
    county_fips,
    parcel_id: `D ${number}/0`,
    street: `${number} ELDER LN`,
    city,
    zip,
    location: maybe(0.8, () => ({ lat: 40.8, lon: -96.7 })),
    owner_name,
    ...(random() < 0.4 ? { mailing_address: `${number} ELDER LN`, mailing_city: city } : pick(MAIL)),
    total_assessed_value: maybe(0.9, () => pick(VALUES)),
    acreage: maybe(0.8, () => whole(0, 50_000) / 10_000),
    zoning: pick(ZONING),
    zoning_category: pick(CATEGORIES),
    sale_price: maybe(0.5, () => whole(2_000, 900_000)),
    sale_date: maybe(0.5, () => `${whole(1985, 2023)}-0${whole(1, 9)}-${whole(10, 28)}`),
  };
}

const DAY = 86_400_000;
const START = Date.UTC(2019, 10, 28);
/** Days between which ends of months, 14 days, and 6, 12 and 24 months are frequent. */
const DAYS = [0, 1, 3, 13, 14, 15, 31, 62, 92, 93, 183, 184, 274, 275, 366, 367, 458, 459, 732, 733, 823];
const day = () => new Date(START + (pick(DAYS) + pick([0, 0, 90, 366])) * DAY).toISOString().slice(0, 10);
const party = () => pick([...PEOPLE, 'ADLER, KIM', 'adler kim', pick(pick(OWNERS)), '---']);

/** Deeds of few parcels, so that each parcel has chains of sales; some prices appear twice. */
function makeDeed(number: number, parcels: ReturnType<typeof makeParcel>[]) {
  const { county_fips, parcel_id } = random() < 0.1 ? { ...pick(parcels), parcel_id: 'GONE' } : pick(parcels);
  const dated = random() < 0.85;
  return {
    county_fips,
    parcel_id,
    record_id: `R${number}`,
    document_number: maybe(0.03, () => `DOC-${whole(1, 9)}`),
    sale_date: dated ? day() : null,
    recorded_date: dated ? maybe(0.6, day) : day(),
    sale_price_usd: random() < 0.9 ? whole(150_000, 40_000_000) / 100 : pick([0, 500, 200_000, null]),
    grantor: maybe(0.6, party),
    grantee: maybe(0.7, party),
    is_arm_length: maybe(0.7, () => true),
    days_on_market: maybe(0.3, () => whole(0, 200)),
    source: 'made up',
  };
}

/** Sales of one county on one day, each of another parcel. */
function sales(county_fips: string, sale_date: string, all: { price: number; days?: number }[]) {
  return all.map(({ price, days }, n) => ({
    county_fips,
    parcel_id: `M ${n}`,
    record_id: `${county_fips} ${sale_date} ${n}`,
    sale_date,
    sale_price_usd: price,
    is_arm_length: true,
    days_on_market: days,
    source: 'made up',
  }));
}

/** Sales whose figures are exactly between two rounded values, or next to it. */
const borders = [
  // 3,812 days in 125 sales are 30.496 days: 30, though 30.50 would be 31.
  ...sales(
    '31153',
    '2001-02-03',
    Array.from({ length: 125 }, (_, n) => ({ price: 200_000, days: n < 63 ? 30 : 31 })),
  ),
  // +0.00005 and −0.00005.
  ...sales('31153', '2002-02-03', [{ price: 200_010 }]),
  ...sales('31153', '2003-02-03', [{ price: 200_008 }]),
  ...sales('31025', '2001-02-03', [{ price: 200_000 }]),
  ...sales('31025', '2002-02-03', [{ price: 199_990 }]),
  // 29 and 30 sales; half a cent.
  ...sales(
    '31025',
    '2004-02-03',
    Array.from({ length: 29 }, (_, n) => ({ price: 2_000 + n })),
  ),
  ...sales(
    '31025',
    '2004-05-03',
    Array.from({ length: 30 }, (_, n) => ({ price: 2_000 + n })),
  ),
  ...sales('31025', '2005-02-03', [{ price: 2_000.01 }, { price: 2_000 }]),
  // No sales a year earlier, in counties without them and with them.
  ...['2020-12-10', '2021-03-10', '2021-12-10'].flatMap((date) => [
    ...sales('31153', date, [{ price: 70_000 }]),
    ...sales('37135', date, [{ price: 900_000 }]),
  ]),
];

const BUILDERS = [
  ['KESTREL ROOFING INC', 'Kestrel Roofing, Inc.', 'KESTREL ROOFING', 'kestrel roofing llc'],
  ["O'MALLEY-VOSS BUILDERS CO", 'OMALLEY VOSS BUILDERS'],
  ['A', 'A, INC.'],
  ['SÍERRA SOLAR 100%', 'SIERRA SOLAR 100'],
  ['THREE PERMITS LLC'],
  ['OWNER', 'HOMEOWNER', 'TBD'],
] as const;

function makePermit(number: number, parcels: ReturnType<typeof makeParcel>[]) {
  const parcel = pick(parcels);
  const shared = {
    jurisdiction_id: `${parcel.county_fips.slice(0, 2)}-${pick(['north', 'south'])}`,
    permit_number: maybe(0.8, () => `P${number}`),
    permit_type: maybe(0.9, () => pick(['Building', 'Electrical', 'Roofing', 'Building'])),
    filed_date: maybe(0.6, day),
    issued_date: maybe(0.6, day),
    estimated_cost: pick([null, 0, 1, 1_000, 25_000.55, whole(0, 9_000_000) / 100]),
    contractor_name: maybe(0.9, () => pick(pick(BUILDERS))),
    contractor_license: maybe(0.7, () => pick(['L-1', 'L-2', 'L-3'])),
    description: `job ${number}`,
  };
  // A permit on up to three parcels of a state counts as one permit.
  const others = parcels.filter((other) => other.county_fips.slice(0, 2) === parcel.county_fips.slice(0, 2));
  const places = shared.permit_number && random() < 0.3 ? [parcel, pick(others), pick(others)] : [parcel];
  return places.map(({ county_fips, parcel_id }) => ({ ...shared, county_fips, parcel_id }));
}

const harness = await makeHarness(t);
const parcels = Array.from({ length: 500 }, (_, number) => makeParcel(number));
await harness.load('parcels', parcels);
const traded = parcels.slice(0, 150);
const deeds = Array.from({ length: 2_000 }, (_, number) => makeDeed(number, traded));
await harness.load('deeds', [...deeds, ...borders]);
const permits = Array.from({ length: 400 }, (_, number) => makePermit(number, parcels));
await harness.load('permits', permits.flat());
const records = await readRecords(harness);
const { app, key } = await harness.api({ tier: 'license' });

t.test('the records include the cases that the figures depend on', async (t) => {
  const flips = allFlips(records);
  for (const tier of ['quick', 'standard', 'long']) {
    const { length } = flips.filter(({ row }) => row.flip_tier === tier);
    t.ok(length >= 20, `${length} ${tier} flips`);
  }
  const counts: [string, number][] = [
    ['flips without a known buyer', flips.filter(({ flipper }) => flipper === '').length],
    ['losses', flips.filter(({ row }) => row.profit < 0).length],
    ['flips of parcels that are not loaded', flips.filter(({ row }) => row.address === null).length],
    [
      'usable deeds dated by recording',
      records.deeds.filter((d) => d.usable_for_stats && !d.sale_date).length,
    ],
    ['unusable deeds', records.deeds.filter((deed) => !deed.usable_for_stats).length],
    ['parcels without an owner', records.parcels.filter((parcel) => parcel.owner_id === null).length],
    [
      'parcels without a value',
      records.parcels.filter((parcel) => parcel.total_assessed_value === null).length,
    ],
    ['absentee-owned parcels', records.parcels.filter((parcel) => parcel.absentee_owner).length],
    [
      'permits without a contractor',
      records.permits.filter((permit) => permit.contractor_id === null).length,
    ],
    ['records of permits on several parcels', records.permits.length - permits.length],
  ];
  for (const [name, count] of counts) t.ok(count >= 10, `${count} ${name}`);
});

testFigures(t, app, key, records, SEED);

import { madeParcels } from './made/parcels.ts';
import { randomNumbers } from './measure.ts';

const CONTRACTORS = 20_000;
const TRADES = ['ROOFING', 'PLUMBING', 'ELECTRIC', 'BUILDERS', 'HEATING AND AIR', 'SIDING'];
const TYPES = ['Building', 'Electrical', 'Plumbing', 'Roofing', 'Mechanical'];
const FLIPPERS = 3_000;
const DAY = 86_400_000;
const FIRST = Date.parse('2006-01-01');
const DAYS = 7_500;

const dateOf = (day: number) => new Date(FIRST + day * DAY).toISOString().slice(0, 10);

/** A deed to each made parcel. About every sixth has a second one, for a flip; a few flippers have most of the flips. */
export function* madeDeeds(parcels: number, seed: number): Generator<Record<string, unknown>> {
  const random = randomNumbers(seed + 1);
  let n = 0;
  for (const { county_fips, parcel_id } of madeParcels(parcels, seed)) {
    const place = { county_fips, parcel_id };
    const price = 80_000 + Math.floor(random() * 700_000);
    const day = Math.floor(random() * DAYS);
    const flipper = `FLIP ${Math.floor(FLIPPERS ** random())} HOMES LLC`;
    const flips = random() < 1 / 6;
    const buyer = flips ? flipper : `BUYER ${n}`;
    const deed = { ...place, document_type: 'Warranty Deed', source: 'made' };
    yield {
      ...deed,
      record_id: `a${n}`,
      sale_date: dateOf(day),
      sale_price_usd: price,
      grantor: `SELLER ${n}`,
      grantee: buyer,
    };
    if (flips) {
      yield {
        ...deed,
        record_id: `b${n}`,
        sale_date: dateOf(day + 20 + Math.floor(random() * 690)),
        sale_price_usd: price + Math.floor((random() - 0.2) * 100_000),
        grantor: buyer,
        grantee: `NEXT ${n}`,
      };
    }
    n++;
  }
}

/** A permit for each made parcel. A few contractors have most of the permits; each name has two spellings. */
export function* madePermits(parcels: number, seed: number): Generator<Record<string, unknown>> {
  const random = randomNumbers(seed + 2);
  let n = 0;
  for (const { county_fips, parcel_id } of madeParcels(parcels, seed)) {
    const rank = Math.floor(CONTRACTORS ** random());
    const name = `NUMBER ${rank} ${TRADES[rank % TRADES.length]}`;
    yield {
      county_fips,
      parcel_id,
      permit_number: `P-${n++}`,
      permit_type: TYPES[Math.floor(random() * TYPES.length)],
      permit_status: 'Issued',
      filed_date: dateOf(Math.floor(random() * DAYS)),
      estimated_cost: random() < 0.8 ? 1_000 + Math.floor(random() * 40_000) : null,
      contractor_name: random() < 0.7 ? `${name} INC` : `${name}, Inc.`,
      source: 'made',
    };
  }
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import t from 'tap';
import { call, makeHarness, SHARED_DATA, withoutSharedData } from '../../../helper.ts';

const POINTS = 2;
const AT_ONCE = 50;

interface House {
  id: string;
  price: number;
  date: string;
  parcel: Record<string, unknown>;
}

/** The houses of a public file with their last sales. */
async function houses(): Promise<House[]> {
  const rows: Record<string, string>[] = parse(
    await readFile(join(SHARED_DATA!, 'king_wa', 'kc_house_data.csv')),
    { columns: true },
  );
  const found = new Map<string, House>();
  for (const row of rows) {
    const [month, day, year] = row.date!.split('/').map((part) => part.padStart(2, '0'));
    const date = `${year}-${month}-${day}`;
    const house: House = {
      ...{ id: row.id!, price: Number(row.price), date },
      parcel: {
        ...{ county_fips: '53033', parcel_id: row.id, zip: row.zipcode, lat: row.lat, lon: row.long },
        ...{ building_sqft: row.sqft_living, lot_sqft: row.sqft_lot, year_built: row.yr_built },
        ...{ bedrooms: row.bedrooms, bathrooms: row.bathrooms, stories: row.floors },
        zoning_category: 'residential',
      },
    };
    if ((found.get(house.id)?.date ?? '') <= date) found.set(house.id, house);
  }
  return [...found.values()];
}

const harness = await makeHarness(t);
const { app, key } = await harness.api({ tier: 'license' });
interface Valued {
  id: string;
  estimated_value: number;
  estimated_value_low: number;
  estimated_value_high: number;
}

async function valuesOf(ids: string[]): Promise<Valued[]> {
  const { json } = await call(app, 'POST', '/api/v1/parcels/batch', { key, body: { ids } });
  return json().data;
}

const all = SHARED_DATA === null ? [] : await houses();
const withheld = new Set(all.filter((_, at) => at % 10 === 3));
const known = ({ price, date }: House) => ({ sale_price: price, sale_date: date });
if (all.length > 0)
  await harness.load(
    'parcels',
    all.map((house) => (withheld.has(house) ? house.parcel : { ...house.parcel, ...known(house) })),
  );

t.test(
  'King County: prices withheld at the load are as far from the values as published',
  { skip: withoutSharedData },
  async (t) => {
    const { json } = await call(app, 'GET', '/api/v1/market/accuracy?county_fips=53033', { key });
    const { data } = json();
    for (const { knows: _knows, ...row } of data) t.comment(row);
    const published = data.find(({ method }: { method: string }) => method === 'last_year');
    const errors: number[] = [];
    let held = 0;
    const prices = new Map(
      [...withheld]
        .filter(({ date }) => date >= published.sold_from)
        .map(({ id, price }) => [`53033:${id}`, price]),
    );
    const ids = [...prices.keys()];
    for (let from = 0; from < ids.length; from += AT_ONCE)
      for (const parcel of await valuesOf(ids.slice(from, from + AT_ONCE))) {
        const price = prices.get(parcel.id)!;
        errors.push(100 * Math.abs(parcel.estimated_value / price - 1));
        if (parcel.estimated_value_low <= price && price <= parcel.estimated_value_high) held++;
      }
    t.equal(errors.length, ids.length);
    const middle = errors.sort((a, b) => a - b)[errors.length >> 1]!;
    const within = (100 * errors.filter((error) => error <= 10).length) / errors.length;
    const heldPct = (100 * held) / errors.length;
    t.comment({ withheld: errors.length, middle, within, heldPct });
    t.ok(Math.abs(middle - published.median_abs_pct_error) <= POINTS, `median error ${middle}`);
    t.ok(Math.abs(within - published.within_10_pct) <= POINTS, `${within} % within 10 %`);
    t.ok(Math.abs(heldPct - published.interval_held_pct) <= POINTS, `${heldPct} % held`);
  },
);

import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { valuesOf } from '../../../listed.ts';
import { randomNumbers, seedOf } from '../../../seed.ts';

const SEED = seedOf(20261125);
const random = randomNumbers(SEED);
const EARTH = 6_371_008.7714;
const CENTER = { lat: 40.8, lon: -96.7 };
/** Meters by which computations of a distance may differ: a few centimeters. */
const ALIKE = 0.05;

const places = Array.from({ length: 1_200 }, () => ({
  lat: 40.8 + (random() - 0.5) / 10,
  lon: -96.7 + (random() - 0.5) / 10,
}));
// Several at the same place, and one at the center.
for (let at = 0; at < 40; at++) places[at] = places[50]!;
places[60] = CENTER;

const harness = await makeHarness(t);
await harness.load(
  'parcels',
  places.map((location, n) => ({ county_fips: '31109', parcel_id: `d${n}`, location })),
);
const { app, key } = await harness.api({ tier: 'license' });

function metersTo({ lat, lon }: typeof CENTER): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half =
    Math.sin(radians(lat - CENTER.lat) / 2) ** 2 +
    Math.cos(radians(lat)) * Math.cos(radians(CENTER.lat)) * Math.sin(radians(lon - CENTER.lon) / 2) ** 2;
  return 2 * EARTH * Math.asin(Math.sqrt(half));
}

const near = { ...CENTER, meters: 4_000 };
interface Row {
  id: string;
  location: typeof CENTER;
}
const post = async (body: object) =>
  (
    await call(app, 'POST', '/api/v1/search', {
      key,
      body: { near, sort: 'distance', ...body },
    })
  ).ok();

async function byOffset(order: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await post({ order, limit: 150, offset: rows.length });
    rows.push(...page.data);
    if (rows.length >= page.total) return rows;
  }
}

async function byCursor(order: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = '*'; cursor !== null; ) {
    const page: { data: Row[]; next_cursor: string | null } = await post({ order, limit: 70, cursor });
    rows.push(...page.data);
    cursor = page.next_cursor;
  }
  return rows;
}

t.test('the nearest come first, and the farthest in the other order', async (t) => {
  const expected = places.filter((place) => metersTo(place) <= near.meters).length;
  const rows = await byOffset('asc');
  t.equal(rows.length, expected);
  t.equal(rows[0]!.id, '31109:d60');
  t.equal(new Set(rows.map(({ id }) => id)).size, expected, 'each once');
  const distances = rows.map(({ location }) => metersTo(location));
  t.ok(
    distances.every((meters, at) => at === 0 || meters >= distances[at - 1]! - ALIKE),
    'in their order',
  );
  const ids = rows.map(({ id }) => id);
  t.same(valuesOf(await byOffset('desc'), 'id'), ids.toReversed());
  t.same(valuesOf((await post({ limit: 3 })).data, 'id'), ids.toReversed().slice(0, 3), 'desc by default');
});

t.test('a walk by cursor has the same rows in the same order', async (t) => {
  for (const order of ['asc', 'desc']) {
    const [paged, walked] = [await byOffset(order), await byCursor(order)];
    t.same(valuesOf(walked, 'id'), valuesOf(paged, 'id'), order);
  }
});

t.test('the order holds with filters and outlines too', async (t) => {
  const some = await post({ order: 'asc', touches: true, filters: { countyFips: '31109' }, limit: 500 });
  const rows = await byOffset('asc');
  t.equal(some.total, rows.length);
  t.same(some.data, rows.slice(0, 500));
});

t.test('the largest offset is answered', async (t) => {
  t.match(await post({ offset: 9_900, limit: 100 }), { data: [], total: Number });
});

import fc from 'fast-check';
import t from 'tap';
import { call, EVERYWHERE, makeHarness } from '../../../helper.ts';
import { holds } from '../../../holds.ts';
import { valuesOf } from '../../../listed.ts';
import { runsOf } from '../../../seed.ts';
import { polygon, positions } from '../../../squares.ts';
import { makeParcel, ROWS, WORLD } from './made-parcels.ts';
import { filterSets } from './random-requests.ts';
import { type Request, type Row, slowSearch } from './slow-search.ts';

/** Those at 180 degrees lie between the first and the last tile. */
const parcels = Array.from({ length: ROWS }, (_, number) => makeParcel(number)).filter(
  ({ row }) => Math.abs(row.location?.lon ?? 0) < 180,
);
const harness = await makeHarness(t);
await harness.load('parcels', valuesOf(parcels, 'record'));
await harness.load(
  'permits',
  parcels.flatMap(({ permit }) => permit || []),
);
const rows = parcels.map(({ row }) => row);
const { app, key } = await harness.api({ tier: 'license' });

interface Cluster {
  cell: string;
  count: number;
  lat: number;
  lon: number;
  median_value: number | null;
}
type Question = Pick<Request, 'bounds' | 'filters'> & { zoom: number };

const post = (body: unknown) => call(app, 'POST', '/api/v1/search/clusters', { key, body });

async function clusters(question: Question) {
  const answer = await post(question);
  if (answer.status !== 200)
    throw new Error(`${answer.status} ${answer.text} to ${JSON.stringify(question)}`);
  return answer.json() as { data: Cluster[]; total: number; zoom: number; largest: number | null };
}

/** The map tile that contains a point. */
function tileOf({ lat, lon }: NonNullable<Row['location']>, zoom: number): string {
  const radians = (lat * Math.PI) / 180;
  const x = Math.floor(((lon + 180) / 360) * 2 ** zoom);
  const y = Math.floor(((1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2) * 2 ** zoom);
  return `${zoom}/${x}/${y}`;
}

/** The rows of each cell. */
function cellsOf(found: Row[], zoom: number): Map<string, Row[]> {
  return Map.groupBy(found, ({ location }) => tileOf(location!, zoom));
}

const counts = (cells: Iterable<[string, number]>) => Object.fromEntries([...cells].sort());
const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);

/** What differs from a plain count of the rows, or null. */
async function differs(question: Question): Promise<string | null> {
  const found = slowSearch(rows, question);
  const answer = await clusters(question);
  const { data, total, zoom, largest } = answer;
  const expected = cellsOf(found, question.zoom + 2);
  const told = counts(data.map(({ cell, count }): [string, number] => [cell, count]));
  const plain = counts([...expected].map(([cell, { length }]): [string, number] => [cell, length]));
  if (zoom !== question.zoom + 2) return `zoom ${zoom}`;
  if (total !== found.length) return `total ${total}, expected ${found.length}`;
  if (sum(data.map(({ count }) => count)) !== total) return 'the counts do not add up to the total';
  if (JSON.stringify(told) !== JSON.stringify(plain))
    return `${JSON.stringify(told)}, expected ${JSON.stringify(plain)}`;
  if (largest !== (data.length === 0 ? null : Math.max(...Object.values(plain)))) return `largest ${largest}`;
  for (const { cell, lat, lon } of data) {
    const inCell = expected.get(cell)!;
    const mean = (side: 'lat' | 'lon') => sum(inCell.map(({ location }) => location![side])) / inCell.length;
    if (Math.abs(lat - mean('lat')) > 1e-6 || Math.abs(lon - mean('lon')) > 1e-6)
      return `center of ${cell}: ${lat}, ${lon}, expected ${mean('lat')}, ${mean('lon')}`;
  }
  return null;
}

const lat = fc.double({ min: 40.68, max: 40.92, noNaN: true });
const lon = fc.double({ min: -96.82, max: -96.58, noNaN: true });
const boxes = fc.oneof(
  fc.tuple(lat, lat, lon, lon).map(([a, b, c, d]) => ({
    north: Math.max(a, b),
    south: Math.min(a, b),
    east: Math.max(c, d),
    west: Math.min(c, d),
  })),
  fc.constantFrom(EVERYWHERE, WORLD, { north: 60, south: 50, west: 170, east: -170 }),
);
t.test('any box, filters and zoom have the counts of a plain computation', async () => {
  const questions = fc
    .record({ bounds: boxes, filters: filterSets, zoom: fc.integer({ min: 0, max: 14 }) })
    // Wide boxes have too many cells at deep zooms.
    .map((asked) => (asked.bounds.north > 45 ? { ...asked, zoom: asked.zoom % 5 } : asked));
  await holds(runsOf(150), [questions], async (question) => {
    const found = await differs(question);
    if (found !== null) throw new Error(found);
  });
});

t.test('the total is that of the search', async (t) => {
  const filters = { ownerTypes: ['llc'], valueRange: { min: 100_000 } };
  for (const bounds of [EVERYWHERE, WORLD, { north: 40.85, south: 40.75, east: -96.65, west: -96.75 }]) {
    const { total, data } = await clusters({ bounds, filters, zoom: 2 });
    const answer = await call(app, 'POST', '/api/v1/search', { key, body: { bounds, filters, limit: 1 } });
    t.equal(total, answer.json().total);
    t.equal(sum(data.map(({ count }) => count)), total, `${total} parcels in ${data.length} cells`);
  }
});

t.test('with within or near, only the parcels of the area are counted', async (t) => {
  const bounds = { north: 40.9, south: 40.7, east: -96.6, west: -96.8 };
  const areas = [
    { near: { lat: 40.8, lon: -96.7, meters: 4_000 } },
    { within: polygon(positions('-96.78 40.72, -96.63 40.75, -96.7 40.88, -96.78 40.72')) },
  ];
  for (const area of areas) {
    const { total } = (await call(app, 'POST', '/api/v1/search', { key, body: area })).json();
    const counted = (await post({ bounds, ...area, zoom: 9 })).json();
    t.ok(total > 0 && total < rows.length);
    t.equal(counted.total, total);
    t.equal(sum(counted.data.map(({ count }: Cluster) => count)), total);
    const half = { ...bounds, east: -96.7 };
    t.ok((await post({ bounds: half, ...area, zoom: 9 })).json().total < total, 'within the bounds too');
  }
});

t.test('the median is that of the known values, or null when none is known', async (t) => {
  const question = { bounds: { north: 40.9, south: 40.7, east: -96.6, west: -96.8 }, zoom: 13 };
  const { data } = await clusters(question);
  const cells = cellsOf(slowSearch(rows, question), 15);
  let exact = 0;
  for (const { cell, median_value } of data) {
    const values = cells
      .get(cell)!
      .flatMap(({ total_assessed_value: value }) => (value === null ? [] : [value]))
      .sort((a, b) => a - b);
    const { length } = values;
    const median = length === 0 ? null : (values[(length - 1) >> 1]! + values[length >> 1]!) / 2;
    if (median === null ? median_value === null : Math.abs(median_value! - median) < 0.01) exact++;
    else t.fail(`${cell}: ${median_value}, expected ${median} of ${length}`);
  }
  t.equal(exact, data.length, `${data.length} medians`);
});

t.test('a box across the antimeridian counts both of its sides, and nothing between', async (t) => {
  const bounds = { north: 60, south: 50, west: 170, east: -170 };
  const { data, total } = await clusters({ bounds, zoom: 3 });
  t.equal(total, slowSearch(rows, { bounds }).length);
  t.ok(
    data.some(({ lon }) => lon > 170),
    'west of it',
  );
  t.ok(
    data.some(({ lon }) => lon < -170),
    'east of it',
  );
  t.ok(
    data.every(({ lon }) => Math.abs(lon) > 170),
    'no cell between',
  );
});

t.test('an empty view has no cells', async (t) => {
  const bounds = { north: 1, south: 0, east: 1, west: 0 };
  t.same(await clusters({ bounds, zoom: 5 }), { data: [], total: 0, zoom: 7, largest: null });
});

t.test('too many cells are refused, and the message names zoom', async (t) => {
  for (const [bounds, zoom] of [
    [EVERYWHERE, 8],
    [WORLD, 5],
    [{ north: 60, south: 50, west: 170, east: -170 }, 9],
    [{ north: 41, south: 40, east: -96, west: -97 }, 22],
  ] as const) {
    const answer = await post({ bounds, zoom });
    t.match(answer.json(), { error: /zoom/, code: 'invalid_parameter' });
    t.equal(answer.status, 400, `zoom ${zoom}`);
  }
  const point = { north: 40.8, south: 40.8, east: -96.7, west: -96.7 };
  t.equal((await post({ bounds: point, zoom: 22 })).status, 200, 'one point at the deepest zoom');
  t.equal((await post({ bounds: WORLD, zoom: 4 })).status, 200, 'the world at a coarse one');
});

/** Bounds and filters have the schemas of the search: test/api/bad-requests.test.ts. */
t.test('a body that breaks a rule is a 400 that names the field', async (t) => {
  const bounds = EVERYWHERE;
  const cases: [string, unknown, RegExp][] = [
    ['no bounds', { zoom: 3 }, /bounds/],
    ['no zoom', { bounds }, /zoom/],
    ['half a zoom', { bounds, zoom: 3.5 }, /zoom/],
    ['negative zoom', { bounds, zoom: -1 }, /zoom/],
    ['zoom beyond the deepest', { bounds, zoom: 23 }, /zoom/],
    ['inverted', { bounds: { ...bounds, north: 24, south: 50 }, zoom: 3 }, /south/],
    ['unknown field', { bounds, zoom: 3, limit: 5 }, /limit/],
    ['unknown filter', { bounds, zoom: 3, filters: { color: 'red' } }, /color/],
    ['inverted range', { bounds, zoom: 3, filters: { valueRange: { min: 2, max: 1 } } }, /valueRange/],
  ];
  for (const [name, body, message] of cases) {
    const answer = await post(body);
    t.match(answer.json(), { error: message, code: 'invalid_parameter' }, name);
    t.equal(answer.status, 400, name);
  }
});

t.test('clusters need no key and cost one lookup, and a refusal costs none', async (t) => {
  const body = { bounds: EVERYWHERE, zoom: 3 };
  t.equal((await call(app, 'POST', '/v1/search/clusters', { body })).status, 200, 'without a key');
  const metered = await harness.key({ tier: 'pro' });
  const used = async () => (await call(app, 'GET', '/api/v1/usage', { key: metered })).json().month.used;
  const before = await used();
  await call(app, 'POST', '/api/v1/search/clusters', { key: metered, body });
  t.equal(await used(), before + 1, 'one lookup');
  await call(app, 'POST', '/api/v1/search/clusters', { key: metered, body: { ...body, zoom: 22 } });
  t.equal(await used(), before + 1, 'none for a refusal');
});

import fc from 'fast-check';
import type { Position } from 'geojson';
import t, { type Test } from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { holds } from '../../../holds.ts';
import { runsOf } from '../../../seed.ts';
import { boxRing as box, polygon, positions } from '../../../squares.ts';

/** A point this near to an edge may count either way. */
const EDGE = 1e-6;
const EARTH = 6_371_008.7714;

type Point = [lon: number, lat: number];
type Ring = Point[];

/** A grid with gaps over a few counties, two distant places on both sides of the antimeridian, and one without a location. */
const places: (Point | null)[] = [
  ...Array.from(
    { length: 900 },
    (_, n): Point => [-97 + (n % 30) * 0.0213 + n * 1e-6, 40.4 + Math.floor(n / 30) * 0.0187],
  ),
  [-179.4, 51.9],
  [179.6, 51.9],
  [144.79, 13.47],
  [-66.1, 18.4],
  null,
];

const harness = await makeHarness(t);
await harness.load(
  'parcels',
  places.map((place, n) => ({
    county_fips: '31109',
    parcel_id: `r${n}`,
    location: place && { lat: place[1], lon: place[0] },
    total_assessed_value: n,
  })),
);
const { app, key } = await harness.api({ tier: 'license' });

async function idsOf(body: object): Promise<{ ids: string[]; total: number }> {
  const answer = await call(app, 'POST', '/api/v1/search', { key, body: { limit: 500, ...body } });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text} to ${JSON.stringify(body)}`);
  const { data, total } = answer.json();
  return { ids: data.map(({ id }: { id: string }) => id).sort(), total };
}

/** Whether a ring contains a point (even-odd), or null if it is too near to an edge to tell. */
function surrounds(ring: Ring, [x, y]: Point): boolean | null {
  let inside = false;
  for (let at = 0; at < ring.length - 1; at++) {
    const [x1, y1] = ring[at]!;
    const [x2, y2] = ring[at + 1]!;
    const length = Math.hypot(x2 - x1, y2 - y1);
    const along =
      length === 0
        ? 0
        : Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length ** 2));
    if (Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1)) < EDGE) return null;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

/** The same for polygons with holes. */
function covers(polygons: Ring[][], point: Point): boolean | null {
  const found = polygons.map(([outer, ...holes]) => {
    const inOuter = surrounds(outer!, point);
    const inHoles = holes.map((hole) => surrounds(hole, point));
    if (inOuter === false) return false;
    if (inHoles.includes(true)) return false;
    return inOuter === null || inHoles.includes(null) ? null : true;
  });
  if (found.includes(true)) return true;
  return found.includes(null) ? null : false;
}

/** How an answer differs from the plain computation, in words; null if it does not. */
function difference(found: Set<string>, test: (point: Point) => boolean | null): string | null {
  for (const [n, place] of places.entries()) {
    const id = `31109:r${n}`;
    const expected = place === null ? false : test(place);
    if (expected !== null && expected !== found.has(id))
      return `${id} at ${place} should ${expected ? '' : 'not '}be found`;
  }
  return null;
}

async function allIds(body: object): Promise<Set<string>> {
  const ids: string[] = [];
  for (;;) {
    const page = await idsOf({ ...body, offset: ids.length });
    ids.push(...page.ids);
    if (ids.length >= page.total) return new Set(ids);
  }
}

async function checkArea(t: Test, name: string, polygons: Ring[][]) {
  const multi = await allIds({ within: { type: 'MultiPolygon', coordinates: polygons } });
  t.equal(
    difference(multi, (point) => covers(polygons, point)),
    null,
    name,
  );
  if (polygons.length === 1) {
    const one = await allIds({ within: { type: 'Polygon', coordinates: polygons[0] } });
    t.same([...one].sort(), [...multi].sort(), `${name}, as a Polygon`);
  }
  const turned = polygons.map((rings) => rings.map((ring) => ring.toReversed()));
  t.same(
    [...(await allIds({ within: { type: 'MultiPolygon', coordinates: turned } }))].sort(),
    [...multi].sort(),
    `${name}, wound the other way`,
  );
}

t.test('areas of every kind find what the plain computation finds', async (t) => {
  await checkArea(t, 'a box', [[box(-96.9, 40.5, -96.6, 40.8)]]);
  const path = (text: string) => positions(text) as Ring;
  await checkArea(t, 'a triangle', [[path('-96.9 40.5, -96.5 40.6, -96.7 40.9, -96.9 40.5')]]);
  await checkArea(t, 'a ring that turns inwards', [
    [path('-97 40.4, -96.4 40.4, -96.4 40.95, -96.7 40.5, -97 40.95, -97 40.4')],
  ]);
  await checkArea(t, 'a hole', [[box(-96.95, 40.45, -96.5, 40.9), box(-96.8, 40.6, -96.6, 40.7)]]);
  await checkArea(t, 'two holes', [
    [box(-96.95, 40.45, -96.5, 40.9), box(-96.9, 40.5, -96.8, 40.6), box(-96.7, 40.7, -96.6, 40.8)],
  ]);
  await checkArea(t, 'two parts, one with a hole that holds the other', [
    [box(-96.95, 40.45, -96.5, 40.9), box(-96.8, 40.6, -96.6, 40.8)],
    [box(-96.75, 40.65, -96.65, 40.75)],
  ]);
  await checkArea(t, 'both sides of the antimeridian', [[box(-180, 51, -179, 53)], [box(179, 51, 180, 53)]]);
  await checkArea(t, 'wider than half of the globe', [[box(-179.5, -10, 160, 60)]]);
  await checkArea(t, 'the whole globe', [[box(-180, -90, 180, 90)]]);
  await checkArea(t, 'nowhere', [[box(10, 10, 11, 11)]]);
});

const moved = (ring: Position[], by: number) => ring.map(([x, y]) => [x! + by, y!]);

t.test('longitudes that go on beyond ±180 are those of the same places', async (t) => {
  const at = (west: number, east: number) => ({ bounds: { north: 53, south: 13, west, east } });
  const near = (lon: number) => ({ near: { lat: 51.9, lon, meters: 80_000 } });
  const both = {
    within: { type: 'MultiPolygon', coordinates: [[box(172, 50, 180, 53)], [box(-180, 50, -172, 53)]] },
  };
  const across = box(172, 50, 188, 53);
  const star = Array.from({ length: 41 }, (_, n): Point => {
    const [angle, radius] = [(n * Math.PI) / 20, n % 2 ? 0.1 : 0.4];
    return [-96.7 + radius * Math.cos(angle), 40.7 + radius * Math.sin(angle)];
  });
  const starred = { within: polygon([...star.slice(0, -1), star[0]!]) };
  const cases: [name: string, same: object, turned: object[]][] = [
    ['a box across', at(172, -172), [at(172, 188), at(-188, -172), at(-548, -532), at(532, 548)]],
    ['a box', at(-97, -96), [at(263, 264), at(-457, -456), at(623, 624)]],
    ['a box that ends at the line', at(172, 180), [at(-188, -180), at(532, 540)]],
    ['a box that begins there', at(-180, -172), [at(180, 188), at(540, 548)]],
    ['a wide box', at(144, 80), [at(144, 440), at(-216, 80)]],
    ['the world', at(-180, 180), [at(-556, -196), at(0, 360), at(-720, 720), at(100, 461)]],
    ['a circle', near(179.9), [near(-180.1), near(539.9), near(-540.1)]],
    ['an area across', both, [0, -360, 360].map((by) => ({ within: polygon(moved(across, by)) }))],
    [
      'an area',
      starred,
      [360, 720, -360].map((by) => ({ within: polygon(moved(starred.within.coordinates[0]!, by)) })),
    ],
    [
      'an area that goes around the world',
      { within: polygon(box(-180, 40, 180, 53)) },
      [{ within: polygon(box(-700, 40, 700, 53)) }, { within: polygon(box(-300, 40, 90, 53)) }],
    ],
    [
      'a height, a box and a system',
      both,
      [
        { within: { ...both.within, bbox: [1, 2, 3, 4], crs: { type: 'name' } } },
        { within: polygon(across.map(([x, y]) => [x, y, 1_250] as unknown as Point)) },
      ],
    ],
  ];
  for (const [name, same, turned] of cases) {
    const wanted = await idsOf(same);
    t.ok(wanted.total > 0, name);
    for (const body of turned)
      t.same(await idsOf(body), wanted, `${name}, ${JSON.stringify(body).slice(0, 80)}`);
  }
  const clusters = async (bounds: object) =>
    (await call(app, 'POST', '/api/v1/search/clusters', { key, body: { ...bounds, zoom: 3 } })).json();
  t.same(await clusters(at(172, 188)), await clusters(at(172, -172)), 'clusters');
  const byDistance = { sort: 'distance', order: 'asc' };
  t.same(await idsOf({ ...near(539.9), ...byDistance }), await idsOf({ ...near(179.9), ...byDistance }));
});

t.test('any star-shaped area with a hole finds what the plain computation finds', async () => {
  const stars = fc.record({
    center: fc.tuple(
      fc.double({ min: -97, max: -96.4, noNaN: true }),
      fc.double({ min: 40.4, max: 40.95, noNaN: true }),
    ),
    radii: fc.array(fc.double({ min: 0.02, max: 0.4, noNaN: true }), { minLength: 3, maxLength: 40 }),
    hole: fc.boolean(),
  });
  await holds(runsOf(60), [stars], async ({ center: [x, y], radii, hole }) => {
    const ring = (share: number): Ring => {
      const points = radii.map((radius, at): Point => {
        const angle = (2 * Math.PI * at) / radii.length;
        return [x + share * radius * Math.cos(angle), y + share * radius * Math.sin(angle)];
      });
      return [...points, points[0]!];
    };
    const polygon = hole ? [ring(1), ring(0.4)] : [ring(1)];
    const found = await allIds({ within: { type: 'Polygon', coordinates: polygon } });
    const wrong = difference(found, (point) => covers([polygon], point));
    if (wrong) throw new Error(wrong);
  });
});

function metersBetween([lon1, lat1]: Point, [lon2, lat2]: Point): number {
  const rad = Math.PI / 180;
  const a =
    Math.sin(((lat2 - lat1) * rad) / 2) ** 2 +
    Math.cos(lat1 * rad) * Math.cos(lat2 * rad) * Math.sin(((lon2 - lon1) * rad) / 2) ** 2;
  return 2 * EARTH * Math.asin(Math.sqrt(a));
}

t.test('any circle finds what the plain computation finds', async () => {
  const circles = fc.record({
    center: fc.oneof(
      fc.tuple(
        fc.double({ min: -97.1, max: -96.3, noNaN: true }),
        fc.double({ min: 40.3, max: 41, noNaN: true }),
      ),
      fc.constantFrom<Point>([-179.9, 51.9], [180, 51.9], [0, 90], [0, -90]),
    ),
    meters: fc.oneof(
      fc.double({ min: 1, max: 60_000, noNaN: true }),
      fc.constantFrom(0.5, 1_000_000, 20_037_509),
    ),
  });
  await holds(runsOf(80), [circles], async ({ center, meters }) => {
    const found = await allIds({ near: { lat: center[1], lon: center[0], meters } });
    const wrong = difference(found, (point) => {
      const distance = metersBetween(center as Point, point);
      return Math.abs(distance - meters) < 0.5 + meters * 1e-5 ? null : distance < meters;
    });
    if (wrong) throw new Error(`${wrong} within ${meters} m of ${center}`);
  });
});

t.test('areas and circles work with filters, orders, pages and cursors', async (t) => {
  const within = { type: 'Polygon', coordinates: [box(-96.95, 40.45, -96.5, 40.9)] };
  const all = [...(await allIds({ within }))];
  const some = await idsOf({ within, filters: { valueRange: { max: 300 } } });
  t.same(some.ids, all.filter((id) => Number(id.slice(7)) <= 300).sort());
  const near = { lat: 40.6, lon: -96.7, meters: 9_000 };
  const ask = (page: object) =>
    call(app, 'POST', '/api/v1/search', { key, body: { near, sort: 'assessed_value', limit: 7, ...page } });
  const byOffset = (await ask({ limit: 500 })).json().data;
  const walked: object[] = [];
  let cursor: string | null = '*';
  for (let pages = 0; cursor !== null && pages < 100; pages++) {
    const page: { data: object[]; next_cursor: string | null } = (await ask({ cursor })).json();
    walked.push(...page.data);
    cursor = page.next_cursor;
  }
  t.ok(walked.length > 20);
  t.same(walked, byOffset);
});

const ring = (vertices: number): Ring => {
  const points = Array.from({ length: vertices }, (_, n): Point => {
    const angle = (2 * Math.PI * n) / vertices;
    return [-96.7 + 0.2 * Math.cos(angle), 40.7 + 0.2 * Math.sin(angle)];
  });
  return [...points, points[0]!];
};

t.test('an area may have a thousand vertices, but not one more', async (t) => {
  t.ok((await idsOf({ within: { type: 'Polygon', coordinates: [ring(1_000)] } })).total > 100);
  const parts = [[ring(500)], [ring(501)]];
  for (const within of [
    { type: 'Polygon', coordinates: [ring(1_001)] },
    { type: 'MultiPolygon', coordinates: parts },
  ]) {
    const answer = await call(app, 'POST', '/api/v1/search', { key, body: { within } });
    t.equal(answer.status, 400);
    t.match(answer.json().error, /within/);
  }
});

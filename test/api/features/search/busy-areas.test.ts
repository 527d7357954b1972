import t, { type Test } from 'tap';
import { type Corner, degreesOf } from '../../../domain/geometry/made-areas.ts';
import { makeHarness } from '../../../helper.ts';
import { longestTurn } from '../../../longest-turn.ts';
import { lots, REACH, recordOf, touching } from './touching-lots.ts';

/** The most milliseconds for which one request may keep others waiting. */
const MOST = 50;
const CORNERS = 1_000;

const harness = await makeHarness(t);
await harness.load(
  'parcels',
  lots.map((lot, n) => recordOf(lot, n)),
);
const { app, key } = await harness.api({ tier: 'license' });
const { post } = touching(app, key);

type Place = [lon: number, lat: number];
const areaAround = (corners: Place[]) => ({ type: 'Polygon', coordinates: [[...corners, corners[0]!]] });

/** An area whose edges run to and fro between two places. */
const zigzag = (from: Place, to: Place, step: number) =>
  areaAround(
    Array.from({ length: CORNERS }, (_, n): Place => {
      const [lon, lat] = n % 2 ? to : from;
      return [lon, lat + n * step];
    }),
  );
const star = (inner: number, outer: number) =>
  areaAround(
    Array.from({ length: CORNERS }, (_, n): Place => {
      const angle = (n / CORNERS) * 2 * Math.PI;
      const radius = (REACH / 2) * (n % 2 ? inner : outer);
      return degreesOf([
        REACH / 2 + radius * Math.cos(angle),
        REACH / 2 + radius * Math.sin(angle),
      ] as Corner) as Place;
    }),
  );
const corner = (at: number) => degreesOf([at, at]) as Place;

const AREAS: [name: string, status: number, within: object][] = [
  ['along a parallel, across 20 degrees', 400, zigzag([-110, 40], [-90, 40], 1e-8)],
  ['across 20 degrees, slanting', 400, zigzag([-110, 40], [-90, 45], 1e-8)],
  ['along a meridian', 400, zigzag([-96, 30], [-96, 45], 1e-8)],
  ['among the lots', 200, zigzag(corner(0), corner(REACH), 1e-8)],
  ['among the lots, farther apart', 200, zigzag(corner(0), corner(REACH), 1e-6)],
  ['a star', 200, star(0.05, 1)],
  ['a circle of short edges', 200, star(1, 1)],
];
const ROUTES: [path: string, more: object][] = [
  ['/search', { limit: 1 }],
  ['/search/facets', { by: ['zoning_category'] }],
  ['/search/clusters', { bounds: { north: 46, south: 30, east: -90, west: -110 }, zoom: 3 }],
  ['/search/export', {}],
];

async function check(t: Test, path: string, body: object, status: number, what: string) {
  const { outcome, longest } = await longestTurn(() => post(path, { touches: true, ...body }));
  t.equal(outcome.status, status, what);
  t.ok(longest < MOST, `${what}: ${longest} ms`);
  if (status === 400)
    t.match(outcome.text, /touches must be asked of a smaller area: .* or the same ones many times/);
}

t.test('areas of many long edges are compared in short steps, or refused before they are', async (t) => {
  // The first request also pays for compiling the code.
  await post('/search/count', { within: areaAround([corner(0), corner(9), [-96, 41]]), touches: true });
  for (const [name, status, within] of AREAS) await check(t, '/search/count', { within }, status, name);
});

for (const [path, more] of ROUTES) {
  t.test(`so does ${path}`, async (t) => {
    for (const [name, status, within] of [AREAS[0]!, AREAS[3]!])
      await check(t, path, { within, ...more }, status, name);
  });
}

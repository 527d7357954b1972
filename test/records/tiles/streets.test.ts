import t from 'tap';
import { tileX, tileY } from '../../../src/domain/geometry/cells.ts';
import { type Outline, outlineOf } from '../../../src/domain/geometry/outline.ts';
import { isWithin } from '../../../src/domain/geometry/rings.ts';
import { counties } from '../../../src/loading/demo/counties.ts';
import { type Lot, layout } from '../../../src/loading/demo/layout.ts';
import { spotsOf } from '../../../src/records/tiles/corners.ts';
import { EXTENT, gridOf, type TileGrid } from '../../../src/records/tiles/grid.ts';
import { type StreetLine, streetsOf } from '../../../src/records/tiles/streets.ts';

const [LON, LAT] = [-96.7, 40.8];
const METER = 1 / 111_320;
const NARROWED = Math.cos((LAT * Math.PI) / 180);
const Z = 17;
const TILE = { z: Z, x: Math.floor(tileX(LON, Z)), y: Math.floor(tileY(LAT, Z)) };

/** For `placeOf`, the place this many meters east and north of the middle of the tile. */
const [WEST, NORTH] = [(TILE.x / 2 ** Z) * 360 - 180, TILE.y];
const MIDDLE_LON = WEST + 180 / 2 ** Z;
const MIDDLE_LAT = (Math.atan(Math.sinh(Math.PI * (1 - (2 * (NORTH + 0.5)) / 2 ** Z))) * 180) / Math.PI;
const placeOf = (east: number, north: number) => [
  MIDDLE_LON + (east * METER) / NARROWED,
  MIDDLE_LAT + north * METER,
];

interface Plan {
  street: string | null;
  /** Meters from the middle: west, south, width, depth. */
  box: [number, number, number, number];
}

function outline([west, south, width, depth]: Plan['box']): Outline {
  const corners = [
    [0, 0],
    [width, 0],
    [width, depth],
    [0, depth],
    [0, 0],
  ].map(([x, y]) => placeOf(west + x!, south + y!));
  return outlineOf({ type: 'Polygon', coordinates: [corners] }) as Outline;
}

const ringsOf = (outline: Outline, frame: TileGrid) =>
  outline.map(([outer]) => spotsOf(frame.corners(outer!)));

function named(plans: readonly Plan[]): StreetLine[] {
  const frame = gridOf(TILE);
  return streetsOf(
    TILE,
    plans.map(({ street, box }) => ({ street, rings: ringsOf(outline(box), frame) })),
  );
}

/** Lots of 20 by 30 meters in a row to the east, `south` meters from the middle of the tile. */
const row = (name: string | null, first: number, south: number, count = 5, step = 2): Plan[] =>
  Array.from({ length: count }, (_, n) => ({
    street: name === null ? null : `${first + n * step} ${name}`,
    box: [-50 + n * 20, south, 20, 30],
  }));

/** Meters north of the middle of the tile. */
const northOf = (y: number) =>
  ((EXTENT / 2 - y) / EXTENT) * (40_075_017 / 2 ** Z) * Math.cos((MIDDLE_LAT * Math.PI) / 180);

// Two rows back to back, from 30 meters north of the middle, like most blocks.
const BLOCK = [...row('Elm St', 100, 30), ...row('Oak St', 101, 60)];

t.test('a street has its name in the middle of the gap between its lots', async (t) => {
  const streets = named([...BLOCK, ...row('Elm St', 101, -12)]);
  const elm = streets.filter(({ name }) => name === 'Elm St');
  t.equal(elm.length, 1, 'one line for both sides');
  for (const [, y] of elm[0]!.line) t.ok(Math.abs(northOf(y) - 24) < 2, `${northOf(y)} m north`);
  const xs = elm[0]!.line.map(([x]) => x);
  t.ok(Math.max(...xs) - Math.min(...xs) > 0.25 * EXTENT, 'it goes along the row');
});

t.test('a row on one side is enough when lots are behind it', async (t) => {
  const streets = named(BLOCK);
  t.same(streets.map(({ name }) => name).sort(), ['Elm St', 'Oak St'], 'both rows of the block');
  for (const { name, line } of streets)
    for (const [, y] of line)
      t.ok(name === 'Elm St' ? northOf(y) < 30 : northOf(y) > 90, `${name} before its lots`);
});

t.test('an alley has no name', async (t) => {
  // Elm St is to the south, an alley of 6 meters to the north, and lots of Oak St behind it.
  const behind = row('Oak St', 100, 66);
  const across = row('Elm St', 101, -12);
  const streets = named([...row('Elm St', 100, 30), ...behind, ...across]);
  t.ok(
    streets.some(({ name }) => name === 'Elm St'),
    'the street has one',
  );
  for (const { line } of streets)
    for (const [, y] of line) t.notOk(northOf(y) > 60 && northOf(y) < 66, 'in the alley');
});

t.test('a street that is not certain has no name', async (t) => {
  const houses = (numbers: (number | string)[], name = 'Elm St'): Plan[] =>
    numbers.map((number, n) => ({ street: `${number} ${name}`, box: [-50 + n * 20, 30, 20, 30] }));
  const back = row(null, 0, 60);
  const cases: [why: string, plans: Plan[]][] = [
    ['two lots', [...row('Elm St', 100, 30, 2), ...back]],
    ['one number for all', [...houses([100, 100, 100, 100, 100]), ...back]],
    ['numbers without order', [...houses([104, 110, 100, 108, 102]), ...back]],
    ['two even numbers and an odd one', [...houses([100, 103, 104]), ...back]],
    ['no house numbers', [...houses(['', '', '', '', '']), ...back]],
    ['the number 0', [...houses([0, 0, 0, 0, 0]), ...back]],
    ['units of one house', [...houses([100, 100, 100, 100, 100], 'Elm St Apt 4'), ...back]],
    ['no addresses', [...row(null, 0, 30), ...back]],
    ['a gap on both sides, and nothing across', row('Elm St', 100, 30)],
    ['lots all around', [...row('Elm St', 100, 30), ...back, ...row(null, 0, 0)]],
    ['a gap too narrow for a street', [...row('Elm St', 100, 30), ...back, ...row(null, 0, -3)]],
    ['another street’s lots across', [...row('Elm St', 100, 30), ...back, ...row('Ash St', 100, -12)]],
  ];
  for (const [why, plans] of cases) {
    const elm = named(plans).filter(({ name }) => /elm/i.test(name));
    t.same(elm, [], why);
  }
});

t.test('most of the demo’s streets have a name, and it is that of the lots beside them', async (t) => {
  for (const z of [15, 16, 17]) {
    let [lines, wrong, inLots] = [0, 0, 0];
    for (const county of counties.slice(0, 2)) {
      const lots = layout(county);
      const byTile = Map.groupBy(lots, ({ location: { lat, lon } }) =>
        [Math.floor(tileX(lon, z)), Math.floor(tileY(lat, z))].join(),
      );
      for (const [key, own] of [...byTile].slice(0, 12)) {
        const [x, y] = key.split(',').map(Number) as [number, number];
        const frame = gridOf({ z, x, y });
        const reach = 0.004;
        const near = lots.filter(
          ({ location: { lat, lon } }) =>
            Math.abs(lat - own[0]!.location.lat) < reach * 4 &&
            Math.abs(lon - own[0]!.location.lon) < reach * 4,
        );
        const streets = streetsOf(
          { z, x, y },
          near.map(({ street, outline }) => ({
            street,
            rings: ringsOf(outlineOf(outline) as Outline, frame),
          })),
        );
        const meter = EXTENT / ((40_075_017 / 2 ** z) * Math.cos((own[0]!.location.lat * Math.PI) / 180));
        const cornersOf = ({ outline }: Lot) =>
          outline.coordinates[0]!.map(([lon, lat]): [number, number] => [frame.x(lon!), frame.y(lat!)]);
        const drawn = near.map((lot) => ({ name: lot.street.replace(/^\d+ /, ''), ring: cornersOf(lot) }));
        for (const { name, line } of streets) {
          lines++;
          for (const [px, py] of line) {
            // The tile’s own grid is two meters wide.
            const around = [-3, 3].flatMap((shift) => [
              [px + shift * meter, py],
              [px, py + shift * meter],
            ]);
            const isWellIn = ({ ring }: { ring: [number, number][] }) =>
              around.every(([ax, ay]) => isWithin(ax!, ay!, [ring]));
            if (drawn.some(isWellIn)) inLots++;
            const beside = drawn.some(
              (lot) =>
                lot.name === name && lot.ring.some(([cx, cy]) => Math.hypot(cx - px, cy - py) < 70 * meter),
            );
            if (!beside) wrong++;
          }
        }
      }
    }
    t.ok(lines > 40, `${lines} names at zoom ${z}`);
    t.equal(wrong, 0, 'each beside lots of its name');
    t.equal(inLots, 0, 'none on a lot');
  }
});

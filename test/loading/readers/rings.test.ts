import fc from 'fast-check';
import type { Position } from 'geojson';
import t from 'tap';
import { polygonOf } from '../../../src/loading/readers/degrees.ts';
import { holds } from '../../holds.ts';
import { positions, squareRing } from '../../squares.ts';

/** A clockwise square, as Esri winds outer rings. */
const square = (x: number, y: number, size: number): Position[] => squareRing(x, y, size).toReversed();
const hole = (x: number, y: number, size: number) => square(x, y, size).toReversed();

t.test('rings become polygons, wound as in GeoJSON', async (t) => {
  const outer = square(0, 0, 10).toReversed();
  const cases: [name: string, rings: Position[][], polygons: Position[][][]][] = [
    ['one ring', [square(0, 0, 10)], [[outer]]],
    ['a ring that is not closed', [square(0, 0, 10).slice(0, -1)], [[outer]]],
    ['a hole', [square(0, 0, 10), hole(2, 2, 3)], [[outer, square(2, 2, 3)]]],
    ['a hole that comes first', [hole(2, 2, 3), square(0, 0, 10)], [[outer, square(2, 2, 3)]]],
    ['a hole that touches the edge', [square(0, 0, 10), hole(0, 2, 3)], [[outer, square(0, 2, 3)]]],
    [
      'an island in the hole, with a hole of its own',
      [square(4, 4, 2), square(0, 0, 10), hole(3, 3, 4), hole(4.5, 4.5, 1)],
      [
        [square(4, 4, 2).toReversed(), square(4.5, 4.5, 1)],
        [outer, square(3, 3, 4)],
      ],
    ],
    [
      'two parts, each with a hole',
      [square(0, 0, 10), hole(1, 1, 1), square(20, 0, 10), hole(21, 1, 1)],
      [
        [outer, square(1, 1, 1)],
        [square(20, 0, 10).toReversed(), square(21, 1, 1)],
      ],
    ],
    ['a hole that is wound as its outline', [square(0, 0, 10), square(2, 2, 3)], [[outer, square(2, 2, 3)]]],
    ['one ring twice', [square(0, 0, 10), square(0, 0, 10)], [[outer], [outer]]],
    ['a hole in nothing is a part that was wound wrongly', [hole(0, 0, 10)], [[outer]]],
    ['rings without area', [square(0, 0, 10), positions('1 1, 2 2, 1 1'), square(3, 3, 0), []], [[outer]]],
  ];
  for (const [name, rings, polygons] of cases) {
    const made = polygonOf(rings);
    t.same(made?.type === 'Polygon' ? [made.coordinates] : made?.coordinates, polygons, name);
    t.equal(made?.type, polygons.length === 1 ? 'Polygon' : 'MultiPolygon', name);
  }
  t.equal(polygonOf([]), null);
  t.equal(polygonOf([[]]), null);
});

function area(ring: Position[]): number {
  let sum = 0;
  for (let at = 1; at < ring.length; at++) {
    sum += ring[at - 1]![0]! * ring[at]![1]! - ring[at]![0]! * ring[at - 1]![1]!;
  }
  return sum / 2;
}

t.test('every hole stays in the square around it, in any order of the rings', async () => {
  const squares = fc.uniqueArray(fc.tuple(fc.integer({ min: -8, max: 8 }), fc.integer({ min: -8, max: 8 })), {
    minLength: 1,
    maxLength: 12,
    selector: String,
  });
  await holds(100, [squares, fc.infiniteStream(fc.nat())], (places, order) => {
    const rings = places.flatMap(([x, y]) => [square(x * 10, y * 10, 10), hole(x * 10 + 2, y * 10 + 2, 5)]);
    const shuffled = rings
      .map((ring) => ({ ring, at: order.next().value }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ ring }) => ring);
    const made = polygonOf(shuffled);
    const parts = made?.type === 'Polygon' ? [made.coordinates] : (made?.coordinates ?? []);
    return (
      parts.length === places.length &&
      parts.every(
        ([outer, inner]) =>
          area(outer!) === 100 && area(inner!) === -25 && inner![0]![0] === outer![0]![0]! + 2,
      )
    );
  });
});

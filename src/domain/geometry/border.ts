import type { Position } from 'geojson';
import type { AreaShape, Circle } from './area-shape.ts';
import { type Box, LEVELS, latOf, lonOf, tileX, tileY } from './cells.ts';
import { metersAtMost, metersBetween } from './distance.ts';

/** Degrees by which a cell is widened: more than all rounding on the way. */
const MARGIN = 1e-6;
const MARGIN_METERS = 1;
const DEEPEST = LEVELS[0]!;
/** How many edges may run through a cell, on average: those of real areas are below three. */
const MOST_TIMES = 4;

/** The box of all that is stored under a cell. The map ends before the poles, so cells at its edge extend to them. */
function boxOfCell(z: number, x: number, y: number): Box {
  const last = 2 ** z - 1;
  return {
    west: lonOf(x, z) - MARGIN,
    east: lonOf(x + 1, z) + MARGIN,
    north: y === 0 ? 90 : latOf(y, z) + MARGIN,
    south: y === last ? -90 : latOf(y + 1, z) - MARGIN,
  };
}

function meetsCircle(circle: Circle, { west, south, east, north }: Box): boolean {
  const [lat, lon] = [(south + north) / 2, (west + east) / 2];
  const nearest = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
  const reach = metersAtMost(nearest, (north - south) / 2, (east - west) / 2) + MARGIN_METERS;
  const away = metersBetween(circle.lat, circle.lon, lat, lon);
  return Math.abs(away - circle.meters) <= reach;
}

/** Goes down through the cells that the border of a circle meets. Null when more than `most`. */
function cellsAround(circle: Circle, most: number): string[] | null {
  const found: string[] = [];
  const goDown = (z: number, x: number, y: number): void => {
    if (found.length > most || !meetsCircle(circle, boxOfCell(z, x, y))) return;
    if (LEVELS.includes(z)) found.push(`${z}/${x}/${y}`);
    if (z === DEEPEST) return;
    for (const down of [0, 1]) for (const right of [0, 1]) goDown(z + 1, 2 * x + right, 2 * y + down);
  };
  goDown(0, 0, 0);
  return found.length > most ? null : found;
}

/** From the western corner to the eastern one. */
type Edge = [from: Position, to: Position];
type Range = [first: number, last: number];

function edgesOf(polygons: Position[][][]): Edge[] {
  const rings = polygons.flat();
  return rings.flatMap((ring) =>
    ring.slice(1).map((to, at): Edge => {
      const from = ring[at]!;
      return from[0]! < to[0]! ? [from, to] : [to, from];
    }),
  );
}

/** The columns of cells that an edge meets; none beyond the antimeridian. */
const columnsOf = ([[x1], [x2]]: Edge, z: number): Range => [
  Math.max(0, Math.floor(tileX(x1! - MARGIN, z))),
  Math.min(2 ** z - 1, Math.floor(tileX(x2! + MARGIN, z))),
];

/** The rows of cells between two latitudes, in any order. */
function rowsOf(one: number, other: number, z: number): Range {
  const row = (lat: number) => Math.max(0, Math.min(2 ** z - 1, Math.floor(tileY(lat, z))));
  return [row(Math.max(one, other) + MARGIN), row(Math.min(one, other) - MARGIN)];
}

const sizeOf = ([first, last]: Range): number => Math.max(0, last - first + 1);

/** The rows of a column of cells in which an edge lies. */
function rowsIn(column: number, [[x1, y1], [x2, y2]]: Edge, z: number): Range {
  if (x1 === x2) return rowsOf(y1!, y2!, z);
  const latAt = (x: number) => y1! + ((x - x1!) / (x2! - x1!)) * (y2! - y1!);
  const west = Math.max(x1!, lonOf(column, z) - MARGIN);
  const east = Math.min(x2!, lonOf(column + 1, z) + MARGIN);
  return rowsOf(latAt(west), latAt(east), z);
}

/** The cells that edges meet. Null when more than `most`, or when they run through so many counted one by one. */
function cellsAlong(edges: readonly Edge[], most: number): string[] | null {
  const steps = edges.reduce(
    (sum, edge) => sum + sizeOf(columnsOf(edge, DEEPEST)) + sizeOf(rowsOf(edge[0][1]!, edge[1][1]!, DEEPEST)),
    0,
  );
  if (steps > most * MOST_TIMES) return null;
  const found: string[] = [];
  for (const z of LEVELS) {
    const cells = new Set<number>();
    for (const edge of edges) {
      const [west, east] = columnsOf(edge, z);
      for (let x = west; x <= east; x++) {
        const [north, south] = rowsIn(x, edge, z);
        for (let y = north; y <= south; y++) cells.add(x * 2 ** z + y);
      }
    }
    if (found.length + cells.size > most) return null;
    for (const cell of cells) found.push(`${z}/${Math.floor(cell / 2 ** z)}/${cell % 2 ** z}`);
  }
  return found;
}

/**
 * The cells of every level that the border of an area meets, including its holes. Any other cell lies wholly inside or wholly
 * outside of the area, and so does what is stored under other cells alone. Null when there are more than `most`, or when
 * the border's edges meet the same ones again and again: work is bounded before it begins.
 */
export const borderCells = (area: AreaShape, most: number): string[] | null =>
  'circle' in area ? cellsAround(area.circle, most) : cellsAlong(edgesOf(area.polygons), most);

import type { Position } from 'geojson';
import type { AreaShape, Circle } from './area-shape.ts';
import { type Box, LEVELS, latOf, lonOf } from './cells.ts';
import { metersAtMost, metersBetween } from './sphere.ts';

/** Degrees by which a cell is widened: more than all rounding on the way. */
const MARGIN = 1e-6;
const MARGIN_METERS = 1;
const DEEPEST = LEVELS[0]!;

type Edge = [from: Position, to: Position];
/** The part of a border that is in a box; null when none is. */
type Cut<B> = (border: B, box: Box) => B | null;

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

function meets([[x1, y1], [x2, y2]]: Edge, { west, south, east, north }: Box): boolean {
  if (Math.max(x1!, x2!) < west || Math.min(x1!, x2!) > east) return false;
  if (Math.max(y1!, y2!) < south || Math.min(y1!, y2!) > north) return false;
  const side = (x: number, y: number) => (x2! - x1!) * (y - y1!) - (y2! - y1!) * (x - x1!);
  const [a, b, c, d] = [side(west, south), side(east, south), side(east, north), side(west, north)];
  return Math.min(a, b, c, d) <= 0 && Math.max(a, b, c, d) >= 0;
}

const cutEdges: Cut<Edge[]> = (edges, box) => {
  const found = edges.filter((edge) => meets(edge, box));
  return found.length > 0 ? found : null;
};

const cutCircle: Cut<Circle> = (circle, { west, south, east, north }) => {
  const [lat, lon] = [(south + north) / 2, (west + east) / 2];
  const nearest = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
  const reach = metersAtMost(nearest, (north - south) / 2, (east - west) / 2) + MARGIN_METERS;
  const away = metersBetween(circle.lat, circle.lon, lat, lon);
  return Math.abs(away - circle.meters) <= reach ? circle : null;
};

/** Goes down through the cells that the border meets, each with its part of the border. Null when more than `most`. */
function cellsUnder<B>(border: B, cut: Cut<B>, most: number): string[] | null {
  const found: string[] = [];
  const goDown = (part: B, z: number, x: number, y: number): void => {
    if (found.length > most) return;
    const inside = cut(part, boxOfCell(z, x, y));
    if (inside === null) return;
    if (LEVELS.includes(z)) found.push(`${z}/${x}/${y}`);
    if (z === DEEPEST) return;
    for (const down of [0, 1]) for (const right of [0, 1]) goDown(inside, z + 1, 2 * x + right, 2 * y + down);
  };
  goDown(border, 0, 0, 0);
  return found.length > most ? null : found;
}

function edgesOf(polygons: Position[][][]): Edge[] {
  const rings = polygons.flat();
  return rings.flatMap((ring) => ring.slice(1).map((to, at): Edge => [ring[at]!, to]));
}

/**
 * The cells of every level that the border of an area meets, including its holes. Any other cell lies wholly inside or wholly
 * outside of the area, and so does what is stored under other cells alone. Null when there are more than `most`.
 */
export const borderCells = (area: AreaShape, most: number): string[] | null =>
  'circle' in area
    ? cellsUnder(area.circle, cutCircle, most)
    : cellsUnder(edgesOf(area.polygons), cutEdges, most);

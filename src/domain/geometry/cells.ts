/**
 * Cells are map tiles of a few zoom levels. An outline is found by the cells that its box touches: exact terms, which cost
 * the same among a thousand parcels and a hundred million.
 */

/** Degrees; never across the antimeridian. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The zoom levels of cells, from lots to ranches to the whole world. */
export const LEVELS = [18, 15, 12, 9, 6, 3, 0];
const MOST_CELLS = 4;
/** The latitude where web maps end. */
export const MAP_EDGE = 85.0511287798066;

/** A place on the map of a zoom level, in tiles from its western edge. */
export const tileX = (lon: number, zoom: number): number => ((lon + 180) / 360) * 2 ** zoom;

/** A place on the map of a zoom level, in tiles from its northern edge. */
export function tileY(lat: number, zoom: number): number {
  const radians = (Math.max(-MAP_EDGE, Math.min(MAP_EDGE, lat)) * Math.PI) / 180;
  return ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** zoom;
}

/** The longitude of a place on the map of a zoom level. */
export const lonOf = (x: number, zoom: number): number => (x / 2 ** zoom) * 360 - 180;

/** The latitude of a place on the map of a zoom level. */
export const latOf = (y: number, zoom: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** zoom))) * 180) / Math.PI;

interface Range {
  level: number;
  x: [from: number, to: number];
  y: [from: number, to: number];
}

function rangeOf({ west, south, east, north }: Box, level: number): Range {
  const last = 2 ** level - 1;
  const within = (tile: number) => Math.max(0, Math.min(last, Math.floor(tile)));
  return {
    level,
    x: [within(tileX(west, level)), within(tileX(east, level))],
    y: [within(tileY(north, level)), within(tileY(south, level))],
  };
}

const sizeOf = ({ x, y }: Range) => (x[1] - x[0] + 1) * (y[1] - y[0] + 1);

function* namesOf({ level, x, y }: Range): Generator<string> {
  for (let column = x[0]; column <= x[1]; column++)
    for (let row = y[0]; row <= y[1]; row++) yield `${level}/${column}/${row}`;
}

/** The cells under which a box is stored: at most four, of the finest level that needs no more. */
export function cellsOf(box: Box): string[] {
  const range = LEVELS.map((level) => rangeOf(box, level)).find((one) => sizeOf(one) <= MOST_CELLS)!;
  return [...namesOf(range)];
}

/** The cell under which a point is stored. */
export const cellsAt = ({ lat, lon }: { lat: number; lon: number }): string[] =>
  cellsOf({ west: lon, south: lat, east: lon, north: lat });

/** All cells, of every level, under which a box that meets this one may be stored. Null when there are more than `most`. */
export function cellsMeeting(box: Box, most = Number.POSITIVE_INFINITY): string[] | null {
  const ranges = LEVELS.map((level) => rangeOf(box, level));
  if (ranges.reduce((sum, range) => sum + sizeOf(range), 0) > most) return null;
  return ranges.flatMap((range) => [...namesOf(range)]);
}

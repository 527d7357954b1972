/** Points as Lucene stores them, as 32-bit integers: so a box holds exactly the same points as in Elasticsearch. */
const LAT_STEP = 180 / 2 ** 32;
const LON_STEP = 360 / 2 ** 32;
const MOST = 2 ** 31 - 1;

export const encodeLat = (lat: number): number => Math.min(MOST, Math.floor(lat / LAT_STEP));
export const encodeLon = (lon: number): number => Math.min(MOST, Math.floor(lon / LON_STEP));

export const decodeLat = (lat: number): number => lat * LAT_STEP;
export const decodeLon = (lon: number): number => lon * LON_STEP;

/** A box of encoded points, edges included. */
export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** Whether two boxes have a point in common. */
export const meets = (one: Box, other: Box): boolean =>
  one.south <= other.north && one.north >= other.south && one.west <= other.east && one.east >= other.west;

/** Encodes a box of degrees; null when it crosses the antimeridian, or begins at the last degree. */
export function encodeBox(south: number, north: number, west: number, east: number): Box | null {
  if (!(west <= east && west < 180 && south < 90)) return null;
  return {
    south: Math.ceil(south / LAT_STEP),
    north: encodeLat(north),
    west: Math.ceil(west / LON_STEP),
    east: encodeLon(east),
  };
}

/** Cells of about 0.01°, numbered from west to east, and row by row from south to north. */
const ROW_BITS = 18;
const COLUMN_BITS = 17;
const CELLS_OF_A_ROW = 2 ** (32 - COLUMN_BITS);

export const rowAt = (lat: number): number => (lat >> ROW_BITS) + 2 ** (31 - ROW_BITS);
export const cellIn = (row: number, lon: number): number =>
  row * CELLS_OF_A_ROW + (lon >> COLUMN_BITS) + CELLS_OF_A_ROW / 2;
export const rowOf = (cell: number): number => Math.floor(cell / CELLS_OF_A_ROW);

/** A circle or area that a search asks for, with a box around it. */
export interface Shape {
  box: Box;
  /** The time that one point takes, as a multiple of that of a distance. */
  effort: number;
  /** Whether a stored point is in it; null if it is so near the border that only Lucene’s own arithmetic can tell. */
  contains(north: number, east: number): boolean | null;
}

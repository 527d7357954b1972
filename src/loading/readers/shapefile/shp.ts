import type { Geometry, Position } from 'geojson';
import { lineFrom, polygonFrom, polygonOf, positionInDegrees, type ToDegrees } from '../degrees.ts';
import { openCursor } from './cursor.ts';

const HEADER = 100;
const RECORD_HEADER = 8;
const FILE_CODE = 9994;
/** Longest shape, in bytes: about a million corners. */
const LONGEST_SHAPE = 1 << 24;
const ENTRY = 8;

/** A shape in degrees, null for none, `invalid` when it cannot be used. */
type Shape = Geometry | null | 'invalid';

const KINDS: Record<number, 'Point' | 'LineString' | 'Polygon' | 'MultiPoint'> = {
  1: 'Point',
  3: 'LineString',
  5: 'Polygon',
  8: 'MultiPoint',
};

/** Limits the work, since each hole is tested against the outer rings. */
const MOST_RINGS = 20_000;
const PARTS_AT = 44;
const POINTS_AT = 40;
const POINT = 16;

/**
 * The kind of geometry that a number in a .shp means; null for none, undefined when it is unknown. Those with heights are
 * 10 higher, and those with measures 20.
 */
export const kindOf = (type: number) =>
  type === 0 ? null : type > 0 && type < 30 ? KINDS[type % 10] : undefined;

/** Positions in degrees; null when one of them is not a place on Earth. */
function positionsAt(content: DataView, at: number, count: number, toDegrees: ToDegrees): Position[] | null {
  const positions = new Array<Position>(count);
  for (let n = 0; n < count; n++) {
    const [x, y] = [content.getFloat64(at + n * POINT, true), content.getFloat64(at + n * POINT + 8, true)];
    const position = positionInDegrees(x, y, toDegrees);
    if (position === null) return null;
    positions[n] = position;
  }
  return positions;
}

/** The positions of each part in degrees; none when the shape is empty, null when it is broken. */
function partsOf(content: DataView, toDegrees: ToDegrees): Position[][] | null {
  if (content.byteLength < PARTS_AT) return null;
  const parts = content.getInt32(36, true);
  const points = content.getInt32(40, true);
  if (parts === 0 || points === 0) return [];
  const pointsAt = PARTS_AT + parts * 4;
  if (parts < 0 || points < 0 || pointsAt + points * POINT > content.byteLength) return null;
  if (parts > MOST_RINGS) return null;
  const lines: Position[][] = [];
  for (let n = 0; n < parts; n++) {
    const first = content.getInt32(PARTS_AT + n * 4, true);
    const next = n + 1 < parts ? content.getInt32(PARTS_AT + (n + 1) * 4, true) : points;
    if (first < 0 || first > next || next > points) return null;
    const positions = positionsAt(content, pointsAt + first * POINT, next - first, toDegrees);
    if (positions === null) return null;
    if (positions.length > 0) lines.push(positions);
  }
  return lines;
}

/** The geometry of a record, without heights and measures. Polygons are wound as GeoJSON requires. */
function shapeOf(record: Buffer, toDegrees: ToDegrees): Shape {
  const content = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const kind = content.byteLength < 4 ? undefined : kindOf(content.getInt32(0, true));
  if (kind === null) return null;
  if (!kind || content.byteLength < 20) return 'invalid';
  if (kind === 'Point') {
    const [coordinates] = positionsAt(content, 4, 1, toDegrees) ?? [];
    return coordinates ? { type: 'Point', coordinates } : 'invalid';
  }
  if (kind === 'MultiPoint') {
    const count = content.byteLength < POINTS_AT ? -1 : content.getInt32(36, true);
    if (count < 0 || POINTS_AT + count * POINT > content.byteLength) return 'invalid';
    const coordinates = positionsAt(content, POINTS_AT, count, toDegrees);
    if (coordinates === null) return 'invalid';
    return count === 0 ? null : { type: 'MultiPoint', coordinates };
  }
  const parts = partsOf(content, toDegrees);
  if (parts === null) return 'invalid';
  if (parts.length === 0) return null;
  // What has no area is for the check of outlines to refuse.
  return kind === 'LineString'
    ? lineFrom(parts)
    : (polygonOf(parts) ?? polygonFrom(parts.map((ring) => [ring])));
}

/** Where a record of a .shp begins, and how long it is without its header, in bytes. */
interface ShxEntry {
  offset: number;
  length: number;
}

/** The entries of a .shx from its first, null after the last; null when the file is not a .shx. */
async function openShxRows(path: string) {
  const cursor = await openCursor(path);
  const header = await cursor.take(HEADER);
  if (header?.readInt32BE(0) !== FILE_CODE) {
    await cursor.close();
    return null;
  }
  return {
    async next(): Promise<ShxEntry | null> {
      const entry = await cursor.take(ENTRY);
      // In words of two bytes.
      return entry && { offset: entry.readUInt32BE(0) * 2, length: entry.readUInt32BE(4) * 2 };
    },
    close: cursor.close,
  };
}

export interface ShpHeader {
  type: number;
  /** In the units of the file; not finite, or all 0, where the writer left them out. */
  bounds: { west: number; south: number; east: number; north: number };
}

export interface ShpRows {
  /** The next shape, undefined after the last. @throws Error where the file cannot be read any further. */
  next(): Promise<Shape | undefined>;
  /** Skips the next shape; false after the last. */
  skip(): Promise<boolean>;
  share(): number;
  close(): Promise<void>;
}

/**
 * The header of a .shp.
 * @throws Error, without the file's name, when it is not a .shp
 */
export async function readShpHeader(path: string): Promise<ShpHeader> {
  const cursor = await openCursor(path);
  try {
    const header = await cursor.take(HEADER);
    if (!header || header.readInt32BE(0) !== FILE_CODE)
      throw new Error('it is not a .shp: it does not begin with the header of one.');
    const [west, south, east, north] = [36, 44, 52, 60].map((at) => header.readDoubleLE(at)) as [
      number,
      number,
      number,
      number,
    ];
    return { type: header.readInt32LE(32), bounds: { west, south, east, north } };
  } finally {
    await cursor.close();
  }
}

/**
 * The shapes of a .shp from its first, one at a time; record numbers show whether the position in the file is right. Where
 * the .shx gives another position or length, and the record with the right number is there, the .shx decides.
 * @param shx the path of the .shx, null without one.
 */
export async function openShpRows(path: string, shx: string | null, toDegrees: ToDegrees): Promise<ShpRows> {
  const cursor = await openCursor(path);
  const header = await cursor.take(HEADER);
  const entries = shx === null ? null : await openShxRows(shx);
  // In words of two bytes; an interrupted writer leaves it at the header's own length.
  const announced = header ? header.readUInt32BE(24) * 2 : 0;
  const end = announced > HEADER && announced < cursor.size ? announced : cursor.size;
  let first = 1;
  let line = 0;
  /** Whether the .shx has decided for a record: then the last record in the file may not be the last by number. */
  let isLed = false;

  const cut = () =>
    new Error(
      `the .shp is cut off or damaged at row ${line}. The rows before that were read: get the whole file.`,
    );

  /** The length of the record at the position that the .shx gives; null if another record, or none, is there. */
  async function lengthBy({ offset, length }: ShxEntry): Promise<number | null> {
    if (offset < HEADER || offset + RECORD_HEADER + length > cursor.size) return null;
    cursor.seek(offset);
    const head = await cursor.take(RECORD_HEADER);
    const number = head?.readInt32BE(0);
    if (number !== line && number !== line - 1) return null;
    if (line === 1) first = number;
    if (number !== first + line - 1) return null;
    isLed = true;
    return length;
  }

  /** The length of the next record in bytes, null after the last. */
  async function nextLength(): Promise<number | null> {
    line++;
    const entry = entries && (await entries.next());
    if (entry === null && isLed) return null;
    const begun = cursor.position();
    if (entry && entry.offset !== begun) {
      const length = await lengthBy(entry);
      if (length !== null) return length;
      cursor.seek(begun);
    }
    const left = end - begun;
    if (left <= 0) {
      if (announced > cursor.size) throw cut();
      return null;
    }
    const head = left < RECORD_HEADER ? null : await cursor.take(RECORD_HEADER);
    if (!head) throw cut();
    const number = head.readInt32BE(0);
    const length = head.readInt32BE(4) * 2;
    if (entry?.offset === begun && entry.length !== length) {
      const known = await lengthBy(entry);
      if (known !== null) return known;
    }
    if (line === 1) first = number;
    if (length < 0 || length > left - RECORD_HEADER) throw cut();
    if (number !== first && number !== first + line - 1) {
      throw new Error(
        `the .shp holds shape number ${number} where row ${line} should be: shapes and rows do not belong together ` +
          'from there on. Save the file again with a GIS program, and load that.',
      );
    }
    return length;
  }

  return {
    async next() {
      const length = await nextLength();
      if (length === null) return undefined;
      if (length > LONGEST_SHAPE) {
        cursor.skip(length);
        return 'invalid';
      }
      const record = await cursor.take(length);
      if (!record) throw cut();
      return shapeOf(record, toDegrees);
    },
    async skip() {
      const length = await nextLength();
      if (length !== null) cursor.skip(length);
      return length !== null;
    },
    share: () => cursor.position() / Math.max(1, cursor.size),
    async close() {
      await cursor.close();
      await entries?.close();
    },
  };
}

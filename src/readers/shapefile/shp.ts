import type { Geometry } from 'geojson';
import type { Projection } from '../projection.ts';
import type { Fault } from '../rows.ts';
import { openCursor } from './cursor.ts';
import { isShapeType, shapeOf } from './shapes.ts';

export interface ShpHeader {
  type: number;
  /** In the units of the file; not finite or 0 in all where the writer has left it out. */
  bounds: { west: number; south: number; east: number; north: number };
}

export interface ShpRows {
  /** The next shape, undefined after the last. @throws Error where the file cannot be read on. */
  next(): Promise<Geometry | Fault | null | undefined>;
  /** Passes over the next shape; false after the last. */
  skip(): Promise<boolean>;
  share(): number;
  close(): Promise<void>;
}

const HEADER = 100;
const RECORD_HEADER = 8;
const FILE_CODE = 9994;
/** In bytes; about a million corners. */
const LONGEST_SHAPE = 1 << 24;

/**
 * The header of a .shp.
 * @throws Error, without the file's name, when it is none
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

/** The shapes of a .shp from its first, one at a time; its numbers tell whether the place in the file is right. */
export async function openShpRows(path: string, toDegrees: Projection['toDegrees']): Promise<ShpRows> {
  const cursor = await openCursor(path);
  const header = await cursor.take(HEADER);
  // In words of two bytes; a writer that was stopped leaves it at the header's own length.
  const announced = header ? header.readUInt32BE(24) * 2 : 0;
  const end = announced > HEADER && announced < cursor.size ? announced : cursor.size;
  let first = 1;
  let line = 0;

  const cut = () =>
    new Error(
      `the .shp is cut off or damaged at row ${line}. The rows before that were read: get the whole file.`,
    );

  /** The length of the next record in bytes, null after the last. */
  async function nextLength(): Promise<number | null> {
    const left = end - cursor.position();
    line++;
    if (left <= 0) {
      if (announced > cursor.size) throw cut();
      return null;
    }
    const head = left < RECORD_HEADER ? null : await cursor.take(RECORD_HEADER);
    if (!head) throw cut();
    const number = head.readInt32BE(0);
    if (line === 1) first = number;
    const length = head.readInt32BE(4) * 2;
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
        return { reason: 'shape_too_long' };
      }
      const record = await cursor.take(length);
      if (!record) throw cut();
      if (length >= 4 && !isShapeType(record.readInt32LE(0))) return { reason: 'bad_geometry' };
      const shape = shapeOf(record, toDegrees);
      return typeof shape === 'string' ? { reason: shape } : shape;
    },
    async skip() {
      const length = await nextLength();
      if (length !== null) cursor.skip(length);
      return length !== null;
    },
    share: () => cursor.position() / Math.max(1, cursor.size),
    close: cursor.close,
  };
}

import type { Geometry } from 'geojson';
import type { Projection } from '../projection.ts';
import type { Fault } from '../rows.ts';
import { openCursor } from './cursor.ts';
import { kindOf, shapeOf } from './shapes.ts';
import { openShxRows, type ShxEntry } from './shx.ts';

export interface ShpHeader {
  type: number;
  /** In the units of the file; not finite, or all 0, where the writer left them out. */
  bounds: { west: number; south: number; east: number; north: number };
}

export interface ShpRows {
  /** The next shape, undefined after the last. @throws Error where the file cannot be read any further. */
  next(): Promise<Geometry | Fault | null | undefined>;
  /** Skips the next shape; false after the last. */
  skip(): Promise<boolean>;
  share(): number;
  close(): Promise<void>;
}

const HEADER = 100;
const RECORD_HEADER = 8;
const FILE_CODE = 9994;
/** Longest shape, in bytes: about a million corners. */
const LONGEST_SHAPE = 1 << 24;

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
export async function openShpRows(
  path: string,
  shx: string | null,
  toDegrees: Projection['toDegrees'],
): Promise<ShpRows> {
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
        return { reason: 'shape_too_long' };
      }
      const record = await cursor.take(length);
      if (!record) throw cut();
      if (length >= 4 && kindOf(record.readInt32LE(0)) === undefined) return { reason: 'bad_geometry' };
      const shape = shapeOf(record, toDegrees);
      return typeof shape === 'string' ? { reason: shape } : shape;
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

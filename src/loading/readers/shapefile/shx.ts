import { openCursor } from './cursor.ts';

const HEADER = 100;
const ENTRY = 8;
const FILE_CODE = 9994;

/** Where a record of a .shp begins, and how long it is without its header, in bytes. */
export interface ShxEntry {
  offset: number;
  length: number;
}

/** The entries of a .shx from its first, null after the last; null when the file is not a .shx. */
export async function openShxRows(path: string) {
  const cursor = await openCursor(path);
  const header = await cursor.take(HEADER);
  if (!header || header.readInt32BE(0) !== FILE_CODE) {
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

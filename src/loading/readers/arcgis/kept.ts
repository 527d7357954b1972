import { hash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { writeAtomically } from '../../../stores/home-files.ts';
import type { ReadRow } from '../table.ts';
import type { Cursor, Layer, Page } from './pages.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** How long pages stay usable, in milliseconds. */
const LONGEST = 86_400_000;

/** What a page's first line says; each other line is a row. */
interface Head extends Omit<Page, 'rows'> {
  /** What must be unchanged for the page to be used again, and when the first page was read. */
  layer: string;
  begun: number;
  from: Cursor;
  count: number;
}

/** Raise it when the form of kept pages changes: pages of another form are read again. */
const FORM = 2;

function layerKey({ address, selection, description, count }: Layer): string {
  const { columns, id, geometry, lastEdited, zone } = description;
  return hash(
    'sha256',
    JSON.stringify({ form: FORM, address, selection, columns, id, geometry, lastEdited, zone, count }),
  );
}

/**
 * Keeps the pages of a layer in a folder, as gzip files. Pages of an earlier run are read if the layer is unchanged and they
 * are less than a day old.
 */
export async function openKept(folder: string, layer: Layer) {
  const key = layerKey(layer);
  let begun = Date.now();
  const pathOf = (number: number) => join(folder, `page-${String(number).padStart(6, '0')}.ndjson.gz`);
  const unwritable = ({ code }: NodeJS.ErrnoException) => {
    throw new Error(`The pages of the layer cannot be kept in ${folder}: ${code}.`);
  };
  await mkdir(folder, { recursive: true }).catch(unwritable);

  return {
    /** A page by its number, from 1, and its beginning, if known; null when there is no such page or it is damaged. */
    async read(number: number, from: Cursor | null): Promise<Page | null> {
      try {
        const [head = '', ...lines] = String(await unpack(await readFile(pathOf(number)))).split('\n');
        const page: Head = JSON.parse(head);
        const isNext =
          from !== null && page.begun === begun && JSON.stringify(page.from) === JSON.stringify(from);
        const age = Date.now() - page.begun;
        const isFirst = from === null && age >= 0 && age < LONGEST;
        if (page.layer !== key || page.count !== lines.length || !(isFirst || isNext)) return null;
        begun = page.begun;
        const rows: ReadRow[] = lines.map((line) => JSON.parse(line));
        return { rows, next: page.next, tally: page.tally };
      } catch {
        return null;
      }
    },
    async write(number: number, from: Cursor, { rows, next, tally }: Page): Promise<void> {
      const head: Head = { layer: key, begun, from, next, tally, count: rows.length };
      const bytes = await pack([head, ...rows].map((line) => JSON.stringify(line)).join('\n'), { level: 1 });
      await writeAtomically(pathOf(number), bytes).catch(unwritable);
    },
  };
}
export type Kept = Awaited<ReturnType<typeof openKept>>;

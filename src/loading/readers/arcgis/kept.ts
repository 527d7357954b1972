import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ReadRow } from '../table.ts';
import type { Cursor, Layer, Page } from './pages.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Version of the page format: pages of another version are not used. */
const VERSION = 1;
/** How long pages stay usable, in milliseconds. */
const LONGEST = 86_400_000;
const MANIFEST = 'manifest.json';
const OWN = /^(?:manifest\.json|page-\d{6,}\.ndjson\.gz)(?:\.tmp)?$/;

/** Writes under another name first, so that a file with the final name is whole even after kill -9. */
async function writeWhole(path: string, bytes: string | Buffer): Promise<void> {
  const file = await open(`${path}.tmp`, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.tmp`, path);
}

/**
 * Deletes the pages kept in a folder, and the folder if nothing else is in it. Does nothing when the folder does not
 * exist.
 */
export async function forgetPages(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const own = names.filter((name) => OWN.test(name));
  // The manifest first: pages without it are not used again.
  await rm(join(folder, MANIFEST), { force: true });
  for (const name of own) await rm(join(folder, name), { force: true });
  await rmdir(folder).catch(() => {});
}

/** What must be unchanged for pages to be used again. */
function identityOf({ address, selection, description, count }: Layer) {
  const { columns, id, geometry, lastEdited, zone } = description;
  const facts = createHash('sha256')
    .update(JSON.stringify({ columns, id, geometry, lastEdited, zone, selection }))
    .digest('hex');
  return { version: VERSION, address, count, facts };
}

async function isUsable(folder: string, identity: object): Promise<boolean> {
  try {
    const { started, ...rest } = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'));
    const age = Date.now() - Date.parse(started);
    return age >= 0 && age < LONGEST && JSON.stringify(rest) === JSON.stringify(identity);
  } catch {
    return false;
  }
}

/** @throws when the text is not a whole page, or the page begins elsewhere. */
function pageOf(text: string, from: Cursor | null): Page {
  const [head = '', ...lines] = text.split('\n');
  const { next, tally, count, from: begun } = JSON.parse(head);
  const rows: ReadRow[] = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  const follows = from === null || JSON.stringify(from) === JSON.stringify(begun);
  if (rows.length !== count || !follows) throw new Error('It is not the page that was asked for');
  return { rows, next, tally };
}

const textOf = (from: Cursor, { rows, next, tally }: Page) =>
  [{ from, next, tally, count: rows.length }, ...rows].map((line) => JSON.stringify(line)).join('\n');

function unwritable(folder: string, { code }: NodeJS.ErrnoException): Error {
  return new Error(`The pages of the layer cannot be kept in ${folder}: ${code}.`);
}

/**
 * Keeps the pages of a layer in a folder of gzip files. The first line of each says where the page begins and where the
 * next one does; each other line is a row. Pages of an earlier run are kept if the layer is unchanged and they are less than
 * a day old; otherwise they are deleted.
 */
export async function openKept(folder: string, layer: Layer) {
  const identity = identityOf(layer);
  const pathOf = (number: number) => join(folder, `page-${String(number).padStart(6, '0')}.ndjson.gz`);

  async function begin(): Promise<void> {
    await forgetPages(folder);
    await mkdir(folder, { recursive: true });
    const manifest = { ...identity, started: new Date().toISOString() };
    await writeWhole(join(folder, MANIFEST), JSON.stringify(manifest));
  }

  if (!(await isUsable(folder, identity))) {
    await begin().catch((error) => {
      throw unwritable(folder, error);
    });
  }
  return {
    /** A page by its number, from 1, and its beginning, if known; null when there is no such page or it is damaged. */
    async read(number: number, from: Cursor | null): Promise<Page | null> {
      try {
        return pageOf(String(await unpack(await readFile(pathOf(number)))), from);
      } catch {
        return null;
      }
    },
    async write(number: number, from: Cursor, page: Page): Promise<void> {
      const bytes = await pack(textOf(from, page), { level: 1 });
      await writeWhole(pathOf(number), bytes).catch((error) => {
        throw unwritable(folder, error);
      });
    },
  };
}
export type Kept = Awaited<ReturnType<typeof openKept>>;

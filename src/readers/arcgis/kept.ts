import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ReadRow } from '../table.ts';
import type { Layer, Page } from './pages.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Of the pages' form: pages of another one are read again. */
const VERSION = 1;
/** How long pages are used, in milliseconds. */
const LONGEST = 86_400_000;
const MANIFEST = 'manifest.json';
const OWN = /^(?:manifest\.json|page-\d{6,}\.ndjson\.gz)(?:\.tmp)?$/;

/** Written under another name first, so that what has its name is whole also after kill -9. */
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
 * Deletes the pages that were kept in a folder, and the folder if nothing else is in it. Nothing happens when there is
 * none.
 */
export async function forgetPages(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  // The manifest last: without it, what is left would not be recognized.
  const own = names.filter((name) => OWN.test(name)).toSorted((one) => (one === MANIFEST ? 1 : -1));
  for (const name of own) await rm(join(folder, name), { force: true });
  await rmdir(folder).catch(() => {});
}

/** What must be the same for pages to be used again. */
function identityOf({ address, description, count }: Layer) {
  const { columns, id, geometry, lastEdited } = description;
  const facts = createHash('sha256')
    .update(JSON.stringify({ columns, id, geometry, lastEdited }))
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

function pageOf(text: string): Page {
  const [head = '', ...lines] = text.split('\n');
  const { next, tally, count } = JSON.parse(head);
  const rows: ReadRow[] = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  if (rows.length !== count) throw new Error('the page is cut off');
  return { rows, next, tally };
}

const textOfPage = ({ rows, next, tally }: Page) =>
  [{ next, tally, count: rows.length }, ...rows].map((line) => JSON.stringify(line)).join('\n');

/**
 * Keeps the pages of a layer in a folder: gzip files, each with where it ends in its first line and a row in each other
 * line. Pages of an earlier run stay if the layer is as it was and they are younger than a day; else they are deleted.
 */
export async function openKept(folder: string, layer: Layer) {
  const identity = identityOf(layer);
  await mkdir(folder, { recursive: true });
  if (!(await isUsable(folder, identity))) {
    await forgetPages(folder);
    await mkdir(folder, { recursive: true });
    const manifest = { ...identity, started: new Date().toISOString() };
    await writeWhole(join(folder, MANIFEST), JSON.stringify(manifest));
  }
  const pathOf = (number: number) => join(folder, `page-${String(number).padStart(6, '0')}.ndjson.gz`);
  return {
    /** A page by its number, from 1; null when it is not there or damaged. */
    async read(number: number): Promise<Page | null> {
      try {
        return pageOf(String(await unpack(await readFile(pathOf(number)))));
      } catch {
        return null;
      }
    },
    async write(number: number, page: Page): Promise<void> {
      await writeWhole(pathOf(number), await pack(textOfPage(page), { level: 1 }));
    },
  };
}
export type Kept = Awaited<ReturnType<typeof openKept>>;

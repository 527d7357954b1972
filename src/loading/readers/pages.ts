import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { type Downloaded, type DownloadOptions, download, MOST, tooLarge } from './download.ts';
import { Failure, shown } from './failure.ts';
import { checkWhole, LONGEST_FEATURE, nextPage } from './geojson/features.ts';
import { readAddress } from './http.ts';
import { listElements, type Members } from './json.ts';

/** Rows to ask a Socrata portal for at once, which most portals send; without asking, it sends 1,000. */
const SOCRATA_ROWS = 50_000;
const SOCRATA = /\/resource\/[a-z0-9]{4}-[a-z0-9]{4}(?:\.(?:csv|json|geojson))?$/i;
const GEOJSON = /\.geojson$/i;
/** A page of a service is smaller than this, in bytes: a larger file is not searched for a next page. */
const LARGEST_PAGE = 128 << 20;
const MOST_PAGES = 100_000;

const NEWLINE = 0x0a;
const QUOTE = 0x22;

/** A page written to the end of the file that collects them: how many rows it had, and where the next one is. */
interface Added {
  rows: number;
  next: URL | null;
}

type Write = (bytes: Buffer) => Promise<void>;

/** Where a Socrata portal has the rows of a dataset after the first ones, as GeoJSON or CSV; null for another address. */
function socrataPage(url: URL): ((from: number) => URL) | null {
  // An aggregate has no row ids to sort by, and a whole query brings its own limit.
  if (!SOCRATA.test(url.pathname) || url.searchParams.has('$query') || url.searchParams.has('$group'))
    return null;
  return (from) => {
    const page = new URL(url);
    if (!GEOJSON.test(page.pathname)) page.pathname = page.pathname.replace(/(?:\.\w+)?$/, '.csv');
    page.searchParams.set('$limit', String(SOCRATA_ROWS));
    page.searchParams.set('$offset', String(from));
    if (!page.searchParams.has('$order')) page.searchParams.set('$order', ':id');
    return page;
  };
}

/** Adds the rows of a page of CSV; the header only from the first. */
async function addCsv(path: string, isFirst: boolean, write: Write): Promise<number> {
  let lines = 0;
  let quoted = false;
  let last = NEWLINE;
  for await (const chunk of createReadStream(path)) {
    let start = lines > 0 || isFirst ? 0 : chunk.length;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === NEWLINE && !quoted && ++lines === 1 && !isFirst) start = at + 1;
    }
    last = chunk.at(-1) ?? last;
    await write(chunk.subarray(start));
  }
  if (last !== NEWLINE) {
    lines++;
    await write(Buffer.of(NEWLINE));
  }
  return lines - 1;
}

/** Adds the features of a page of GeoJSON, one a line, after those of earlier pages. */
async function addFeatures(
  path: string,
  isFirst: boolean,
  write: Write,
): Promise<{ rows: number; members: Members | null }> {
  let rows = 0;
  let around: Members | null = null;
  const elements = listElements(createReadStream(path), 'features', LONGEST_FEATURE, (members) => {
    around = members;
  });
  for await (const features of elements) {
    for (const { bytes } of features) {
      if (!isFirst || rows > 0) await write(Buffer.from(',\n'));
      await write(bytes ?? Buffer.from('{}'));
      rows++;
    }
  }
  return { rows, members: around };
}

/** What stands around the features of all pages; `crs` is that of the first. */
const collectionOf = (crs: unknown): [begin: string, end: string] => [
  `{"type":"FeatureCollection",${crs === undefined ? '' : `"crs":${JSON.stringify(crs)},`}"features":[\n`,
  '\n]}\n',
];

/** The page after a GeoJSON file that was downloaded, and its coordinate system; null when it is whole, or no GeoJSON at all. */
async function linkedPage(path: string): Promise<{ next: string; crs: unknown } | null> {
  const { size } = await stat(path);
  if (size > LARGEST_PAGE) return null;
  let linked: { next: string; crs: unknown } | null = null;
  try {
    const elements = listElements(createReadStream(path), 'features', 0, (members) => {
      const next = nextPage(members);
      linked = next === null ? null : { next, crs: members?.crs };
    });
    for await (const _ of elements);
  } catch {
    return null;
  }
  return linked;
}

/** @throws Failure when the last page says that there are more rows. */
function checkPages(members: Members | null, rows: number, last: URL): void {
  try {
    checkWhole(members, rows);
  } catch (error) {
    throw new Failure(`${shown(last)}: ${(error as Error).message}`, {}, error);
  }
}

/** Downloads the pages after a first one into one file, which takes the name of the first. */
async function collect(
  first: Downloaded,
  extension: string,
  [begin, end]: [begin: string, end: string],
  options: DownloadOptions,
  add: (path: string, page: number, write: Write) => Promise<Added>,
): Promise<Downloaded> {
  const { folder, onProgress, most = MOST } = options;
  const path = join(folder, `${parse(first.name).name}.whole${extension}`);
  const file = await open(path, 'w');
  const hash = createHash('sha256');
  let bytes = 0;
  const write = async (part: Buffer) => {
    if (bytes + part.length > most) throw tooLarge(first.name, most);
    await file.write(part);
    hash.update(part);
    bytes += part.length;
    onProgress?.(bytes, null);
  };
  try {
    await write(Buffer.from(begin));
    let page = first;
    const seen = new Set<string>();
    for (let number = 0; ; number++) {
      if (number === MOST_PAGES) throw new Failure(`${first.name} has more than ${MOST_PAGES} pages.`);
      const { rows, next } = await add(page.path, number, write);
      await rm(page.path, { force: true });
      if (next === null || rows === 0) break;
      if (seen.has(page.sha256))
        throw new Failure(
          `${shown(next)} cannot be read: its server sends the same page again. Download the file by hand.`,
        );
      seen.add(page.sha256);
      const got = await download(next.href, {
        ...options,
        etag: null,
        lastModified: null,
        onProgress: undefined,
      });
      if (got.unchanged) throw new Failure(`${shown(next)} was not sent.`);
      page = got;
    }
    await write(Buffer.from(end));
    await file.sync();
  } finally {
    await file.close();
  }
  // An ETag is that of one page, which says nothing about the others.
  return { ...first, path, bytes, sha256: hash.digest('hex'), etag: null, lastModified: null };
}

/**
 * Downloads a file as `download` does; where its server sends it in pages (a dataset of a Socrata portal, GeoJSON that
 * links to its next page), all of them, as one file of CSV or GeoJSON.
 * @throws Failure with a sentence, as `download`.
 */
export async function downloadWhole(
  address: string,
  options: DownloadOptions,
): Promise<Downloaded | { unchanged: true }> {
  const url = readAddress(address);
  const pageFrom = socrataPage(url);
  const first = await download(pageFrom === null ? address : pageFrom(0).href, options);
  if (first.unchanged) return first;
  if (pageFrom !== null) {
    let total = 0;
    const isGeojson = GEOJSON.test(url.pathname);
    const around: [string, string] = isGeojson ? collectionOf(undefined) : ['', ''];
    return collect(first, isGeojson ? '.geojson' : '.csv', around, options, async (path, page, write) => {
      const rows = isGeojson
        ? (await addFeatures(path, page === 0, write)).rows
        : await addCsv(path, page === 0, write);
      total += rows;
      return { rows, next: pageFrom(total) };
    });
  }
  const linked = await linkedPage(first.path);
  if (linked === null) return first;
  let at = url;
  let total = 0;
  return collect(first, '.geojson', collectionOf(linked.crs), options, async (path, page, write) => {
    const { rows, members } = await addFeatures(path, page === 0, write);
    total += rows;
    const next = nextPage(members);
    if (next === null) checkPages(members, total, at);
    else at = readAddress(next, at);
    return { rows, next: next === null ? null : at };
  });
}

import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';

/** Beyond these two together, what an entry unpacks to is not published data. */
const MOST_BYTES = 1 << 30;
const MOST_RATIO = 200;

export interface ZipEntry {
  name: string;
  /** In bytes, unpacked. */
  size: number;
}

const damaged = (zip: string, error: unknown) =>
  new Error(
    `${zip} cannot be unpacked (${(error as Error).message}): it is damaged or not complete. Download it again.`,
  );

/** Of a zip without files. */
export const emptyZip = (zip: string) =>
  new Error(`${zip} holds no files: the zip is empty. Download it again, or pack it again.`);

/** What file managers and macOS put beside the files. */
const isLitter = (name: string) => /(^|\/)(__MACOSX\/|\.)/.test(name) || name.endsWith('/');

async function* entriesOf(zip: string, file: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  try {
    for await (const entry of file.eachEntry()) if (!isLitter(entry.fileName)) yield entry;
  } catch (error) {
    throw damaged(zip, error);
  }
}

async function opened(zip: string): Promise<yauzl.ZipFile> {
  try {
    return await yauzl.openPromise(zip, { autoClose: false });
  } catch (error) {
    throw damaged(zip, error);
  }
}

/**
 * The files in a zip, without folders and hidden files.
 * @throws Error with a sentence when it is not a whole zip.
 */
export async function zipEntries(zip: string): Promise<ZipEntry[]> {
  const file = await opened(zip);
  try {
    const entries: ZipEntry[] = [];
    for await (const { fileName, uncompressedSize } of entriesOf(zip, file))
      entries.push({ name: fileName, size: uncompressedSize });
    return entries;
  } finally {
    file.close();
  }
}

function checkEntry(zip: string, entry: yauzl.Entry): void {
  if (entry.isEncrypted())
    throw new Error(
      `${entry.fileName} in ${zip} is encrypted: unpack it with its password, and name the unpacked file.`,
    );
  if (
    entry.uncompressedSize > MOST_BYTES &&
    entry.uncompressedSize > MOST_RATIO * Math.max(1, entry.compressedSize)
  )
    throw new Error(
      `${entry.fileName} in ${zip} unpacks to over ${MOST_RATIO} times its size, ${entry.uncompressedSize} bytes: ` +
        'that is not a table. If you trust it, unpack it and name the unpacked file.',
    );
  if (!entry.canDecodeFileData())
    throw new Error(
      `${entry.fileName} in ${zip} is packed by a method that Terrier does not unpack (${entry.compressionMethod}): ` +
        'unpack it, and name the unpacked file.',
    );
}

/**
 * The bytes of one file in a zip, as it unpacks.
 * @throws Error with a sentence when it is encrypted, absurdly large, damaged or not there.
 */
export async function* zipBytes(zip: string, name: string): AsyncGenerator<Buffer> {
  const file = await opened(zip);
  try {
    let found: yauzl.Entry | undefined;
    for await (const entry of entriesOf(zip, file)) {
      if (entry.fileName !== name) continue;
      found = entry;
      break;
    }
    if (!found) throw new Error(`${zip} holds no ${name}.`);
    checkEntry(zip, found);
    const stream: Readable = await file.openReadStreamPromise(found).catch((error) => {
      throw damaged(zip, error);
    });
    try {
      yield* stream as AsyncIterable<Buffer>;
    } catch (error) {
      throw damaged(zip, error);
    }
  } finally {
    file.close();
  }
}

/**
 * The one file of a zip that is wanted: `file`, by its path in the zip or its name alone, else the only one whose name
 * ends as `suffix` says.
 * @param what for people, such as `CSV file`.
 * @throws Error that lists what there is when there is none or more than one.
 */
export async function pickEntry(
  zip: string,
  suffix: RegExp,
  what: string,
  file: string | undefined,
): Promise<ZipEntry> {
  const entries = await zipEntries(zip);
  const wanted =
    file === undefined
      ? entries.filter(({ name }) => suffix.test(name))
      : entries.filter(({ name }) => name === file || basename(name) === file);
  if (wanted.length === 1) return wanted[0]!;
  if (entries.length === 0) throw emptyZip(zip);
  const names = listed((wanted.length > 0 ? wanted : entries).map(({ name }) => name));
  if (file !== undefined && wanted.length === 0) throw new Error(`${zip} holds no ${file}, only ${names}.`);
  if (wanted.length === 0) throw new Error(`${zip} holds no ${what}, only ${names}.`);
  throw new Error(
    `${zip} holds ${wanted.length} tables: ${names}. Name one with --file (conform.file in a source file).`,
  );
}

const MOST_NAMES = 20;

/** Names as a list for people; of many, the first. */
export function listed(names: readonly string[]): string {
  if (names.length === 0) return 'nothing';
  const more = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

export interface Unpacked {
  file: string;
  remove(): Promise<void>;
}

/** Unpacks one file of a zip into a folder of its own, for readers that must jump about in it. */
export async function unpackEntry(zip: string, entry: string): Promise<Unpacked> {
  const folder = await mkdtemp(join(tmpdir(), 'terrier-unpacked-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = join(folder, basename(entry));
  try {
    await pipeline(zipBytes(zip, entry), createWriteStream(file));
  } catch (error) {
    await remove();
    throw error;
  }
  return { file, remove };
}

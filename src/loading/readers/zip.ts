import { createWriteStream, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import { listed } from '../../domain/in-words.ts';
import { atExit } from '../../stores/at-exit.ts';

interface TemporaryFolder {
  folder: string;
  remove(): Promise<void>;
}

/** A new folder among the system's temporary files. `remove` deletes it, and so does the end of the program. Throws an Error with a sentence. */
export async function temporaryFolder(purpose: string): Promise<TemporaryFolder> {
  const folder = await mkdtemp(join(tmpdir(), `terrier-${purpose}-`)).catch(({ code }) => {
    throw new Error(
      `Temporary files cannot be written to ${tmpdir()} (${code}): make it writable, or set TMPDIR to a folder that is.`,
    );
  });
  const options = { recursive: true, force: true };
  const removed = atExit(() => rmSync(folder, options));
  return {
    folder,
    async remove() {
      await rm(folder, options);
      removed();
    },
  };
}

const MOST_NAMES = 20;
/** An entry that unpacks beyond both limits is not published data. */
const MOST_BYTES = 100 << 20;
const MOST_RATIO = 200;
const MOST_ENTRIES = 100_000;

/** A file in a zip. */
export interface ZipEntry {
  name: string;
  /** Unpacked size in bytes. */
  size: number;
  entry: yauzl.Entry;
}

export interface Zip {
  /** Without folders and hidden files. */
  entries: readonly ZipEntry[];
  /**
   * The bytes of one file, as it unpacks.
   * @throws Error with a sentence when it is encrypted, absurdly large or damaged.
   */
  bytesOf(entry: ZipEntry): AsyncGenerator<Buffer>;
  close(): void;
}

const damaged = (zip: string, error: unknown) =>
  new Error(
    `${zip} cannot be unpacked (${(error as Error).message}): it is damaged or not complete. Download it again.`,
  );

/** The error for a zip without files. */
export const emptyZip = (zip: string) =>
  new Error(`${zip} holds no files: the zip is empty. Download it again, or pack it again.`);

/** Whether an entry is a folder, or something that file managers and macOS add. */
const isLitter = (name: string) => /(^|\/)(__MACOSX\/|\.[^./])/.test(name) || name.endsWith('/');

async function entriesOf(file: yauzl.ZipFile): Promise<ZipEntry[]> {
  const files: ZipEntry[] = [];
  for await (const entry of file.eachEntry()) {
    // Names are only for choosing; no file is written under its name, so they need no check.
    const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
    const name = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
    if (!isLitter(name)) files.push({ name, size: entry.uncompressedSize, entry });
    if (files.length > MOST_ENTRIES) throw new Error(`more than ${MOST_ENTRIES} files`);
  }
  return files;
}

function checkEntry(zip: string, { name, size, entry }: ZipEntry): void {
  if (entry.isEncrypted())
    throw new Error(
      `${name} in ${zip} is encrypted: unpack it with its password, and name the unpacked file.`,
    );
  if (size > MOST_BYTES && size > MOST_RATIO * Math.max(1, entry.compressedSize))
    throw new Error(
      `${name} in ${zip} unpacks to over ${MOST_RATIO} times its size, ${size} bytes: ` +
        'that is not a table. If you trust it, unpack it and name the unpacked file.',
    );
  if (!entry.canDecodeFileData())
    throw new Error(
      `${name} in ${zip} is packed by a method that Terrier does not unpack (${entry.compressionMethod}): ` +
        'unpack it, and name the unpacked file.',
    );
}

/**
 * Opens a zip and lists its files.
 * @param called what it is called in messages.
 * @throws Error with a sentence when it is not a whole zip.
 */
export async function openZip(path: string, called = path): Promise<Zip> {
  const file = await yauzl.openPromise(path, { autoClose: false, decodeStrings: false }).catch((error) => {
    throw damaged(called, error);
  });
  const close = () => file.close();
  const entries = await entriesOf(file).catch((error) => {
    close();
    throw damaged(called, error);
  });
  return {
    entries,
    async *bytesOf(entry) {
      checkEntry(called, entry);
      try {
        yield* (await file.openReadStreamPromise(entry.entry)) as AsyncIterable<Buffer>;
      } catch (error) {
        throw damaged(`${entry.name} in ${called}`, error);
      }
    },
    close,
  };
}

/** The files in a zip. @throws Error with a sentence when it is not a whole zip. */
export async function zipEntries(path: string): Promise<readonly ZipEntry[]> {
  const zip = await openZip(path);
  zip.close();
  return zip.entries;
}

/** The bytes of one file in a zip, which stays open while they are read. */
export async function* zipBytes(path: string, { name }: ZipEntry): AsyncGenerator<Buffer> {
  const zip = await openZip(path);
  try {
    const entry = zip.entries.find((other) => other.name === name);
    if (entry === undefined) throw new Error(`${path} holds no ${name}.`);
    yield* zip.bytesOf(entry);
  } finally {
    zip.close();
  }
}

/**
 * The one file of a zip that is wanted: `file`, by its path in the zip or its name alone, else the only one whose name
 * ends as `suffix` says.
 * @param what the kind of file in messages, such as `CSV file`.
 * @throws Error that lists the files when none or several fit.
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
  const names = listed(
    (wanted.length > 0 ? wanted : entries).map(({ name }) => name),
    MOST_NAMES,
  );
  if (file !== undefined && wanted.length === 0) throw new Error(`${zip} holds no ${file}, only ${names}.`);
  if (wanted.length === 0) throw new Error(`${zip} holds no ${what}, only ${names}.`);
  throw new Error(
    `${zip} holds ${wanted.length} tables: ${names}. Name one with --file (conform.file in a source file).`,
  );
}

/** Writes one file of an open zip to a path. */
export async function writeEntry(zip: Zip, entry: ZipEntry, to: string): Promise<string> {
  await pipeline(zip.bytesOf(entry), createWriteStream(to));
  return to;
}

export interface Unpacked {
  file: string;
  remove(): Promise<void>;
}

/** Unpacks one file of a zip into a folder of its own, for readers that need random access. */
export async function unpackEntry(zip: string, entry: ZipEntry): Promise<Unpacked> {
  const { folder, remove } = await temporaryFolder('unpacked');
  const file = join(folder, 'unpacked');
  try {
    await pipeline(zipBytes(zip, entry), createWriteStream(file));
  } catch (error) {
    await remove();
    throw error;
  }
  return { file, remove };
}

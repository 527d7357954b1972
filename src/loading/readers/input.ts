import { open, stat } from 'node:fs/promises';
import { type ByteStream, inputSize, metered, openBytes } from './bytes.ts';
import { kindByMagic } from './formats.ts';
import { pickEntry, type Unpacked, unpackEntry, zipBytes } from './zip.ts';

/** Bytes at the beginning that show how a table is written. */
export const BEGINNING = 4 << 20;

/** A file, perhaps one in a zip, that can be read from its beginning as often as needed. */
export interface ReadableFile {
  /** The file, with the entry of a zip. */
  name: string;
  /** Opens it again; a pipe, only as long as no more than `BEGINNING` bytes of it were read. */
  open(): Promise<ByteStream>;
  close(): Promise<void>;
}

async function openPipe(path: string): Promise<ReadableFile> {
  const source = await openBytes(path);
  const rest = source.bytes[Symbol.asyncIterator]();
  const kept: Buffer[] = [];
  let length = 0;
  let failed: { error: unknown } | null = null;
  async function next(): Promise<Buffer | null> {
    if (failed) throw failed.error;
    const { value, done } = await rest.next().catch((error) => {
      failed = { error };
      throw error;
    });
    return done ? null : value;
  }
  async function* bytes(): AsyncGenerator<Buffer> {
    yield* kept;
    for (let chunk = await next(); chunk !== null; chunk = await next()) {
      if (length < BEGINNING) kept.push(chunk);
      length += chunk.length;
      yield chunk;
    }
  }
  return {
    name: source.name,
    open: async () => ({ ...source, bytes: bytes() }),
    close: async () => void (await rest.return?.()),
  };
}

/** The first bytes of a file as it is, at most `length` of them. */
export async function firstBytes(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Whether a file is a zip by its first bytes or its name. Reading one that is a zip only by name says what is wrong. */
export const isZip = async (path: string): Promise<boolean> =>
  /\.zip$/i.test(path) || kindByMagic(await firstBytes(path, 16)) === 'zip';

/**
 * Checks that a path is a file that can be read more than once.
 * @throws Error with a sentence when it is not.
 */
export async function checkRegular(path: string): Promise<void> {
  if (path === '-')
    throw new Error(
      'A table is read twice, and standard input only once: save it to a file, and name that file.',
    );
  await inputSize(path);
  if (!(await stat(path)).isFile())
    throw new Error(`${path} is not a regular file: save its contents to one, and name that file.`);
}

/**
 * A file, gzip or not, or a file in a zip: `entry`, or the only one whose name ends as `suffix` says.
 * @param what the kind of file in messages, such as `CSV file`.
 * @throws Error with a sentence when it cannot be read, or the zip has no such file or several.
 */
export async function openInput(
  path: string,
  suffix: RegExp,
  what: string,
  entry: string | undefined,
): Promise<ReadableFile> {
  if ((await inputSize(path)) === null) return openPipe(path);
  const close = async () => {};
  if (!(await isZip(path))) return { name: path, open: () => openBytes(path), close };
  const picked = await pickEntry(path, suffix, what, entry);
  const name = `${path}/${picked.name}`;
  return { name, open: async () => metered(name, zipBytes(path, picked), picked.size), close };
}

/** The same as a file on disk, for readers that need random access. A file in a zip is unpacked; `remove` deletes it. */
export async function openOnDisk(
  path: string,
  suffix: RegExp,
  what: string,
  entry: string | undefined,
): Promise<Unpacked & { name: string }> {
  await checkRegular(path);
  if (!(await isZip(path))) return { name: path, file: path, remove: async () => {} };
  const picked = await pickEntry(path, suffix, what, entry);
  return { ...(await unpackEntry(path, picked)), name: `${path}/${picked.name}` };
}

/**
 * The first bytes of a stream, all of them if it is shorter.
 * @param mayBreak whether an error after some bytes is left to who reads all of them.
 */
export async function beginningOf(
  bytes: AsyncIterable<Buffer>,
  length: number,
  mayBreak = false,
): Promise<{ beginning: Buffer; whole: boolean }> {
  const parts: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of bytes) {
      parts.push(chunk);
      read += chunk.length;
      if (read >= length) return { beginning: Buffer.concat(parts).subarray(0, length), whole: false };
    }
    return { beginning: Buffer.concat(parts), whole: true };
  } catch (error) {
    if (!mayBreak || read === 0) throw error;
    return { beginning: Buffer.concat(parts), whole: false };
  }
}

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { splitLines } from '../readers/lines.ts';

/** A file of a backup, by its name in the folder, as it was written. */
export interface WrittenFile {
  file: string;
  bytes: number;
  sha256: string;
}

/** Higher levels take several times as long for a few percent. */
const LEVEL = 1;

/** Writes lines, with their ends, into a new compressed file that only its owner can read. */
export async function writeLines(
  folder: string,
  file: string,
  lines: AsyncIterable<string | Buffer>,
): Promise<WrittenFile> {
  const sum = createHash('sha256');
  let bytes = 0;
  const tallied = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sum.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  const target = createWriteStream(join(folder, file), { mode: 0o600, flags: 'wx', flush: true });
  await pipeline(lines, createGzip({ level: LEVEL }), tallied, target);
  return { file, bytes, sha256: sum.digest('hex') };
}

/** The lines of such a file, some at a time, without their ends. */
export async function* readLines(folder: string, file: string): AsyncGenerator<Buffer[]> {
  const unpacked = createGunzip();
  // What fails there is thrown by the loop over its end.
  pipeline(createReadStream(join(folder, file)), unpacked).catch(() => {});
  for await (const lines of splitLines(unpacked, Number.POSITIVE_INFINITY))
    yield lines.map(({ bytes }) => bytes!);
}

/** Throws an Error that names the file, unless it is what was written. */
export async function checkFile(folder: string, { file, bytes, sha256 }: WrittenFile): Promise<void> {
  const path = join(folder, file);
  const size = await stat(path).then(
    (stats) => stats.size,
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (typeof size !== 'number') throw new Error(`${path} cannot be read (${size}). Nothing was restored.`);
  if (size !== bytes)
    throw new Error(`${path} is damaged: it has ${size} bytes, not ${bytes}. Nothing was restored.`);
  const sum = createHash('sha256');
  await pipeline(createReadStream(path), sum);
  if (sum.digest('hex') !== sha256)
    throw new Error(`${path} is damaged: its SHA-256 is not that of the manifest. Nothing was restored.`);
}

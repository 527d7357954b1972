import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { downloadName, LONGEST_STATUS, preparationIn } from './download-answer.ts';
import { Failure, PATIENCE, type Patience, persist, shown, statusFailure } from './failure.ts';
import { createHttp, type Http, type HttpOptions, type Reply, readAddress } from './http.ts';

/** Largest download, in bytes. */
export const MOST = 8 * 2 ** 30;
/** A download that receives fewer bytes than this within the time limit for an answer is given up. */
const SLOWEST = 65_536;
/** How often a server may say that a prepared file is somewhere else. */
const MOST_MOVES = 3;
/** Enough to recognize a file, in bytes. */
const BEGINNING = 512;

export interface DownloadOptions extends HttpOptions {
  /** Where the file goes; created if missing. */
  folder: string;
  /** Largest size in bytes. */
  most?: number;
  /** From an earlier download: if the file has not changed, it is not sent again. */
  etag?: string | null;
  lastModified?: string | null;
  /** Gets the bytes so far, and the total if the server says it. */
  onProgress?: (bytes: number, total: number | null) => void;
  patience?: Partial<Patience>;
}

export interface Downloaded {
  unchanged: false;
  path: string;
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
  etag: string | null;
  lastModified: string | null;
  /** From the server, or from the address. */
  name: string;
}

/** An interrupted download: its bytes are in the file `path`, its ETag in the file `tag`. */
interface Part {
  path: string;
  tag: string;
}

const partialOf = (folder: string, url: URL): Part => {
  const path = join(folder, `.${createHash('sha256').update(url.href).digest('hex').slice(0, 24)}.part`);
  return { path, tag: `${path}.etag` };
};

/** The ETag with which a part can be continued, and the part's size in bytes. */
async function begun({ path, tag }: Part): Promise<{ etag: string; size: number } | null> {
  const etag = await readFile(tag, 'utf8').catch(() => null);
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  );
  return etag === null || size === 0 ? null : { etag, size };
}

async function forget({ path, tag }: Part): Promise<void> {
  await rm(tag, { force: true });
  await rm(path, { force: true });
}

/** Only a strong ETag shows that bytes are the same, and only for a body that was not compressed in transit. */
function strongTag({ etag, 'content-encoding': packed }: IncomingHttpHeaders): string | null {
  return etag !== undefined && !etag.startsWith('W/') && packed === undefined ? etag : null;
}

/** A comment ends at its first `-->`. If the pattern could match in several ways, many comments would take exponential time. */
const COMMENT = String.raw`<!--(?:(?!-->).)*-->\s*`;
const HTML = new RegExp(
  String.raw`^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:${COMMENT})*<(?:!doctype\s+html|html|head|body)\b`,
  'is',
);
const isArchive = (first: Buffer) =>
  first.subarray(0, 2).equals(Buffer.from('PK')) || first.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]));

function checkNotPage(first: Buffer, type: string | undefined, url: URL): void {
  const isPage =
    HTML.test(first.toString('utf8')) || (/^text\/html\b/i.test(type ?? '') && !isArchive(first));
  if (isPage) {
    throw new Failure(
      `${shown(url)} is a web page, not a data file. Open it in a browser, and give the address of its download.`,
    );
  }
}

export const tooLarge = (name: string, most: number) =>
  new Failure(
    `${name} is larger than the limit of ${(most / 2 ** 20).toLocaleString('en-US', { maximumFractionDigits: 1 })} MiB.`,
  );

/** The chunks of a body, which is cut when it arrives too slowly. */
async function* watched({ body, cut }: Reply, url: URL, within: number): AsyncGenerator<Buffer> {
  let since = 0;
  const timer = setInterval(() => {
    const sentence = `${shown(url)} cannot be read: its server sends too slowly. Try again later.`;
    if (since < SLOWEST) cut(new Failure(sentence, { temporary: true }));
    since = 0;
  }, within);
  try {
    for await (const chunk of body) {
      since += chunk.length;
      yield chunk;
    }
  } finally {
    clearInterval(timer);
  }
}

/** The size that the whole file will have; null when the server does not say. */
function sizeOf({ headers }: Reply, from: number): number | null {
  const length = headers['content-length'];
  return length === undefined || headers['content-encoding'] !== undefined ? null : from + Number(length);
}

interface Job {
  url: URL;
  folder: string;
  part: Part;
  known: Pick<DownloadOptions, 'etag' | 'lastModified'>;
  most: number;
  onProgress: DownloadOptions['onProgress'];
  patience: Patience;
}

/** Writes a body after the first `from` bytes of a file, and adds it to the hash. */
async function receive(
  reply: Reply,
  file: FileHandle,
  from: number,
  hash: Hash,
  { url, most, onProgress, patience }: Job,
): Promise<number> {
  const total = sizeOf(reply, from);
  if (total !== null && total > most) throw tooLarge(shown(url), most);
  let bytes = from;
  let first: Buffer | null = from === 0 ? Buffer.alloc(0) : null;
  for await (const chunk of watched(reply, url, patience.answer)) {
    if (first !== null) {
      first = Buffer.concat([first, chunk.subarray(0, BEGINNING)]);
      if (first.length >= BEGINNING) {
        checkNotPage(first, reply.headers['content-type'], url);
        first = null;
      }
    }
    if (bytes + chunk.length > most) throw tooLarge(shown(url), most);
    await file.write(chunk, 0, chunk.length, bytes);
    hash.update(chunk);
    bytes += chunk.length;
    onProgress?.(bytes, total);
  }
  if (first !== null) checkNotPage(first, reply.headers['content-type'], url);
  if (bytes === 0) throw new Failure(`${shown(url)} is empty. Check the address.`);
  await file.sync();
  return bytes;
}

/** The SHA-256 of a file, or of its first bytes, to which more can be added. */
export async function hashOf(path: string, bytes = Infinity): Promise<Hash> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { end: bytes - 1 })) hash.update(chunk);
  return hash;
}

const RANGE = /^bytes (\d+)-/;

const notReady = (url: URL) =>
  new Failure(`${shown(url)} is not ready: its server still prepares the file. Try again later.`, {
    temporary: true,
    preparing: true,
  });

/**
 * Where the file of a job is, if what came is only a status that says so; null when it is the file.
 * @throws Failure when the server still prepares the file, or could not.
 */
async function placeInStatus(part: Part, bytes: number, url: URL): Promise<URL | null> {
  const status = bytes > LONGEST_STATUS ? null : preparationIn(await readFile(part.path, 'utf8'));
  // The file does not continue it.
  if (status !== null) await forget(part);
  if (status?.state === 'preparing') throw notReady(url);
  if (status?.state === 'failed')
    throw new Failure(`${shown(url)} cannot be read: its server says "${status.said}". Try again later.`, {
      temporary: true,
    });
  return status === null ? null : readAddress(status.address, url);
}

async function attempt(http: Http, job: Job): Promise<Downloaded | { unchanged: true } | { moved: URL }> {
  const { url, folder, part, known, patience } = job;
  const earlier = await begun(part);
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (earlier) Object.assign(headers, { range: `bytes=${earlier.size}-`, 'if-range': earlier.etag });
  else if (known.etag) headers['if-none-match'] = known.etag;
  else if (known.lastModified) headers['if-modified-since'] = known.lastModified;

  return http.request(url, { headers, patience }, async (reply) => {
    if (reply.status === 304) return { unchanged: true };
    if (reply.status === 202) throw notReady(url);
    const at = Number(RANGE.exec(reply.headers['content-range'] ?? '')?.[1] ?? -1);
    const continues = reply.status === 206 && earlier !== null && at === earlier.size;
    if (reply.status !== 200 && !continues) {
      if (earlier === null) throw statusFailure(reply.status, shown(url), reply.headers['retry-after']);
      // A part that cannot be continued, such as one that was whole already.
      if (reply.status < 500 && reply.status !== 429) await forget(part);
      throw new Failure(`${shown(url)} cannot be continued: status ${reply.status}.`, { temporary: true });
    }
    const from = continues ? earlier.size : 0;
    const hash = continues ? await hashOf(part.path, from) : createHash('sha256');
    const tag = strongTag(reply.headers);
    if (!continues) {
      await forget(part);
      if (tag !== null) await writeFile(part.tag, tag);
    }
    const file = await open(part.path, continues ? 'r+' : 'w');
    let bytes: number;
    try {
      bytes = await receive(reply, file, from, hash, job);
    } finally {
      await file.close();
    }
    const moved = await placeInStatus(part, bytes, url);
    if (moved !== null) return { moved };
    const name = downloadName(reply.headers['content-disposition'], reply.url);
    const path = join(folder, name);
    await rename(part.path, path);
    await forget(part);
    return {
      unchanged: false,
      path,
      bytes,
      sha256: hash.digest('hex'),
      etag: reply.headers.etag ?? null,
      lastModified: reply.headers['last-modified'] ?? null,
      name,
    };
  });
}

/**
 * Downloads a file into a folder; it gets its own name only when it is whole. An interrupted download is continued, even by
 * a later process, where the server supports that. `unchanged` when the file is still the one whose `etag` or
 * `lastModified` is given.
 * @throws Failure with a sentence: the address does not answer, is not public, is a web page, is too large …
 */
export async function download(
  address: string,
  { folder, most = MOST, onProgress, etag, lastModified, patience: partial, ...options }: DownloadOptions,
): Promise<Downloaded | { unchanged: true }> {
  const url = readAddress(address);
  const patience = { ...PATIENCE, ...partial };
  const part = partialOf(folder, url);
  const known = { etag, lastModified };
  const job = { url, folder, part, known, patience, most, onProgress };
  const http = createHttp(options);
  try {
    await mkdir(folder, { recursive: true });
    for (let moves = 0; moves <= MOST_MOVES; moves++) {
      const got = await persist(() => attempt(http, job), patience, options.signal);
      if (!('moved' in got)) return got;
      job.url = got.moved;
    }
    throw new Failure(
      `${shown(url)} cannot be read: its server only names other addresses. Try again later.`,
    );
  } catch (error) {
    // What came is kept, as after a kill.
    if (options.signal?.aborted) throw error;
    const broke = error instanceof Failure && error.nature.temporary;
    if (!broke || (await begun(part)) === null) await forget(part).catch(() => {});
    if (error instanceof Failure) throw error;
    const { code } = error as NodeJS.ErrnoException; // A file error: the client turns all others into Failures.
    throw new Error(`The download cannot be written to ${folder}: ${code}.`, { cause: error });
  } finally {
    http.close();
  }
}

import { hash, randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { hostsIn } from '../../domain/server-addresses.ts';
import type { Unsent } from './claim.ts';

const BOOT_ID = '/proc/sys/kernel/random/boot_id';
export const JOURNAL = '.journal';
export const SOCKET = '.sock';
/** Bytes of the header: JSON, padded with blanks. */
export const HEADER = 512;
/** Bytes of a record: id, token, attempt, mark. No record crosses a page boundary. */
const RECORD = 32;
const MARK_AT = 24;
/** After this many, the oldest records are overwritten; their attempts were sent or given back long before. */
const RECORDS = 65_536;
const MARK = Buffer.from([1]);
/** Longest path of a Unix socket, in bytes: the system cuts off longer ones. */
const LONGEST_PATH = 107;

/** A journal of another origin proves nothing. */
export interface Origin {
  /** The machine's boot id: what was written before a reboot may be lost. */
  boot: string;
  /** Digest of the address of the deliveries' database. */
  database: string;
}

interface Header extends Origin {
  /** The file's own number: a copy of a journal proves nothing. */
  inode: number;
}

/** The origin of a journal opened now. Throws where the system has no boot id. */
export async function originOf(databaseUrl: string): Promise<Origin> {
  const hosts = hostsIn(databaseUrl).map((address) => new URL(address));
  const named = hosts.map(({ hostname, port }) => `${hostname}:${port}`).join();
  const boot = (await readFile(BOOT_ID, 'utf8')).trim();
  return { boot, database: hash('sha256', `${named}${hosts[0]!.pathname}`) };
}

/** Marks, in the sending thread, that an attempt may be sent from now on. Returns false if the mark could not be written. */
export function markIn(file: number, record: number): boolean {
  try {
    return writeSync(file, MARK, 0, 1, HEADER + record * RECORD + MARK_AT) === 1;
  } catch {
    return false;
  }
}

/**
 * Keeps the journal of this process: which attempts have begun, and which of them may have been sent. It outlives the
 * process. It is a file of records of one size, with a socket beside it that listens as long as the process lives: the
 * system closes the socket after the last thread has ended.
 * @throws when it cannot be kept, such as in a folder whose path is too long.
 */
export async function openJournal(folder: string, origin: Origin) {
  const name = randomBytes(4).toString('hex');
  const path = join(folder, name);
  // The socket listens on a shorter path than the one it is renamed to.
  if (Buffer.byteLength(path + SOCKET) > LONGEST_PATH) {
    throw Object.assign(new Error('The path is too long for a socket'), { code: 'ENAMETOOLONG' });
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const alive = createServer((connection) => connection.destroy()).unref();
  await new Promise<void>((listening, failed) => {
    alive.once('error', failed).listen(path, listening);
  });
  // Node may remove a socket by the name it knows when it exits; this one has to stay.
  renameSync(path, path + SOCKET);
  alive.on('error', () => {});
  const file = openSync(path + JOURNAL, 'wx+', 0o600);
  const header: Header = { ...origin, inode: fstatSync(file).ino };
  // Written in full now, so that no later write needs more disk space.
  const empty = Buffer.alloc(HEADER + RECORDS * RECORD);
  empty.write(JSON.stringify(header).padEnd(HEADER));
  writeAll(file, empty, 0);
  let next = 0;
  let broken = false;

  return {
    file,
    folder,
    origin,
    name,
    /**
     * Writes down which attempts are about to begin.
     * @returns the record of each, or null after a failed write: no journal is kept from then on.
     * @throws when it cannot be written: these attempts must not be sent, since the record may be half written.
     */
    begin(claims: Unsent[]): number[] | null {
      if (broken) return null;
      if (next + claims.length > RECORDS) next = 0;
      const records = Buffer.alloc(claims.length * RECORD);
      for (const [n, { id, token, attempt }] of claims.entries()) {
        records.writeDoubleLE(id, n * RECORD);
        records.writeDoubleLE(token, n * RECORD + 8);
        records.writeUInt32LE(attempt, n * RECORD + 16);
      }
      try {
        writeAll(file, records, HEADER + next * RECORD);
      } catch (error) {
        broken = true;
        throw error;
      }
      const first = next;
      next += claims.length;
      return claims.map((_, n) => first + n);
    },
    /** Whether an attempt may have been sent; true when its record cannot be read. */
    mayHaveLeft(record: number, { id, token }: Unsent): boolean {
      const bytes = Buffer.alloc(RECORD);
      try {
        if (readSync(file, bytes, 0, RECORD, HEADER + record * RECORD) !== RECORD) return true;
      } catch {
        return true;
      }
      return bytes.readDoubleLE(0) !== id || bytes.readDoubleLE(8) !== token || bytes[MARK_AT] !== 0;
    },
    async close(): Promise<void> {
      // In this order: a process that finds nobody listening must not find a journal after that.
      rmSync(path + JOURNAL, { force: true });
      closeSync(file);
      await new Promise((closed) => alive.close(closed));
      rmSync(path + SOCKET, { force: true });
    },
  };
}
export type Journal = Awaited<ReturnType<typeof openJournal>>;

function writeAll(file: number, bytes: Buffer, position: number): void {
  const written = writeSync(file, bytes, 0, bytes.length, position);
  if (written !== bytes.length) throw new Error('The journal was not written whole');
}

/**
 * Whose journal it is, by its header alone.
 * @param inode number of the file that the header was read from.
 * @returns `foreign` when it is of another database or of another file, `old` when it is of another boot.
 */
export function whoseIs(headerBytes: Buffer, inode: number, origin: Origin): 'own' | 'foreign' | 'old' {
  let header: Header;
  try {
    header = JSON.parse(headerBytes.toString('utf8', 0, HEADER));
  } catch {
    return 'foreign';
  }
  if (header.boot !== origin.boot) return 'old';
  return header.database === origin.database && header.inode === inode ? 'own' : 'foreign';
}

/** The attempts that a whole journal proves were not sent, if it is `own` and its process has ended. */
export function unsentIn(bytes: Buffer): Unsent[] {
  const unsent: Unsent[] = [];
  for (let at = HEADER; at + RECORD <= bytes.length; at += RECORD) {
    const id = bytes.readDoubleLE(at);
    if (id === 0 || bytes[at + MARK_AT] !== 0) continue;
    unsent.push({ id, token: bytes.readDoubleLE(at + 8), attempt: bytes.readUInt32LE(at + 16) });
  }
  return unsent;
}

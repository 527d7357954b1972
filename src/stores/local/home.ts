import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { access, chmod, chown, constants, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { objectIn } from '../../domain/json-object.ts';
import { unwritable, writeAtomically } from '../home-files.ts';
import { heartbeat, type Log, poll, type RunAs, run } from './run.ts';

export type ServerKey = 'elasticsearch' | 'mysql';

/**
 * What a home remembers between commands. `place` is the folder of the local servers, once there is one; `ports` are those
 * of the servers that were started and not stopped.
 */
export type Memory = {
  kind?: 'docker' | 'local';
  place?: string;
  ports?: Partial<Record<ServerKey, number>>;
};

/**
 * `home`: where secrets and the memory are. `folder`: where the unpacked servers and their data are (the same, except for
 * root when `user` cannot reach `home`). `user`: the user that the servers run as.
 */
export type ServerPlace = { home: string; folder: string; user: RunAs };

/** A short, stable name for a home; each home has a different one. */
export function homeId(home: string): string {
  return createHash('sha256').update(resolve(home)).digest('hex').slice(0, 12);
}

/** Creates the home and its `run` folder if needed. Throws and says what to do when this user may not write there. */
export async function openHome(home: string): Promise<void> {
  try {
    // Readable by all, whatever the umask: when started by root, the servers run as another user, who needs access.
    if (await mkdir(home, { recursive: true })) await chmod(home, 0o755);
    await mkdir(join(home, 'run'), { recursive: true });
    await access(join(home, 'run'), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unwritable(home, error);
  }
}

/**
 * Decides where local servers are and which user they run as, and remembers the folder. Elasticsearch refuses to run as
 * root, so root's servers have a user just for them, who cannot enter a folder such as root's own: then, it is a folder that
 * only root can create.
 */
export async function openPlace(given: string, log: Log): Promise<ServerPlace> {
  const home = resolve(given);
  // The uid has no account, and systems assign none in its range (60578 to 61183), so no other program runs as it.
  const user: RunAs = process.getuid?.() === 0 ? { uid: 60_999, gid: 60_999 } : {};
  const memory = await readMemory(home);
  const folders = memory.place ? [memory.place] : [home, folderElsewhere(home)];
  for (const folder of folders) {
    if (await mkdir(folder, { recursive: true })) await chmod(folder, 0o755);
    if (!(await canReach(folder, user))) continue;
    if (memory.place === undefined) {
      if (folder !== home)
        log(`The servers' user cannot reach ${home}: they and their data are kept in ${folder}`);
      await writeMemory(home, { ...memory, place: folder });
    }
    return { home, folder, user };
  }
  throw new Error(
    `Run as root, the servers run as an unprivileged user (uid ${user.uid}), who cannot reach ${folders.join(' or ')}. ` +
      'Open such a folder and those above it with chmod o+x, or run as an ordinary user, or start over elsewhere with ' +
      '"terrier stack reset".',
  );
}

/** Where local servers are when the user they run as cannot reach the home. */
export function folderElsewhere(home: string): string {
  return join('/var/lib', `terrier-${homeId(home)}`);
}

async function canReach(folder: string, user: RunAs): Promise<boolean> {
  if (user.uid === undefined) return true;
  // The shell starts in /, which everyone can reach: it would fail to start in root's own folder.
  const script = 'cd "$0" && test -x . && test -r .';
  return (await run('/bin/sh', ['-c', script, folder], { cwd: '/', ...user })).ok;
}

/**
 * Creates folders (0700) that belong to the servers' user: one, and others in it. When run by root, what belongs to root is
 * given to that user with everything in it. Throws when it belongs to someone else, whose files the server could not use.
 */
export async function ownedFolder(folder: string, user: RunAs, inside: string[] = []): Promise<string> {
  const folders = [folder, ...inside.map((name) => join(folder, name))];
  for (const path of folders) await mkdir(path, { recursive: true, mode: 0o700 });
  // The folder itself comes last, so that an interrupted change of owner is done again.
  for (const path of folders.reverse()) {
    const { uid } = await stat(path);
    if (uid === (user.uid ?? process.getuid?.() ?? uid)) continue;
    if (user.uid === undefined || uid !== 0) {
      throw new Error(
        `${path} belongs to another user (uid ${uid}): the stack was started by that user or by root before. ` +
          'Run it that way again, or run "terrier stack reset" as that user to start over.',
      );
    }
    // Links themselves are changed, never what they lead to.
    const { ok, stderr } = await run('chown', ['-Rh', `${user.uid}:${user.gid}`, path]);
    if (!ok) throw new Error(`${path} cannot be given to the servers' user: ${stderr.trim()}`);
  }
  return folder;
}

/** Writes a file that only the servers' user can read. Returns its path. */
export async function ownedFile(file: string, text: string, user: RunAs): Promise<string> {
  await rm(file, { force: true });
  // Never through a link that is there.
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  if (user.uid !== undefined) await chown(file, user.uid, user.gid!);
  return file;
}

/**
 * The password of this home's servers, for MySQL's root and Elasticsearch's elastic: made once, readable only by its
 * owner. Synchronous, so that servers that start at the same time get the same one.
 */
export function serverPassword(home: string): string {
  const file = join(home, 'secrets.json');
  // In spite of its name, it is the password of both servers.
  const known = existsSync(file) ? objectIn(readFileSync(file, 'utf8'))?.mysql_password : undefined;
  if (typeof known === 'string') return known;
  const mysql_password = randomBytes(18).toString('base64url');
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ mysql_password })}\n`, { mode: 0o600 });
  renameSync(draft, file);
  return mysql_password;
}

/** What the home remembers; empty when the file is missing or broken, since it can be made again. */
export async function readMemory(home: string): Promise<Memory> {
  try {
    return JSON.parse(await readFile(join(home, 'stack.json'), 'utf8')) ?? {};
  } catch {
    return {};
  }
}

/** Stores what the home remembers, atomically. */
export async function writeMemory(home: string, memory: Memory): Promise<void> {
  await writeAtomically(join(home, 'stack.json'), `${JSON.stringify(memory)}\n`);
}

const PATIENCE_MS = 15 * 60_000;
/** SQLite's code for a lock that another connection holds. */
const BUSY = 5;

/**
 * Runs `work` while no other process holds the same lock file. Waits for the other one, and throws after 15 minutes. The
 * lock is the system's own, on an SQLite file, so that of a process that was killed is free.
 */
export async function withLock<T>(file: string, log: Log, work: () => Promise<T>): Promise<T> {
  const held = new DatabaseSync(file);
  const take = () => {
    try {
      held.exec('BEGIN EXCLUSIVE');
      return true;
    } catch (error) {
      if ((error as { errcode?: number }).errcode === BUSY) return undefined;
      throw error;
    }
  };
  try {
    if (!take()) {
      log('Another terrier command is working on this stack: waiting for it');
      const waited = poll(async () => take(), PATIENCE_MS);
      if (!(await heartbeat(log, 'Waiting for the other terrier command', waited)))
        throw new Error(`Another terrier command still holds ${file}. End it and try again.`);
    }
    return await work();
  } finally {
    held.close();
  }
}

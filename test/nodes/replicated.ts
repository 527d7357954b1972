import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { serverPassword } from '../../src/stores/local/home.ts';
import { mysql as mysqlServer } from '../../src/stores/local/mysql.ts';
import type { Server } from '../../src/stores/local/server.ts';
import { type ServerProcess, serverProcess } from '../chaos/server-process.ts';
import { placesOf } from '../chaos/stores.ts';
import { freePort } from '../free-port.ts';
import type { Later } from '../proof/prove.ts';

/** In milliseconds: how long a commit waits for the replica. */
const CONFIRMED = 10_000;

/** A MySQL and its replica, which has every commit that was confirmed. */
export interface Replicated {
  /** DATABASE_URL with both. */
  url: string;
  source: ServerProcess;
  /** Makes the replica take writes, as an operator would. */
  promote(): Promise<void>;
}

/** Starts both in a folder of their own. Returns null where the tests' MySQL is no MariaDB, whose statements these are. */
export async function startReplicated(later: Later): Promise<Replicated | null> {
  const home = await mkdtemp(join(tmpdir(), 'terrier-nodes-'));
  later(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
  await chmod(home, 0o755);
  const places = await placesOf(home, ['source', 'replica']);
  const password = serverPassword(home);
  const servers: { url: string; process: ServerProcess }[] = [];
  for (const [n, place] of places.entries()) {
    const port = await freePort();
    const prepare: Server['prepare'] = async (...given) => {
      const command = await mysqlServer.prepare(...given);
      const args = [
        '--log-bin=binlog',
        `--server-id=${n + 1}`,
        `--rpl-semi-sync-master-timeout=${CONFIRMED}`,
      ];
      return { ...command, args: [...command.args, ...args, `--read-only=${n}`] };
    };
    const process = serverProcess(`MySQL ${n}`, place, { ...mysqlServer, prepare }, port, { log: () => {} });
    later(() => process.kill());
    await process.start();
    servers.push({ url: `mysql://root:${password}@127.0.0.1:${port}/terrier`, process });
  }
  const [source, replica] = servers as [(typeof servers)[0], (typeof servers)[0]];
  /** Runs statements, and returns what the last one does. */
  const on = async (uri: string, ...statements: string[]): Promise<RowDataPacket[]> => {
    const connection = await mysql.createConnection({ uri });
    try {
      let rows: RowDataPacket[] = [];
      for (const statement of statements) [rows] = await connection.query<RowDataPacket[]>(statement);
      return rows;
    } finally {
      await connection.end();
    }
  };
  const [server] = await on(source.url, 'SELECT VERSION() AS version');
  if (!String(server!.version).includes('MariaDB')) return null;
  await on(source.url, 'RESET MASTER', 'SET GLOBAL rpl_semi_sync_master_enabled = ON');
  const { port } = new URL(source.url);
  await on(
    replica.url,
    'RESET MASTER',
    'SET GLOBAL rpl_semi_sync_slave_enabled = ON',
    `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${port}, MASTER_USER = 'root', ` +
      `MASTER_PASSWORD = '${password}', MASTER_SSL = 0, MASTER_USE_GTID = slave_pos`,
    'START SLAVE',
  );
  return {
    url: source.url.replace(`:${port}/`, `:${port},127.0.0.1:${new URL(replica.url).port}/`),
    source: source.process,
    promote: async () => {
      await on(replica.url, 'STOP SLAVE IO_THREAD');
      // What has arrived is applied first.
      const [status] = await on(replica.url, 'SHOW SLAVE STATUS');
      await on(replica.url, `SELECT MASTER_GTID_WAIT('${status!.Gtid_IO_Pos}', 10)`);
      await on(replica.url, 'STOP SLAVE', 'RESET SLAVE ALL', 'SET GLOBAL read_only = OFF');
    },
  };
}

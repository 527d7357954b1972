import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, statfs, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@elastic/elasticsearch';
import { loaderClient } from '../../src/stores/elastic/client.ts';
import { elasticsearch } from '../../src/stores/local/elasticsearch.ts';
import { openHome, openPlace, serverPassword } from '../../src/stores/local/home.ts';
import { mysql as mysqlServer } from '../../src/stores/local/mysql.ts';
import { poll } from '../../src/stores/local/run.ts';
import { freePort } from '../free-port.ts';
import { laterSteps } from '../proof/prove.ts';
import { testHome } from '../servers.ts';
import { FaultyProxy } from '../tcp-proxy.ts';
import { startBalancer } from './balancer.ts';
import { type Disk, mountDisk } from './disk.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';

const MEMORY = '/dev/shm';
const ROOM = 4e9;
/** The size of MySQL's disk, in bytes: twice what it starts with and what a storm of an hour writes. */
const MYSQL_ROOM = 2 ** 30;
const GREEN_PATIENCE = 120_000;
const quiet = () => {};

/** The stores of a storm, which nothing else uses. */
export interface Stores {
  home: string;
  /** The nodes that hold data: any one of them may be away. */
  nodes: ServerProcess[];
  mysql: ServerProcess;
  /** The disk that MySQL writes to; null if it has none of its own. */
  mysqlDisk: Disk | null;
  /** Connections to the stores that can be cut. */
  elasticsearchProxy: FaultyProxy;
  mysqlProxy: FaultyProxy;
  /** Connections that only faults of the stores themselves affect. */
  elasticsearchUrl: string;
  databaseUrl: string;
  /** The addresses of `nodes`. */
  nodeUrls: string[];
  client: Client;
  /** Whether every copy of every shard is in its place. */
  isGreen(): Promise<boolean>;
  untilGreen(): Promise<void>;
  close(): Promise<void>;
}

/** The programs are extracted once, where the tests' servers are. */
export async function placesOf(home: string, names: string[]) {
  await openHome(testHome());
  const { folder: tests, user } = await openPlace(testHome(), quiet);
  await mkdir(join(tests, 'servers'), { recursive: true });
  return Promise.all(
    names.map(async (name) => {
      const folder = join(home, name);
      await mkdir(folder);
      await chmod(folder, 0o755);
      await symlink(join(tests, 'servers'), join(folder, 'servers'));
      return { home, folder, user };
    }),
  );
}

/**
 * The settings of a node in a cluster of three: two hold the data, and the third only has a vote, so that one with data
 * may be away.
 */
const clusterSettings = (
  name: string,
  roles: string[],
  transport: number,
  seeds: number[],
  names: string[],
) => ({
  'node.name': name,
  'node.roles': roles,
  'transport.port': transport,
  'discovery.seed_hosts': seeds.map((port) => `127.0.0.1:${port}`),
  'cluster.initial_master_nodes': names,
  // Restores a copy as soon as its node is back.
  'cluster.routing.allocation.node_concurrent_recoveries': 20,
});

/** Starts two Elasticsearch nodes with data and one with a vote, and a MySQL, on free ports in their own folder. */
export async function startStores(log: (line: string) => void): Promise<Stores> {
  const { later, run: close } = laterSteps();
  try {
    const home = await mkdtemp(join(tmpdir(), 'terrier-storm-'));
    later(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
    await chmod(home, 0o755);
    serverPassword(home);
    const names = ['node-1', 'node-2', 'vote'];
    const [mysqlPlace, ...places] = await placesOf(home, ['mysql-server', ...names]);

    const mysqlDisk = await mountDisk(join(mysqlPlace!.folder, 'mysql'), MYSQL_ROOM);
    if (mysqlDisk) later(mysqlDisk.close);
    const room = await statfs(MEMORY).catch(() => undefined);
    const inMemory = room && room.bavail * room.bsize >= ROOM;
    const shm = inMemory ? join(MEMORY, `terrier-storm-${randomBytes(4).toString('hex')}`) : null;
    if (shm) {
      await mkdir(shm);
      await chmod(shm, 0o755);
      later(() => rm(shm, { recursive: true, force: true, maxRetries: 5 }));
    }
    const ports: number[] = [];
    while (ports.length < 2 * names.length + 1) {
      const port = await freePort();
      if (!ports.includes(port)) ports.push(port);
    }
    const [mysqlPort, ...others] = ports as [number, ...number[]];
    const seeds = others.slice(names.length);
    const servers = places.map((place, at) => {
      const votes = at === names.length - 1;
      return serverProcess(`Elasticsearch ${names[at]}`, place, elasticsearch, others[at]!, {
        heap: votes ? '256m' : '512m',
        brief: true,
        elasticsearchData: shm ? join(shm, names[at]!) : undefined,
        settings: clusterSettings(
          names[at]!,
          votes ? ['master'] : ['master', 'data', 'ingest'],
          seeds[at]!,
          seeds,
          names,
        ),
        log: quiet,
      });
    });
    const mysql = serverProcess('MySQL', mysqlPlace!, mysqlServer, mysqlPort, { log: quiet });
    const all = [mysql, ...servers];
    const end = () => {
      for (const one of all) one.end();
    };
    process.once('exit', end);
    later(async () => {
      await Promise.all(all.map((one) => one.kill()));
      process.off('exit', end);
    });
    log('starting two Elasticsearch nodes with data, one with a vote, and a MySQL');
    // The nodes share the folder that the first one extracts the program into.
    await servers[0]!.prepare();
    await Promise.all(all.map((one) => one.start()));

    const urls = await Promise.all(others.slice(0, 2).map((port) => elasticsearch.address(home, port)));
    const balancer = await startBalancer(urls);
    later(balancer.close);
    const databaseUrl = `mysql://root:${serverPassword(home)}@127.0.0.1:${mysqlPort}/terrier`;
    const elasticsearchProxy = new FaultyProxy(balancer.url);
    const mysqlProxy = new FaultyProxy(databaseUrl);
    for (const proxy of [elasticsearchProxy, mysqlProxy]) {
      await proxy.start();
      later(async () => {
        await proxy.set('pass');
        await proxy.stop();
      });
    }
    const client = loaderClient(balancer.url);
    later(() => client.close());
    const isGreen = async () => {
      const health = await client.cluster
        .health({ timeout: '1s' }, { requestTimeout: 3_000 })
        .catch(() => null);
      return health?.status === 'green' && health.number_of_nodes === names.length;
    };
    const untilGreen = async () => {
      if (!(await poll(async () => (await isGreen()) || undefined, GREEN_PATIENCE)))
        throw new Error('Elasticsearch does not become green');
    };
    await untilGreen();
    return {
      home,
      nodes: servers.slice(0, 2),
      mysql,
      mysqlDisk,
      elasticsearchProxy,
      mysqlProxy,
      elasticsearchUrl: balancer.url,
      databaseUrl,
      nodeUrls: urls,
      client,
      isGreen,
      untilGreen,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

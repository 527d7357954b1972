import mysql, { type RowDataPacket } from 'mysql2';
import { membersOf } from '../../domain/json-object.ts';
import { hostsIn, nodesIn } from '../../domain/server-addresses.ts';
import { askNode } from '../../stores/local/health.ts';
import { reasonOf } from '../../stores/local/run.ts';
import { timed } from '../../stores/mysql/database.ts';
import { writableHost } from '../../stores/mysql/hosts.ts';
import { type Finding, ok, problem, type Verdict, warning } from './finding.ts';

const PATIENCE = 5_000;
const ELASTICSEARCH = 9;
const OLDEST = { MySQL: [8, 0], MariaDB: [10, 6] } as const;

/**
 * The oldest version that Terrier works with, such as `MariaDB 10.6`, if a server's version is older or unknown; else null.
 * @param text as the server reports it: `8.4.10`, `11.4.5-MariaDB`.
 */
export function tooOldFor(text: string): string | null {
  const product = /mariadb/i.test(text) ? 'MariaDB' : 'MySQL';
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(text) ?? [];
  const [oldest, oldestMinor] = OLDEST[product];
  const fits = Number(major) > oldest || (Number(major) === oldest && Number(minor) >= oldestMinor);
  return fits ? null : `${product} ${oldest}.${oldestMinor}`;
}

/** The version of an Elasticsearch. It is asked without the client, which other major versions refuse. */
async function askElasticsearch(address: string): Promise<string> {
  const { number } = membersOf((await askNode(address, '/', PATIENCE)).version);
  if (typeof number === 'string') return number;
  throw new Error('what answers there is not Elasticsearch');
}

/** The version of a MySQL, asked over a connection that can be ended even when nothing answers. */
async function askMysql(uri: string): Promise<string> {
  const connection = mysql.createConnection({ uri, connectTimeout: PATIENCE });
  // The statement fails, too.
  connection.on('error', () => {});
  try {
    const [rows] = await timed(connection.promise().query<RowDataPacket[]>('SELECT VERSION() AS version'));
    return String(rows[0]?.version);
  } finally {
    connection.destroy();
  }
}

/**
 * `ask` reads a server's version. `needed` says what to use in place of a version, null when that fits. `lacking` says why a list
 * of servers cannot be used although some answer, null when it can.
 */
const SERVERS = {
  elasticsearch: {
    setting: 'ELASTICSEARCH_URL',
    addresses: nodesIn,
    ask: askElasticsearch,
    needed: (version: string) =>
      Number.parseInt(version, 10) === ELASTICSEARCH ? null : `Elasticsearch ${ELASTICSEARCH}`,
    lacking: async () => null,
  },
  mysql: {
    setting: 'DATABASE_URL',
    addresses: hostsIn,
    ask: askMysql,
    needed: tooOldFor,
    lacking: (addresses: string[]): Promise<string | null> =>
      writableHost(addresses).then(
        () => null,
        ({ message }) => message,
      ),
  },
} as const;

/** An address as it may be shown. */
function shownAddress(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname.replace(/\/$/, '')}`;
}

/**
 * Checks whether a server answers, and whether Terrier works with it. Of several, one has to.
 * @param url may include passwords; null when no server was named or ever started.
 * @param isGiven whether a setting names the server.
 */
export async function meet(
  check: keyof typeof SERVERS,
  url: string | null,
  isGiven: boolean,
): Promise<Finding> {
  const { setting, ask, needed, addresses: listOf, lacking } = SERVERS[check];
  const bad = (finding: string, action: string) =>
    problem(`${finding}. What depends on it was not checked.`, action);
  async function examine(): Promise<Verdict> {
    if (url === null)
      return bad('There is none yet', `Start the local one with \`terrier stack up\`, or set ${setting}.`);
    const action = isGiven ? `Start it, or correct ${setting}.` : 'Start it with `terrier stack up`.';
    const addresses = listOf(url);
    if (!addresses.every((address) => URL.canParse(address))) return bad(`${setting} is not a URL`, action);
    const answers = await Promise.all(
      addresses.map(async (address) => {
        const at = shownAddress(address);
        return ask(address).then(
          (version) => ({ at, version, trouble: null }),
          (error) => ({ at, version: null, trouble: `It cannot be used at ${at}: ${reasonOf(error)}` }),
        );
      }),
    );
    for (const { version } of answers) {
      const other = version === null ? null : needed(version);
      if (other !== null)
        return bad(`The version is ${version}`, `Use ${other}${check === 'mysql' ? ' or later' : ''}.`);
    }
    const there = answers.filter(({ version }) => version !== null);
    const troubles = answers.flatMap(({ trouble }) => trouble ?? []);
    if (there.length === 0) return bad(troubles.join('. '), action);
    const lacks = addresses.length > 1 ? await lacking(addresses) : null;
    if (lacks !== null) return bad(`${setting}: ${lacks}`, action);
    const versions = [...new Set(there.map(({ version }) => version))].join(' and ');
    const finding = `Version ${versions} answers at ${there.map(({ at }) => at).join(' and ')}.`;
    return troubles.length === 0 ? ok(finding) : warning(`${finding} ${troubles.join('. ')}.`, action);
  }
  return { check, ...(await examine()) };
}

import mysql, { type RowDataPacket } from 'mysql2';
import { withoutLogin } from '../../stores/elastic/login.ts';
import { reasonOf } from '../../stores/local/run.ts';
import { timed } from '../../stores/mysql/database.ts';
import { tooOldFor } from '../../stores/mysql/version.ts';
import { type Finding, ok, problem, type Verdict } from './finding.ts';

const PATIENCE = 5_000;
const ELASTICSEARCH = 9;

/** The version of an Elasticsearch. It is asked without the client, which other major versions refuse. */
async function askElasticsearch(address: string): Promise<string> {
  const { url, headers } = withoutLogin(address);
  url.search = '';
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE) });
  if (response.status === 401) throw new Error('it refuses the user and password (401)');
  const body = (await response.json().catch(() => null)) as { version?: { number?: unknown } } | null;
  const version = body?.version?.number;
  if (typeof version === 'string') return version;
  throw new Error(`what answers there is not Elasticsearch (status ${response.status})`);
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

/** How to ask for a server's version, and what to use instead if it does not fit; null when it fits. */
const SERVERS = {
  elasticsearch: {
    setting: 'ELASTICSEARCH_URL',
    ask: askElasticsearch,
    needed: (version: string) =>
      Number.parseInt(version, 10) === ELASTICSEARCH ? null : `Elasticsearch ${ELASTICSEARCH}`,
  },
  mysql: { setting: 'DATABASE_URL', ask: askMysql, needed: tooOldFor },
} as const;

/**
 * Checks whether a server answers, and whether Terrier works with it.
 * @param url may include a password; null when no server was named or ever started.
 * @param isGiven whether a setting names the server.
 */
export async function meet(
  check: keyof typeof SERVERS,
  url: string | null,
  isGiven: boolean,
): Promise<Finding> {
  const { setting, ask, needed } = SERVERS[check];
  const bad = (finding: string, action: string) =>
    problem(`${finding}. What depends on it was not checked.`, action);
  async function look(): Promise<Verdict> {
    if (url === null)
      return bad('There is none yet', `Start the local one with \`terrier stack up\`, or set ${setting}.`);
    const action = isGiven ? `Start it, or correct ${setting}.` : 'Start it with `terrier stack up`.';
    if (!URL.canParse(url)) return bad(`${setting} is not a URL`, action);
    const { protocol, host, pathname } = new URL(url);
    const place = `${protocol}//${host}${pathname.replace(/\/$/, '')}`;
    try {
      const version = await ask(url);
      const other = needed(version);
      if (other !== null)
        return bad(`The version is ${version}`, `Use ${other}${check === 'mysql' ? ' or later' : ''}.`);
      return ok(`Version ${version} answers at ${place}.`);
    } catch (error) {
      return bad(`It cannot be used at ${place}: ${reasonOf(error)}`, action);
    }
  }
  return { check, ...(await look()) };
}

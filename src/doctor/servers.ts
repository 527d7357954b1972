import mysql, { type RowDataPacket } from 'mysql2';
import { withoutLogin } from '../elastic/login.ts';
import { timed } from '../mysql/database.ts';
import { tooOldFor } from '../mysql/version.ts';
import { reasonOf } from '../stack/run.ts';
import { type Finding, ok, problem } from './finding.ts';

const PATIENCE = 5_000;
const ELASTICSEARCH = 9;

/** The version of the server at a URL. Throws when it does not tell one. */
type Ask = (url: string) => Promise<string>;

/** Asks an Elasticsearch of any version for it, without the client, which other majors refuse. */
export const askElasticsearch: Ask = async (address) => {
  const { url, headers } = withoutLogin(address);
  url.search = '';
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE) });
  if (response.status === 401) throw new Error('it refuses the user and password (401)');
  const body = (await response.json().catch(() => null)) as { version?: { number?: unknown } } | null;
  const version = body?.version?.number;
  if (typeof version !== 'string')
    throw new Error(`what answers there is not Elasticsearch (status ${response.status})`);
  return version;
};

/** Asks a MySQL, on a connection that can be ended even when nothing answers. */
export const askMysql: Ask = async (uri) => {
  const connection = mysql.createConnection({ uri, connectTimeout: PATIENCE });
  // The statement fails, too.
  connection.on('error', () => {});
  try {
    const [rows] = await timed(connection.promise().query<RowDataPacket[]>('SELECT VERSION() AS version'));
    return String(rows[0]?.version);
  } finally {
    connection.destroy();
  }
};

const SERVERS = {
  elasticsearch: {
    setting: 'ELASTICSEARCH_URL',
    tooOldFor: (version: string) =>
      Number.parseInt(version, 10) === ELASTICSEARCH ? null : `Elasticsearch ${ELASTICSEARCH}`,
  },
  mysql: { setting: 'DATABASE_URL', tooOldFor },
};

function placeOf(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname.replace(/\/$/, '')}`;
}

/**
 * Whether a server answers, and is one that Terrier works with.
 * @param url may hold a password; null when none was named or ever started.
 * @param isGiven whether a setting names it.
 */
export async function meet(
  check: keyof typeof SERVERS,
  url: string | null,
  isGiven: boolean,
  ask: Ask,
): Promise<Finding> {
  const { setting, tooOldFor } = SERVERS[check];
  const bad = (finding: string, action: string) => ({
    check,
    ...problem(`${finding}. What depends on it was not checked.`, action),
  });
  if (url === null)
    return bad('There is none yet', `Start the local one with \`terrier stack up\`, or set ${setting}.`);
  const action = isGiven ? `Start it, or correct ${setting}.` : 'Start it with `terrier stack up`.';
  if (!URL.canParse(url)) return bad(`${setting} is not a URL`, action);
  try {
    const version = await ask(url);
    const needed = tooOldFor(version);
    if (needed !== null)
      return bad(`The version is ${version}`, `Use ${needed}${check === 'mysql' ? ' or later' : ''}.`);
    return { check, ...ok(`Version ${version} answers at ${placeOf(url)}.`) };
  } catch (error) {
    return bad(`It cannot be used at ${placeOf(url)}: ${reasonOf(error)}`, action);
  }
}

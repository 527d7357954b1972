import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { objectIn } from '../../domain/json-object.ts';
import { hostsIn, nodesIn, withoutLogin } from '../../domain/server-addresses.ts';
import { takesWrites, writableHost } from '../mysql/hosts.ts';
import { type Log, reasonOf } from './run.ts';

const ANSWER_TIMEOUT_MS = 5_000;
const PAUSE_MS = 500;
/** Troubles that do not pass by themselves. */
const LASTING = /^it refuses the credentials|ER_ACCESS_DENIED_ERROR|^Access denied/;

/**
 * What a node of Elasticsearch answers to a GET.
 * @param address of the node, with its user and password.
 * @throws Error that says why it gives no JSON object.
 */
export async function askNode(
  address: string,
  path: string,
  timeout = ANSWER_TIMEOUT_MS,
): Promise<Record<string, unknown>> {
  const { url, headers } = withoutLogin(address);
  url.pathname = url.pathname.replace(/\/?$/, path);
  url.search = '';
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeout) });
  const { status } = response;
  if (status === 401 || status === 403) throw new Error(`it refuses the credentials (${status})`);
  const body = objectIn(await response.text());
  if (!response.ok) throw new Error(`it answered with status ${status}`);
  if (body === null) throw new Error('what answers there is not Elasticsearch');
  return body;
}

/** What is wrong with the nodes of ELASTICSEARCH_URL; undefined when one answers and its health is not red. */
export async function elasticsearchTrouble(urls: string, timeout?: number): Promise<string | undefined> {
  const healthOf = async (node: string) => {
    const { status } = await askNode(node, '/_cluster/health', timeout);
    if (typeof status !== 'string') return 'what answers there is not Elasticsearch';
    return status === 'red' ? 'its health is red' : undefined;
  };
  const troubles = await Promise.all(nodesIn(urls).map((node) => healthOf(node).catch(reasonOf)));
  return troubles.includes(undefined) ? undefined : [...new Set(troubles)].join('; ');
}

/** What is wrong with the hosts of DATABASE_URL; undefined when one takes writes. A single host only has to accept the login. */
export function mysqlTrouble(address: string, timeout = ANSWER_TIMEOUT_MS): Promise<string | undefined> {
  const hosts = hostsIn(address);
  const asked = hosts.length > 1 ? writableHost(hosts) : takesWrites(hosts[0]!, timeout);
  return asked.then(() => undefined, reasonOf);
}

/**
 * Checks a server repeatedly until it is usable, for at most `wait` milliseconds, and says what it waits for.
 * @param check says what is wrong; undefined when nothing is.
 * @returns what is still wrong; undefined when nothing is.
 */
export async function untilUsable(
  check: () => Promise<string | undefined>,
  { name, wait, log }: { name: string; wait: number; log: Log },
): Promise<string | undefined> {
  const end = performance.now() + wait;
  for (let said: string | undefined; ; ) {
    const trouble = await check();
    if (trouble === undefined && said !== undefined) log(`${name} is usable`);
    if (trouble === undefined || LASTING.test(trouble) || performance.now() + PAUSE_MS > end) return trouble;
    if (said !== trouble) log(`Waiting for ${name}, for at most ${wait / 1000} seconds: ${trouble}`);
    said = trouble;
    await sleep(PAUSE_MS);
  }
}

/** Whether nothing listens on a port of this machine's loopback address. */
export async function portIsFree(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  const isTaken = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return !isTaken;
}

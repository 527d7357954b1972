import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostsIn, nodesIn } from '../../domain/server-addresses.ts';
import { withoutLogin } from '../elastic/login.ts';
import { writableHost } from '../mysql/hosts.ts';
import { type Log, reasonOf } from './run.ts';

const ANSWER_TIMEOUT_MS = 5_000;
const PAUSE_MS = 500;
const REFUSES = 'it refuses the credentials';

/** Whether a server's trouble will not pass by itself. */
const isLasting = (trouble: string): boolean =>
  trouble.startsWith(REFUSES) || trouble.includes('ER_ACCESS_DENIED_ERROR');

/**
 * What is wrong with the nodes of ELASTICSEARCH_URL (which may include user and password); undefined when one answers and
 * its health is not red.
 */
export async function elasticsearchTrouble(
  urls: string,
  timeout = ANSWER_TIMEOUT_MS,
): Promise<string | undefined> {
  const troubles = await Promise.all(nodesIn(urls).map((node) => nodeTrouble(node, timeout)));
  return troubles.includes(undefined) ? undefined : [...new Set(troubles)].join('; ');
}

async function nodeTrouble(url: string, timeout: number): Promise<string | undefined> {
  const { url: target, headers } = withoutLogin(url);
  target.pathname = `${target.pathname.replace(/\/$/, '')}/_cluster/health`;
  target.search = '';
  try {
    const response = await fetch(target, { headers, signal: AbortSignal.timeout(timeout) });
    const body = (await response.json().catch(() => undefined)) as { status?: unknown } | undefined;
    if (response.status === 401 || response.status === 403) return `${REFUSES} (${response.status})`;
    if (!response.ok) return `it answered with status ${response.status}`;
    if (typeof body?.status !== 'string') return 'what answers there is not Elasticsearch';
    return body.status === 'red' ? 'its health is red' : undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * What is wrong with the hosts of DATABASE_URL; undefined when one takes writes. A single one must only send its greeting,
 * which MySQL and MariaDB do when they are ready for logins (packet layout: MySQL client/server protocol, HandshakeV10).
 */
export async function mysqlTrouble(
  address: string,
  timeout = ANSWER_TIMEOUT_MS,
): Promise<string | undefined> {
  const hosts = hostsIn(address);
  if (hosts.length > 1) return writableHost(hosts).then(() => undefined, reasonOf);
  const { hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port) || 3306, signal: AbortSignal.timeout(timeout) });
  let bytes = Buffer.alloc(0);
  try {
    for await (const chunk of socket) {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length < 7) continue;
      if (bytes[4] === 10) return undefined;
      // An error packet (0xff) holds its message after a two-byte code.
      return bytes[4] === 0xff ? bytes.toString('latin1', 7) : 'what answers there is not MySQL';
    }
    return 'it closed the connection';
  } catch (error) {
    return (error as Error).name === 'AbortError' ? 'it does not answer' : reasonOf(error);
  } finally {
    socket.destroy();
  }
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
    if (trouble === undefined || isLasting(trouble) || performance.now() + PAUSE_MS > end) return trouble;
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

import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostsIn, nodesIn } from '../../domain/server-addresses.ts';
import { withoutLogin } from '../elastic/login.ts';
import { writableHost } from '../mysql/hosts.ts';
import { type Log, reasonOf } from './run.ts';

const ANSWER_TIMEOUT_MS = 5_000;
const PAUSE_MS = 500;
const REFUSES = 'it refuses the credentials';

/** Whether a server's trouble will not pass by itself. */
export const isLasting = (trouble: string): boolean =>
  trouble.startsWith(REFUSES) || trouble.includes('ER_ACCESS_DENIED_ERROR');

/**
 * What is wrong with the Elasticsearch at a URL (which may include user and password); undefined when it answers and its
 * health is not red.
 */
export async function elasticsearchTrouble(
  url: string,
  timeout = ANSWER_TIMEOUT_MS,
): Promise<string | undefined> {
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
 * What is wrong with the MySQL or MariaDB server at a host and port; undefined when it sends its greeting, which both do
 * only when they are ready for logins (packet layout: MySQL client/server protocol, HandshakeV10).
 */
export function mysqlTrouble(
  host: string,
  port: number,
  timeout = ANSWER_TIMEOUT_MS,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const done = (trouble: string | undefined) => {
      socket.destroy();
      resolve(trouble);
    };
    const chunks: Buffer[] = [];
    socket.setTimeout(timeout, () => done('it does not answer'));
    socket.once('error', (error) => done(reasonOf(error)));
    socket.once('close', () => done('it closed the connection'));
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      if (bytes.length < 7) return;
      if (bytes[4] === 10) return done(undefined);
      // An error packet (0xff) holds its message after a two-byte code.
      done(bytes[4] === 0xff ? bytes.toString('latin1', 7) : 'what answers there is not MySQL');
    });
  });
}

/** What is wrong with the nodes of ELASTICSEARCH_URL; undefined when one is usable. */
export async function nodesTrouble(urls: string): Promise<string | undefined> {
  const nodes = nodesIn(urls);
  const troubles = await Promise.all(nodes.map((node) => elasticsearchTrouble(node)));
  return troubles.includes(undefined) ? undefined : [...new Set(troubles)].join('; ');
}

/** What is wrong with the hosts of DATABASE_URL; undefined when one answers, and of several, when one takes writes. */
export async function hostsTrouble(address: string): Promise<string | undefined> {
  const hosts = hostsIn(address);
  if (hosts.length > 1)
    return writableHost(hosts).then(
      () => undefined,
      ({ message }) => message,
    );
  const { hostname, port } = new URL(address);
  return mysqlTrouble(hostname.replace(/^\[|\]$/g, ''), Number(port) || 3306);
}

/**
 * Checks a server repeatedly until it is usable, for at most `wait` milliseconds, and says what it waits for.
 * @param check says what is wrong; undefined when nothing is.
 * @param isFinal whether waiting cannot help.
 * @returns what is still wrong; undefined when nothing is.
 */
export async function untilUsable(
  check: () => Promise<string | undefined>,
  isFinal: (trouble: string) => boolean,
  { name, wait, log }: { name: string; wait: number; log: Log },
): Promise<string | undefined> {
  const end = performance.now() + wait;
  for (let said: string | undefined; ; ) {
    const trouble = await check();
    if (trouble === undefined && said !== undefined) log(`${name} is usable`);
    if (trouble === undefined || isFinal(trouble) || performance.now() + PAUSE_MS > end) return trouble;
    const seconds = Math.round(wait / 1000);
    if (said !== trouble) log(`Waiting for ${name}, for at most ${seconds} seconds: ${trouble}`);
    said = trouble;
    await sleep(PAUSE_MS);
  }
}

/** Whether nothing listens on a port of this machine's loopback address, and this user may listen there. */
export async function portIsFree(port: number): Promise<boolean> {
  const free = await new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)));
  });
  if (!free) return false;
  // Some systems allow a second listener on 127.0.0.1 next to one on all addresses.
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('error', () => resolve(true));
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
  });
}

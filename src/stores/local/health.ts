import { connect, createServer } from 'node:net';
import { withoutLogin } from '../elastic/login.ts';
import { reasonOf } from './run.ts';

const ANSWER_TIMEOUT_MS = 5_000;
const REFUSES = 'it refuses the credentials';

/** Whether a server's trouble will not pass by itself. */
export const isLasting = (trouble: string): boolean => trouble.startsWith(REFUSES);

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

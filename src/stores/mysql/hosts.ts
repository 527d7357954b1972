import { Socket } from 'node:net';
import mysql, { type ConnectionOptions, type RowDataPacket } from 'mysql2/promise';
import { hostsIn } from '../../domain/server-addresses.ts';

/** In milliseconds; below the time that a connection attempt of the API has. */
const ANSWER_TIMEOUT = 1_000;
/** How often the host in use is asked whether it still takes writes, in milliseconds. */
const CHECK_EVERY = 2_000;

/** Whether a server's `read_only` or `innodb_read_only` says so: a number, or a word in newer versions of MariaDB. */
export const isReadOnly = (value: unknown): boolean => !/^(0|OFF)$/i.test(String(value));

/** Whether a host takes writes. Throws when it does not answer within `timeout` milliseconds, or refuses the login. */
export async function takesWrites(address: string, timeout = ANSWER_TIMEOUT): Promise<boolean> {
  // The database may not exist yet.
  const uri = Object.assign(new URL(address), { pathname: '/' }).href;
  const connection = await mysql.createConnection({ uri, connectTimeout: timeout });
  connection.on('error', () => {});
  try {
    const sql = 'SELECT @@global.read_only AS server, @@global.innodb_read_only AS engine';
    const [rows] = await connection.query<RowDataPacket[]>({ sql, timeout });
    return !isReadOnly(rows[0]?.server) && !isReadOnly(rows[0]?.engine);
  } finally {
    connection.destroy();
  }
}

/** Why a host cannot be used; undefined when it takes writes. */
const trouble = (address: string): Promise<string | undefined> =>
  takesWrites(address).then(
    (does) => (does ? undefined : 'it is read-only'),
    ({ code, message }) => code ?? message,
  );

/**
 * The first of these hosts that takes writes.
 * @param addresses one for each host, the preferred one first.
 * @throws Error that says why none can be used.
 */
export async function writableHost(addresses: readonly string[]): Promise<string> {
  const asked = addresses.map(async (address) => ({ address, reason: await trouble(address) }));
  const reasons: string[] = [];
  for (const answer of asked) {
    const { address, reason } = await answer;
    if (reason === undefined) return address;
    reasons.push(`${new URL(address).host}: ${reason}`);
  }
  throw new Error(`no host takes writes (${reasons.join('; ')})`);
}

/** Makes the connections to one of several hosts. */
type Sockets = (config: { host?: string; port?: number }) => Socket;

/**
 * Connections go to the host that takes writes, and stay there as long as it does. When another one takes over, connections to
 * the old one are ended: they may read old data, and their locks do not hold on the new one.
 */
function toWritableOf(addresses: readonly string[]): Sockets {
  const open = new Map<Socket, string>();
  let current = addresses[0]!;
  let finding: Promise<string> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function find(): Promise<string> {
    current = await writableHost([current, ...addresses.filter((address) => address !== current)]);
    for (const [socket, address] of open)
      if (address !== current) socket.destroy(new Error('another MySQL host takes writes now'));
    return current;
  }
  const writable = (): Promise<string> => {
    finding ??= find().finally(() => {
      finding = undefined;
    });
    return finding;
  };
  async function check(): Promise<void> {
    if ((await trouble(current)) !== undefined) await writable().catch(() => {});
  }
  function keep(socket: Socket, address: string): void {
    open.set(socket, address);
    timer ??= setInterval(() => void check(), CHECK_EVERY).unref();
    socket.once('close', () => {
      open.delete(socket);
      if (open.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
  }
  return (config) => {
    const socket = new Socket().setNoDelay(true).setKeepAlive(true);
    const connect = (address: string) => {
      if (socket.destroyed) return;
      const { hostname, port } = new URL(address);
      // TLS compares the certificate with the name of the host.
      config.host = hostname.replace(/^\[|\]$/g, '');
      config.port = Number(port) || 3306;
      keep(socket, address);
      socket.connect(config.port, config.host);
    };
    writable().then(connect, (error) => socket.destroy(error));
    return socket;
  };
}

const known = new Map<string, Sockets>();

/**
 * Where the driver connects, for an address with one host or several. Of several, only one that takes writes is used.
 * @param database another database than that of the address; empty for none.
 */
export function hostOptions(address: string, database?: string): ConnectionOptions {
  const addresses = hostsIn(address);
  const url = new URL(addresses[0]!);
  if (database !== undefined) url.pathname = `/${database}`;
  if (addresses.length === 1) return { uri: url.href };
  const sockets = known.get(address) ?? toWritableOf(addresses);
  known.set(address, sockets);
  return { uri: url.href, stream: ({ config }: { config: ConnectionOptions }) => sockets(config) };
}

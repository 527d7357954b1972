import { connect } from 'node:net';

/** An answer as it came over the socket. */
export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
}

const LONGEST = 10_000;

/** Takes the first answer out of what a socket received. */
function parseResponse(bytes: Buffer): RawResponse {
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.subarray(0, Math.max(0, end)).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers,
    text: end < 0 ? '' : bytes.subarray(end + 4).toString(),
  };
}

/** Writes bytes to a port and reads until the server closes; no HTTP library puts anything right in between. */
export function exchange(port: number, bytes: Buffer | string): Promise<RawResponse> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.setTimeout(LONGEST, () => socket.destroy(new Error('no answer, and the socket is still open')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error) =>
      chunks.length > 0 ? done(parseResponse(Buffer.concat(chunks))) : fail(error),
    );
    socket.on('close', () => done(parseResponse(Buffer.concat(chunks))));
  });
}

/** A request in parts; `path` and `headers` are sent as they are. */
export interface RawRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Sends one request on a connection of its own. */
export function sendRaw(port: number, { method = 'GET', path, headers = {}, body }: RawRequest) {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const all = { host: 'localhost', connection: 'close', ...length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  return exchange(port, body === undefined ? head : Buffer.concat([head, Buffer.from(body)]));
}

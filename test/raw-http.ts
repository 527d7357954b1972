import { connect } from 'node:net';

/** An answer as it arrived on the socket. */
export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
}

const LONGEST = 60_000;

/** Parses the first answer in what a socket received. */
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

/** Writes bytes to a port and reads until the server closes, without an HTTP library that would correct anything. */
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

/** A chunked body, and where it ends. */
function chunked(bytes: Buffer, from: number): { body: Buffer; end: number } {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const line = bytes.indexOf('\r\n', at);
    const length = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16);
    parts.push(bytes.subarray(line + 2, line + 2 + length));
    at = line + 2 + length + 2;
    if (length === 0) return { body: Buffer.concat(parts), end: at };
    if (Number.isNaN(length) || at > bytes.length) throw new Error('a chunk is broken');
  }
}

/**
 * All answers that one connection received, in order.
 * @param methods those of the requests that it sent: an answer to HEAD has no body.
 * @throws Error when bytes are left that are not an answer.
 */
export function answersIn(bytes: Buffer, methods: string[]): RawResponse[] {
  const answers: RawResponse[] = [];
  for (let at = 0; at < bytes.length; ) {
    const headEnd = bytes.indexOf('\r\n\r\n', at);
    if (headEnd < 0 || bytes.subarray(at, at + 9).toString() !== 'HTTP/1.1 ')
      throw new Error(`no answer begins at byte ${at}: ${bytes.subarray(at, at + 60)}`);
    const { status, headers } = parseResponse(bytes.subarray(at, headEnd + 4));
    const bodiless = methods[answers.length] === 'HEAD' || status === 204 || status === 304;
    const length = bodiless ? 0 : Number(headers['content-length'] ?? 0);
    const plain = { body: bytes.subarray(headEnd + 4, headEnd + 4 + length), end: headEnd + 4 + length };
    const isChunked = !bodiless && headers['transfer-encoding'] === 'chunked';
    const { body, end } = isChunked ? chunked(bytes, headEnd + 4) : plain;
    if (end > bytes.length) throw new Error('the last answer is not whole');
    answers.push({ status, headers, text: body.toString() });
    at = end;
  }
  return answers;
}

/** The bytes of a request; the connection stays open unless `headers` say otherwise. */
export function bytesOf({ method = 'GET', path, headers = {}, body = '' }: RawRequest): Buffer {
  const all = {
    host: 'localhost',
    ...headers,
    ...(body ? { 'content-length': Buffer.byteLength(body) } : {}),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`),
    Buffer.from(body),
  ]);
}

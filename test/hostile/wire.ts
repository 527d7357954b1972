/** A request before it is bytes. `target` and `headers` are written as they are, byte by byte (latin1). */
export interface Wire {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body?: Buffer;
  /** Replaces the whole head, including its line ends. */
  head?: string;
  /** The status that it must get. */
  expected?: number;
}

/** Headers that every request has unless it says otherwise. */
const USUAL: [string, string][] = [
  ['Host', 'localhost'],
  ['Connection', 'close'],
];

const has = (headers: Wire['headers'], name: string) =>
  headers.some(([own]) => own.toLowerCase() === name.toLowerCase());

/** The bytes of a request. */
export function toBytes({ method, target, headers, body, head }: Wire): Buffer {
  const all = [...USUAL.filter(([name]) => !has(headers, name)), ...headers];
  if (body && !has(headers, 'content-length') && !has(headers, 'transfer-encoding'))
    all.push(['Content-Length', String(body.length)]);
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const first = head ?? `${method} ${target} HTTP/1.1\r\n${lines}\r\n`;
  return Buffer.concat([Buffer.from(first, 'latin1'), body ?? Buffer.alloc(0)]);
}

/** A text as UTF-8 bytes, to be written as `latin1`: for targets and headers with characters beyond ASCII. */
export const raw = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

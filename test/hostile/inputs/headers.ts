import { gzipSync } from 'node:zlib';
import { int, pick, type Random } from '../../../src/loading/demo/random.ts';
import { each, listed } from '../../listed.ts';
import { raw, type Wire } from '../wire.ts';
import { bearer, type Draft, type Known, wireOf } from './draft.ts';

const LONG = 'x'.repeat(30_000);
const SCRIPT = '<svg/onload=zq9()>';

/** Header values that replace what a request has, or are added to it: text with dots between, and others. */
const VALUES: [name: string, texts: string, ...values: string[]][] = [
  ['Host', 'evil.example · localhost:99999 · [::1 · a b · ../..', LONG.slice(0, 5_000), raw('ĺocalhost')],
  [
    'Authorization',
    'Bearer · Bearer  x · Basic QTpC · Bearer a b · bearer\tx · Bearer undefined · Bearer trk_',
    ...['Bearer ', `Bearer ${LONG}`, `Bearer ${SCRIPT}`],
  ],
  [
    'Content-Type',
    `text/plain · application/json; charset=utf-7 · application/json; charset= · application/JSON ·
      application/json; · application/xml · multipart/form-data; boundary= ·
      application/x-www-form-urlencoded · application/json, text/plain · application/vnd.api+json · __proto__`,
  ],
  [
    'Accept',
    '* · text/html · application/geo+json · a/b;q=NaN · application/json;q=0 · ../../x · ;;;; · q=1',
    Array(3_000).fill('a/b;q=0.1').join(),
  ],
  [
    'Accept-Encoding',
    'gzip;q=99 · br, gzip, deflate, zstd · x-hostile · *;q=0 · identity;q=0',
    Array(2_000).fill('gzip').join(),
  ],
  ['Accept-Language', '*', LONG],
  ['If-None-Match', '* · "" · " · W/', LONG, Array(3_000).fill('"a"').join(), raw('"é"')],
  ['If-Modified-Since', 'yesterday · 0', LONG],
  ['Range', 'bytes=0- · bytes=-1 · bytes=99999999999999999999-', `bytes=${Array(2_000).fill('0-1').join()}`],
  ['Origin', 'null · https://evil.example · file://', LONG, raw('https://é')],
  ['Referer', 'x', LONG],
  ['X-Request-Id', `a b · ../../etc/passwd · \${jndi:ldap://127.0.0.1/x} · %0d%0aX-Hostile: 1`, LONG],
  [
    'X-Forwarded-For',
    '127.0.0.1 · ::1 · unknown · 1.2.3.4, 5.6.7.8 · 999.1.1.1 · _hidden · [::1]:80 · 1.2.3.4:x',
    Array(2_000).fill('1.1.1.1').join(),
  ],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Forwarded-Proto', 'javascript'],
  ['Forwarded', `for=${SCRIPT};host=evil.example`],
  ['X-Original-URL', '/metrics · /api/v1/keys'],
  ['X-Rewrite-URL', '/metrics'],
  ['X-HTTP-Method-Override', 'DELETE · TRACE'],
  ['Idempotency-Key', '__proto__ · a b', ' ', 'x'.repeat(256), raw('é')],
  ['Cookie', `session=${SCRIPT} · __proto__=1`, LONG],
  ['User-Agent', `() { :; }; echo x · \${jndi:ldap://127.0.0.1/x}`, LONG],
  ['Expect', '100-continue · nonsense'],
  ['Upgrade', 'h2c · websocket'],
  ['TE', 'trailers, chunked'],
  ['Trailer', 'Authorization · Content-Length'],
  ['Max-Forwards', '0 · -1'],
  ['Proxy-Authorization', 'Basic eDp5'],
  ['Via', 'x', LONG],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['X-No-Compression', '1'],
];

const METHODS = each(`
  HEAD OPTIONS PUT PATCH DELETE TRACE CONNECT PROPFIND SEARCH QUERY PURGE get GETS FOO M-SEARCH
`);

const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
const NEXT = 'GET /api/v1/keys HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

type Frame = (target: string, key: string) => { head: string; body?: string };
const closed = (...lines: string[]) => `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`;
const get =
  (...headers: string[]): Frame =>
  (target) => ({ head: closed(`GET ${target} HTTP/1.1`, ...headers) });
const post =
  (body: string, ...headers: string[]): Frame =>
  (target, key) => {
    const own = ['Host: x', `Authorization: Bearer ${key}`, 'Content-Type: application/json'];
    return { head: closed(`POST ${target} HTTP/1.1`, ...own, ...headers), body };
  };

/** Heads and bodies that two servers in a row might split differently, and invalid heads. */
const FRAMES: Frame[] = [
  (target) => ({ head: `GET ${target} HTTP/1.0\r\n\r\n` }),
  (target) => ({ head: `GET ${target}\r\n\r\n` }),
  (target) => ({ head: `GET ${target} HTTP/2.0\r\nHost: x\r\n\r\n` }),
  (target) => ({ head: `GET ${target} HTTP/1.1\nHost: x\nConnection: close\n\n` }),
  (target) => ({ head: closed(`GET  ${target}  HTTP/1.1`, 'Host: x') }),
  (target) => ({ head: closed('', '', `GET ${target} HTTP/1.1`, 'Host: x') }),
  () => ({ head: `GET /${'y'.repeat(400_000)} HTTP/1.1\r\nHost: x\r\n\r\n` }),
  () => ({ head: `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${'x'.repeat(200)}\r\n\r\n` }),
  () => ({ head: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' }),
  () => ({ head: `${SCRIPT}\r\n\r\n` }),
  get(),
  get('Host: x', 'Host: y'),
  get('Host : x'),
  get('Host: x', ' folded: y'),
  get('Host: x', 'X-A: a\0b'),
  get('Host: x', ': y'),
  get('Host: x', 'no colon'),
  get('Host: x', ...Array(3_000).fill('X-Many: 1')),
  get('Host: x', `X-Huge: ${'y'.repeat(400_000)}`),
  (target) => ({ head: closed(`GET ${target} HTTP/1.1`, 'Host: x'), body: NEXT }),
  post(chunked('{}') + NEXT, 'Content-Length: 4', 'Transfer-Encoding: chunked'),
  post(chunked('{}') + NEXT, 'Transfer-Encoding: xchunked'),
  post(chunked('{}') + NEXT, 'Transfer-Encoding: chunked, identity'),
  post(`2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked'),
  post('zz\r\n{}\r\n0\r\n\r\n', 'Transfer-Encoding: chunked'),
  post('{}', 'Content-Length: 2', 'Content-Length: 9'),
  post('{}', 'Content-Length: -1'),
  post('{}', 'Content-Length: 0x2'),
];

/** A body that unpacks to far more than a request may have, sent compressed. */
const BOMB = gzipSync(Buffer.alloc(64 << 20, 0x20));

/** A request whose head a server might misread. */
export function oddHead(r: Random, draft: Draft, known: Known): Wire {
  const wire = wireOf(draft, known);
  const way = r();
  if (way < 0.25) {
    const { head, body } = pick(r, FRAMES)(wire.target, known.key);
    return { ...wire, head, body: body === undefined ? undefined : Buffer.from(body, 'latin1') };
  }
  if (way < 0.35) return { ...wire, method: pick(r, METHODS) };
  if (way < 0.37)
    return {
      ...wire,
      headers: [...wire.headers, ['Content-Encoding', pick(r, ['gzip', 'br', 'x-y'])]],
      body: BOMB,
    };
  const [name, texts, ...others] = pick(r, VALUES);
  const value = pick(r, [...listed(texts), ...others, '', SCRIPT]);
  const kept = wire.headers.filter(([own]) => int(r, 0, 3) === 0 || own.toLowerCase() !== name.toLowerCase());
  const auth =
    name === 'Authorization' || kept.some(([own]) => own === 'Authorization') ? [] : [bearer(known.key)];
  return { ...wire, headers: [...auth, ...kept, [name, value]] };
}

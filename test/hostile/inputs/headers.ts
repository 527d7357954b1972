import { gzipSync } from 'node:zlib';
import { int, pick, type Random } from '../../../src/loading/demo/random.ts';
import { each, listed } from '../../listed.ts';
import { raw, type Wire } from '../wire.ts';
import { bearer, type Draft, type Known, wireOf } from './draft.ts';

const LONG = 'x'.repeat(30_000);
const SCRIPT = '<svg/onload=zq9()>';

/** Header values that replace what a request has, or are added to it. */
const VALUES: [name: string, ...values: string[]][] = [
  [
    'Host',
    ...listed('evil.example · localhost:99999 · [::1 · a b · ../..'),
    '',
    LONG.slice(0, 5_000),
    raw('ĺocalhost'),
    SCRIPT,
  ],
  [
    'Authorization',
    ...listed('Bearer · Bearer  x · Basic QTpC · Bearer a b · bearer\tx · Bearer undefined · Bearer trk_'),
    '',
    'Bearer ',
    `Bearer ${LONG}`,
    `Bearer ${SCRIPT}`,
  ],
  [
    'Content-Type',
    ...listed(`text/plain · application/json; charset=utf-7 · application/json; charset= · application/JSON ·
      application/json; · application/xml · multipart/form-data; boundary= ·
      application/x-www-form-urlencoded · application/json, text/plain · application/vnd.api+json ·
      __proto__`),
    '',
    SCRIPT,
  ],
  [
    'Accept',
    ...listed(
      '* · text/html · application/geo+json · a/b;q=NaN · application/json;q=0 · ../../x · ;;;; · q=1',
    ),
    '',
    SCRIPT,
    Array(3_000).fill('a/b;q=0.1').join(),
  ],
  [
    'Accept-Encoding',
    ...listed('gzip;q=99 · br, gzip, deflate, zstd · x-hostile · *;q=0 · identity;q=0'),
    Array(2_000).fill('gzip').join(),
    SCRIPT,
  ],
  ['Accept-Language', LONG],
  ['If-None-Match', '*', '""', '"', 'W/', LONG, Array(3_000).fill('"a"').join(), SCRIPT, raw('"é"')],
  ['If-Modified-Since', 'yesterday', '0', LONG],
  [
    'Range',
    'bytes=0-',
    'bytes=-1',
    `bytes=${Array(2_000).fill('0-1').join()}`,
    'bytes=99999999999999999999-',
    SCRIPT,
  ],
  ['Origin', 'null', SCRIPT, 'https://evil.example', 'file://', LONG, raw('https://é')],
  ['Referer', SCRIPT, LONG],
  [
    'X-Request-Id',
    SCRIPT,
    '',
    'a b',
    LONG,
    '../../etc/passwd',
    `\${jndi:ldap://127.0.0.1/x}`,
    '%0d%0aX-Hostile: 1',
  ],
  [
    'X-Forwarded-For',
    ...listed('127.0.0.1 · ::1 · unknown · 1.2.3.4, 5.6.7.8 · 999.1.1.1 · _hidden · [::1]:80 · 1.2.3.4:x'),
    SCRIPT,
    Array(2_000).fill('1.1.1.1').join(),
  ],
  ['X-Forwarded-Host', 'evil.example', SCRIPT],
  ['X-Forwarded-Proto', 'javascript', SCRIPT],
  ['Forwarded', `for=${SCRIPT};host=evil.example`],
  ['X-Original-URL', '/metrics', '/api/v1/keys'],
  ['X-Rewrite-URL', '/metrics'],
  ['X-HTTP-Method-Override', 'DELETE', 'TRACE'],
  ['Idempotency-Key', '', ' ', 'x'.repeat(256), SCRIPT, raw('é'), '__proto__', 'a b'],
  ['Cookie', `session=${SCRIPT}`, LONG, '__proto__=1'],
  ['User-Agent', '() { :; }; echo x', `\${jndi:ldap://127.0.0.1/x}`, LONG, SCRIPT],
  ['Expect', '100-continue', 'nonsense', SCRIPT],
  ['Upgrade', 'h2c', 'websocket', SCRIPT],
  ['TE', 'trailers, chunked', SCRIPT],
  ['Trailer', 'Authorization', 'Content-Length'],
  ['Max-Forwards', '0', '-1'],
  ['Proxy-Authorization', 'Basic eDp5'],
  ['Via', LONG],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['X-No-Compression', '1'],
];

const METHODS = each(`
  HEAD OPTIONS PUT PATCH DELETE TRACE CONNECT PROPFIND SEARCH QUERY PURGE get GETS FOO M-SEARCH
`);

const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
const NEXT = 'GET /api/v1/keys HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

/** Heads and bodies that two servers in a row might split differently, and invalid heads. */
const FRAMES: ((target: string, key: string) => { head: string; body?: string })[] = [
  (target) => ({ head: `GET ${target} HTTP/1.0\r\n\r\n` }),
  (target) => ({ head: `GET ${target}\r\n\r\n` }),
  (target) => ({ head: `GET ${target} HTTP/2.0\r\nHost: x\r\n\r\n` }),
  (target) => ({ head: `GET ${target} HTTP/1.1\r\nConnection: close\r\n\r\n` }),
  (target) => ({ head: `GET ${target} HTTP/1.1\nHost: x\nConnection: close\n\n` }),
  (target) => ({ head: `GET  ${target}  HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n` }),
  (target) => ({ head: `\r\n\r\nGET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n` }),
  (target) => ({ head: `GET ${target} HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n` }),
  (target) => ({ head: `GET ${target} HTTP/1.1\r\nHost : x\r\nConnection: close\r\n\r\n` }),
  (target) => ({ head: `GET ${target} HTTP/1.1\r\nHost: x\r\n folded: y\r\nConnection: close\r\n\r\n` }),
  (target) => ({ head: `GET ${target} HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\nConnection: close\r\n\r\n` }),
  (target) => ({ head: `GET ${target} HTTP/1.1\r\nHost: x\r\n: y\r\nConnection: close\r\n\r\n` }),
  (target) => ({ head: `GET ${target} HTTP/1.1\r\nHost: x\r\nno colon\r\nConnection: close\r\n\r\n` }),
  (target) => ({
    head: `GET ${target} HTTP/1.1\r\nHost: x\r\n${'X-Many: 1\r\n'.repeat(3_000)}Connection: close\r\n\r\n`,
  }),
  (target) => ({ head: `GET ${target} HTTP/1.1\r\nHost: x\r\nX-Huge: ${'y'.repeat(400_000)}\r\n\r\n` }),
  () => ({ head: `GET /${'y'.repeat(400_000)} HTTP/1.1\r\nHost: x\r\n\r\n` }),
  () => ({ head: `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${'x'.repeat(200)}\r\n\r\n` }),
  () => ({ head: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' }),
  () => ({ head: `${SCRIPT}\r\n\r\n` }),
  (target) => ({
    head: `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
    body: chunked('{}') + NEXT,
  }),
  (target) => ({
    head: `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: xchunked\r\nConnection: close\r\n\r\n`,
    body: chunked('{}') + NEXT,
  }),
  (target) => ({
    head: `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked, identity\r\nConnection: close\r\n\r\n`,
    body: chunked('{}') + NEXT,
  }),
  (target, key) => ({
    head: `POST ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
    body: `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  }),
  (target) => ({
    head: `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
    body: 'zz\r\n{}\r\n0\r\n\r\n',
  }),
  (target) => ({
    head: `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 9\r\nConnection: close\r\n\r\n`,
    body: '{}',
  }),
  (target) => ({
    head: `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: -1\r\nConnection: close\r\n\r\n`,
    body: '{}',
  }),
  (target) => ({
    head: `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 0x2\r\nConnection: close\r\n\r\n`,
    body: '{}',
  }),
  (target) => ({ head: `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, body: NEXT }),
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
  const [name, ...values] = pick(r, VALUES);
  const value = pick(r, values);
  const kept = wire.headers.filter(([own]) => int(r, 0, 3) === 0 || own.toLowerCase() !== name.toLowerCase());
  const auth =
    name === 'Authorization' || kept.some(([own]) => own === 'Authorization') ? [] : [bearer(known.key)];
  return { ...wire, headers: [...auth, ...kept, [name, value]] };
}

import { int, pick, type Random } from '../../../src/loading/demo/random.ts';
import { each } from '../../listed.ts';
import { raw, type Wire } from '../wire.ts';
import { type Draft, type Known, pathOf, queryOf, wireOf } from './draft.ts';

/** Segments that have misled servers. */
const SEGMENTS = [
  ...each('.. . %2e%2e %2e%2e%2f ..%2f..%2f..%2fetc%2fpasswd %252e%252e%252f ..; ... %2e'),
  ...['\\..\\', ...each('%00 x%00.json %zz % %c0%ae%c0%ae %e0%80%af %ff%fe %ed%a0%80 %u002e %5c..%5c')],
  ...each(';jsessionid=1 :id * {id} $id ~root .git .env constructor __proto__ toString'),
  ...each(`
      %0d%0aX-Hostile:%201 %0aX-Hostile:%201 %3cscript%3e '%20OR%201=1--
      (select*from(select(sleep(9)))x)
    `),
  ...[
    raw('ﬀ'),
    raw('․․'),
    raw('％２ｅ'),
    raw('🏠'),
    '\x80\xff',
    'a'.repeat(20_000),
    '%41'.repeat(5_000),
    '/'.repeat(2_000),
  ],
];

const QUERIES = [
  ...each('? ?? ?&&&& ?= ?=x ?a[b]=c ?a[]=1&a[]=2 ?__proto__[x]=1 ?constructor.prototype.x=1 ?a=%zz'),
  ...each(
    '?limit=1&limit=2 ?limit[]=1 ?limit=1;offset=2 ?limit=%00 ?limit=1e3 ?limit=0x10 ?limit=+5 ?limit=١',
  ),
  ...each('?limit=-1 ?limit=9007199254740993 ?limit=1.0 ?limit=NaN ?limit= ?offset=Infinity ?#x #frag?x=1'),
  ...[
    `?${'a&'.repeat(8_000)}`,
    `?${'a=1&'.repeat(6_000)}`,
    `?x=${'%F0%9F%8F%A0'.repeat(3_000)}`,
    `?${'['.repeat(2_000)}=1`,
    '?\xff=\xfe',
  ],
  ...each(`
      ?hasOwnProperty=1 ?toString=1 ?then=1 ?length=1 ?$where=1 ?fields=constructor ?fields=id,id,id
      ?fields=,
    `),
];

/** Forms of the whole target. */
const FORMS: ((path: string) => string)[] = [
  (path) => `http://localhost${path}`,
  (path) => `HTTP://user:pw@evil.example:1${path}`,
  (path) => `https://evil.example\\@localhost${path}`,
  (path) => `//evil.example${path}`,
  (path) => `///${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/api/v1', '/v1'),
  (path) => path.replace('/api/v1', '/api/V1'),
  (path) => path.replace('/api/v1', '/api/v1/../../api/v1'),
  (path) => path.replaceAll('/', '//'),
  (path) => path.replaceAll('/', '%2f'),
  (path) => `${path}/`,
  (path) => `${path}.json`,
  (path) => `${path}%20`,
  (path) => `/assets/..${path}`,
  (path) => `/assets/guides/..%2f..%2fpackage.json?${path}`,
  (path) => `/docs/${path}`,
  (path) => path.slice(1),
  () => '*',
  () => '/',
  () => 'localhost:80',
];

/** An address that a router, a proxy or a file system might read differently. */
export function oddPath(r: Random, draft: Draft, known: Known): Wire {
  const wire = wireOf(draft, known);
  const path = pathOf(draft);
  const way = int(r, 0, 3);
  if (way === 0) return { ...wire, target: path + pick(r, QUERIES) };
  if (way === 1) return { ...wire, target: pick(r, FORMS)(path) + queryOf(draft) };
  const parts = path.split('/');
  const at = int(r, 1, parts.length - 1);
  parts.splice(at, way === 2 ? 1 : 0, pick(r, SEGMENTS));
  return { ...wire, target: parts.join('/') + queryOf(draft) };
}

import { random } from '../../../src/loading/demo/random.ts';
import { ask } from '../ask.ts';
import { bearer, draftOf, JSON_BODY, type Known, wireOf } from '../inputs/draft.ts';
import type { Operation } from '../operations.ts';
import { toBytes, type Wire } from '../wire.ts';
import { BODIES, type Group, HEADERS, QUERIES, TAILS, TYPES } from './common.ts';
import type { Loop } from './sampler.ts';
import { type Requests, WORST } from './worst.ts';

/** The most processor time that one request may take without a pause, in milliseconds. */
export const BOUND = 50;
/** How often a request is repeated before it counts as too long: the first time compiles, another may collect garbage. */
const TIMES = 3;
/** No accident takes this many milliseconds. */
const CERTAIN = 10 * BOUND;

/** How many of a route's own requests are sent with every change. */
const FEW = 3;

/** Where the routes with an asterisk lead. */
const FILES: Record<string, string> = {
  'GET /assets/*': '/assets/pages/map.js',
  'GET /docs/*': '/docs/api.md',
};

/** A route's own name in `WORST`: files of all libraries are sent alike. */
const entryOf = (route: string): string => (route.startsWith('GET /assets/') ? 'GET /assets/*' : route);

/** The routes whose worst requests are not listed. */
export const unlisted = (routes: readonly string[]): string[] =>
  routes.filter((route) => !(entryOf(route) in WORST));

/** A usual request of a route. */
function usualOf(route: string, operations: readonly Operation[], known: Known): Wire {
  const [method, url] = route.split(' ') as [string, string];
  const path = url.replace(/:(\w+)/g, '{$1}');
  const operation = operations.find((one) => one.method === method && one.path === path);
  if (operation) return wireOf(draftOf(random(1), operation, known), known);
  return { method, target: FILES[route] ?? url, headers: [bearer(known.key)] };
}

const of = <T>({ first, others }: Group<T>, isSmall: boolean): [string, T][] =>
  Object.entries(isSmall ? first : { ...first, ...others });

/** What is sent to all routes. */
function common(usual: Wire, isSmall: boolean): Requests {
  const found: Requests = {};
  const path = usual.target.split('?')[0]!;
  const without = (name: string) => usual.headers.filter(([own]) => own.toLowerCase() !== name.toLowerCase());
  for (const [what, header] of of(HEADERS, isSmall))
    found[what] = { ...usual, headers: [...without(header[0]), header] };
  for (const [what, query] of of(QUERIES, isSmall)) found[what] = { ...usual, target: `${path}?${query}` };
  for (const [what, tail] of of(TAILS, isSmall)) found[what] = { ...usual, target: path + tail };
  if (usual.method === 'GET') return found;
  for (const [what, body] of of(BODIES, isSmall))
    found[what] = {
      ...usual,
      headers: [...without('content-type'), JSON_BODY],
      body: Buffer.from(body(), 'latin1'),
    };
  for (const [what, type] of of(TYPES, isSmall))
    found[what] = { ...usual, headers: [...without('content-type'), ['Content-Type', type]] };
  return found;
}

/** The API that is asked. */
export interface Asked {
  port: number;
  loop: Loop;
  operations: readonly Operation[];
  known: Known;
}

/** A request and the least of the longest turns that it caused, in milliseconds. */
export interface Turn {
  route: string;
  what: string;
  ms: number;
  status: string;
}

async function turnOf(wire: Wire, { port, loop }: Asked): Promise<Pick<Turn, 'ms' | 'status'>> {
  const bytes = toBytes(wire);
  let ms = Number.POSITIVE_INFINITY;
  let status = '';
  for (let time = 0; time < TIMES && ms > BOUND; time++) {
    const longest = await loop.longestDuring(async () => {
      const heard = await ask(port, bytes);
      status = heard.bytes.toString('latin1', 'HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
    });
    ms = Math.min(ms, longest);
    if (longest > CERTAIN) break;
  }
  return { ms, status };
}

/**
 * Sends the worst known requests of the routes, one after another, each route after a usual one.
 * @param isSmall sends fewer to each route.
 */
export async function* turns(
  routes: readonly string[],
  asked: Asked,
  isSmall: boolean,
): AsyncGenerator<Turn> {
  for (const route of new Set(routes.map(entryOf))) {
    const usual = usualOf(route, asked.operations, asked.known);
    await ask(asked.port, toBytes(usual));
    const own = Object.entries(WORST[route]?.(asked.known) ?? {});
    const requests = [...Object.entries(common(usual, isSmall)), ...(isSmall ? own.slice(0, FEW) : own)];
    for (const [what, wire] of requests) yield { route, what, ...(await turnOf(wire, asked)) };
  }
}

import { pick, type Random, random } from '../../../src/loading/demo/random.ts';
import { WORST } from '../event-loop/worst.ts';
import type { Operation } from '../operations.ts';
import type { Wire } from '../wire.ts';
import { alteredCursor } from './cursors.ts';
import { type Draft, draftOf, type Known, wireOf } from './draft.ts';
import { brokenJson } from './grammar.ts';
import { oddHead } from './headers.ts';
import { oddPath } from './paths.ts';
import { prototypeKeys } from './prototypes.ts';
import { enormous } from './sizes.ts';
import { wrongType } from './types.ts';
import { oddText } from './unicode.ts';

type Make = (r: Random, draft: Draft, known: Known, turn: number) => Wire;

/** A kind of hostile request. */
interface Kind {
  name: string;
  /** Its share among the others. */
  weight: number;
  make: Make;
  /** Whether it may reach no operation, or another one than it was made for. */
  strays?: boolean;
  /** Whether it is made for an operation; for all if left out. */
  fits?: (operation: Operation, known: Known) => boolean;
}

/** Operations that search, rank or draw. */
const isCostly = ({ path }: Operation) =>
  /\/(search|parcels|deals|owners|market|tiles|events|coverage)\b/.test(path);
const readsJson = ({ body, parameters }: Operation) =>
  body !== null || parameters.some(({ schema }) => schema.contentMediaType);
const takesCursor = ({ name }: Operation, { cursors }: Known) =>
  cursors.some(({ operation }) => operation === name);

/** The most bytes of a body that is read whole: a server may close before it has read more. */
const READ_WHOLE = 600_000;
const worst = new Map<string, Wire[]>();

/** The worst known requests of an operation, one after another. */
function bomb(_r: Random, draft: Draft, known: Known, turn: number): Wire {
  const { method, path } = draft.operation;
  const route = `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
  const all = worst.get(route) ?? Object.values(WORST[route]!(known));
  worst.set(route, all);
  const wires = all.filter(({ body }) => (body?.length ?? 0) < READ_WHOLE);
  return wires[turn % wires.length] ?? wireOf(draft, known);
}

/** Every kind of hostile request. */
export const KINDS: readonly Kind[] = [
  { name: 'valid', weight: 1, make: (_r, draft, known) => wireOf(draft, known) },
  { name: 'broken JSON', weight: 3, make: brokenJson, strays: true, fits: readsJson },
  { name: 'paths', weight: 3, make: oddPath, strays: true },
  { name: 'headers', weight: 3, make: oddHead, strays: true },
  { name: 'prototype keys', weight: 2, make: prototypeKeys },
  { name: 'enormous', weight: 1, make: enormous },
  { name: 'query bombs', weight: 4, make: bomb, fits: isCostly },
  { name: 'unicode', weight: 3, make: oddText },
  { name: 'wrong types', weight: 2, make: wrongType },
  { name: 'cursors', weight: 3, make: alteredCursor, fits: takesCursor },
];

/** The kinds in turn; each appears as often as its weight. */
const TURNS = KINDS.flatMap((kind) => Array.from({ length: kind.weight }, (_, at) => ({ kind, at })));

/** A generated request, and what it was made of. */
export interface Made {
  n: number;
  kind: Kind;
  operation: Operation;
  wire: Wire;
}

/** The `n`th request of a seed, computed without those before it. */
export function madeRequest(seed: number, n: number, operations: readonly Operation[], known: Known): Made {
  const r = random(seed, n);
  const { kind, at } = TURNS[n % TURNS.length]!;
  // How many of its kind came before, since a kind may go through a list in order.
  const turn = Math.floor(n / TURNS.length) * kind.weight + at;
  const fitting = kind.fits ? operations.filter((one) => kind.fits!(one, known)) : operations;
  const operation = kind.fits ? fitting[turn % fitting.length]! : pick(r, fitting);
  const round = kind.fits ? Math.floor(turn / fitting.length) : turn;
  return { n, kind, operation, wire: kind.make(r, draftOf(r, operation, known), known, round) };
}

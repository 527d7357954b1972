import { pick, type Random } from '../../../src/loading/demo/random.ts';
import type { Wire } from '../wire.ts';
import { containers, type Draft, type Known, wireOf } from './draft.ts';

const VALUES = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -5e-324,
  2 ** 53,
  '',
  'x',
  '0',
  [],
  [[]],
  {},
  { a: 1 },
  [null],
  ['x'],
  [1, '1'],
];

/** A request in which a value has another type or is out of range. */
export function wrongType(r: Random, draft: Draft, known: Known): Wire {
  if (draft.body === undefined || Object.keys(draft.body).length === 0) {
    for (const pair of draft.query) if (r() < 0.6) pair[1] = String(pick(r, VALUES));
    for (const name of Object.keys(draft.path)) if (r() < 0.3) draft.path[name] = String(pick(r, VALUES));
    return wireOf(draft, known);
  }
  const into = pick(r, containers(draft.body));
  const key = pick(r, Object.keys(into).concat('unknown'));
  into[key] = pick(r, VALUES);
  return wireOf(draft, known);
}

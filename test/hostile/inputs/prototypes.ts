import { pick, type Random } from '../../../src/loading/demo/random.ts';
import { each } from '../../listed.ts';
import type { Wire } from '../wire.ts';
import { containers, type Draft, type Known, slotsOf, wireOf } from './draft.ts';

const KEYS = each(`
  __proto__ constructor prototype toString valueOf hasOwnProperty __defineGetter__ then toJSON length
  isPrototypeOf constructor.prototype __proto__.x caller arguments $ref $data
`);
const VALUES = each(`
  {"polluted":true} {"isAdmin":true,"tier":"license"} null [] "x"
  {"constructor":{"prototype":{"polluted":1}}} true 1
`);
/** Marks where a key and value are written into the JSON text, since JSON.stringify does not write `__proto__` as a key. */
const MARK = '@@here@@';

/** A request in which a name of Object.prototype is a key, a parameter or a value. */
export function prototypeKeys(r: Random, draft: Draft, known: Known): Wire {
  const way = r();
  if (way < 0.25) {
    draft.query.push([pick(r, KEYS) + pick(r, ['', '[x]', '.x', '[]']), pick(r, ['1', '{}', '__proto__'])]);
    return wireOf(draft, known);
  }
  if (way < 0.5) {
    const slots = slotsOf(draft);
    if (slots.length > 0) pick(r, slots).set(pick(r, KEYS));
    return wireOf(draft, known);
  }
  const body = draft.body ?? {};
  const objects = containers(body).filter((one) => !Array.isArray(one));
  const into = pick(r, objects.length > 0 ? objects : [body]);
  into[MARK] = 0;
  const text = JSON.stringify(body).replace(
    `"${MARK}":0`,
    `${JSON.stringify(pick(r, KEYS))}:${pick(r, VALUES)}`,
  );
  return wireOf(draft, known, text);
}

import { int, pick, type Random } from '../../../src/loading/demo/random.ts';
import type { Wire } from '../wire.ts';
import { containers, type Draft, type Known, slotsOf, wireOf } from './draft.ts';

/** The most that the body of a search, and that any body may have, in bytes. */
const SEARCH = 128 << 10;
const MOST = 256 << 10;

const item = (r: Random, list: unknown[]) =>
  list.length > 0 ? pick(r, list) : pick(r, [null, 0, '', 'x', [], {}]);

/** Repeats an item until its JSON has this many bytes. */
function filled(value: unknown, bytes: number): unknown[] {
  return Array(Math.max(1, Math.floor(bytes / (JSON.stringify(value).length + 1)))).fill(value);
}

/** A request with a list, an object or a text as large as a body can be, or larger. */
export function enormous(r: Random, draft: Draft, known: Known): Wire {
  const bytes = pick(r, [6_000, 20_000, SEARCH - 2_000, SEARCH - 2_000, MOST - 2_000, MOST + 10, 3 << 20]);
  const body = draft.body;
  if (body === undefined) {
    const slots = slotsOf(draft);
    const text = pick(r, ['x', '1,', 'é', '%', ' ', '0']).repeat(int(r, 1_000, 20_000));
    if (slots.length > 0) pick(r, slots).set(text);
    else draft.query.push(['x', text]);
    return wireOf(draft, known);
  }
  const all = containers(body);
  const lists = all.filter(Array.isArray);
  const way = r();
  if (way < 0.4 && lists.length > 0) {
    const list = pick(r, lists);
    const fill = filled(item(r, list), bytes);
    list.length = 0;
    for (const one of fill) list.push(one);
  } else if (way < 0.6) {
    const into = pick(r, all);
    const names = Math.floor(bytes / 12);
    for (let n = 0; n < names && !Array.isArray(into); n++) into[`k${n}`] = n;
  } else if (way < 0.8) {
    const slots = slotsOf(draft);
    const text = 'A\u0301'.repeat(bytes / 3);
    if (slots.length > 0) pick(r, slots).set(text);
  } else {
    const into = pick(r, all);
    const key = pick(r, Object.keys(into).concat('x'));
    into[key] = filled(pick(r, [null, 0, '', [], {}, [[]], -1e308]), bytes);
  }
  return wireOf(draft, known);
}

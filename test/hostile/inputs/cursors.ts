import { pick, type Random } from '../../../src/loading/demo/random.ts';
import type { Wire } from '../wire.ts';
import { type Draft, type Known, wireOf } from './draft.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Cursors of walks are encrypted; those of deliveries are ids, any of which may be asked for. */
const isSealed = (cursor: string) => cursor.includes('.');

function altered(r: Random, cursor: string, at: number, all: Known['cursors']): string {
  const others = [...LETTERS.replace(cursor[at]!, '')];
  if (r() < 0.9) return cursor.slice(0, at) + pick(r, others) + cursor.slice(at + 1);
  const foreign = all.map((one) => one.cursor).filter((one) => one !== cursor);
  return pick(r, [
    cursor.slice(0, at),
    cursor + cursor,
    pick(r, foreign),
    `${cursor}A`,
    `.${cursor}`,
    '*.*',
    'A.A',
  ]);
}

/** A cursor of a route with one byte altered; round after round, each of its bytes. */
export function alteredCursor(r: Random, draft: Draft, known: Known, round: number): Wire {
  const { cursor } = known.cursors.find(({ operation }) => operation === draft.operation.name)!;
  const wire = withCursor(draft, known, altered(r, cursor, round % cursor.length, known.cursors));
  return isSealed(cursor) ? { ...wire, expected: 400 } : wire;
}

/** The request that continues by a cursor, as it was given. */
export function withCursor(draft: Draft, known: Known, cursor: string): Wire {
  draft.query = draft.query.filter(([name]) => name === 'search' || name === 'county_fips');
  if (draft.body === undefined) draft.query.push(['cursor', cursor]);
  else draft.body.cursor = cursor;
  return wireOf(draft, known);
}

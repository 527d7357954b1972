import fc from 'fast-check';
import t from 'tap';
import { compact, MOST_BYTES, pick, toText } from '../../../src/api/mcp/answer.ts';

t.test('no answer is longer than promised, whatever is found', async (t) => {
  const text = fc.string({ unit: 'grapheme', maxLength: 400 });
  const row = fc.dictionary(
    text,
    fc.oneof(text, fc.array(text, { maxLength: 20 }), fc.integer(), fc.constant(null)),
  );
  const found = fc.record({
    about: row,
    lists: fc.record({ rows: fc.array(row, { maxLength: 60 }), more: fc.array(row, { maxLength: 60 }) }),
    next_cursor: fc.option(fc.string({ maxLength: 8_000 }), { nil: null }),
    times: fc.constantFrom(1, 30),
  });
  t.doesNotThrow(() =>
    fc.assert(
      fc.property(found, ({ times, lists, ...rest }) => {
        const rows = Array(times).fill(lists.rows).flat();
        const answer = toText({ ...rest, lists: { ...lists, rows } });
        return Buffer.byteLength(answer) <= MOST_BYTES;
      }),
      { numRuns: 200 },
    ),
  );
});

t.test('a document that is too long says that it was cut, at a whole character', async (t) => {
  const about = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`key${at}`, '🏠'.repeat(40)]));
  const answer = toText({ about });
  t.ok(Buffer.byteLength(answer) <= MOST_BYTES);
  t.match(answer, /\n\[cut: the answer is longer than 20000 bytes\]$/);
  t.notMatch(answer, '\uFFFD');
});

t.test('an answer says that rows did not fit, and has no cursor that would skip them', async (t) => {
  const rows = Array.from({ length: 100 }, (_, at) => ({ at, text: 'x'.repeat(290) }));
  const answer = JSON.parse(toText({ about: { total: 500 }, lists: { rows }, next_cursor: 'next' }));
  t.ok(answer.rows.length > 50);
  t.same(answer.rows, rows.slice(0, answer.rows.length));
  t.match(answer.notes, [new RegExp(`^rows: only the first ${answer.rows.length} of 100`)]);
  t.notOk('next_cursor' in answer);
  const whole = JSON.parse(
    toText({ about: { total: 500 }, lists: { rows: rows.slice(0, 5) }, next_cursor: 'next' }),
  );
  t.equal(whole.next_cursor, 'next');
});

t.test('unknown values are left out; long texts and lists are cut, and say so', async (t) => {
  t.same(compact({ a: null, b: 0, c: false, d: '', e: { f: null } }), { b: 0, c: false, d: '', e: {} });
  t.same(compact('x'.repeat(301)), `${'x'.repeat(300)}…`);
  t.same(compact(Array(12).fill(1)), [...Array(10).fill(1), '… 2 more']);
  t.same(pick({ a: 1, b: 2, c: null }, ['c', 'a']), { a: 1 });
});

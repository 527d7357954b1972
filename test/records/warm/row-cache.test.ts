import fc from 'fast-check';
import t from 'tap';
import { createRowCache, type Version } from '../../../src/records/warm/row-cache.ts';

const version = (seq: number, seqNo = 1, more: Partial<Version> = {}): Version => ({
  index: 'parcels-1',
  seq,
  seqNo,
  term: 1,
  ...more,
});
const row = (text: string) => Buffer.from(text);

t.test('a row is found by its very version only', async (t) => {
  const cache = createRowCache(2 ** 20);
  cache.put(version(2 ** 53 - 1, 7), row('{"id":"31109:1"'));
  t.equal(cache.get(version(2 ** 53 - 1, 7))?.toString(), '{"id":"31109:1"');
  for (const [what, other] of [
    ['another write', version(2 ** 53 - 1, 8)],
    ['another parcel', version(2 ** 52, 7)],
    ['another index', version(2 ** 53 - 1, 7, { index: 'parcels-2' })],
    ['another primary', version(2 ** 53 - 1, 7, { term: 2 })],
  ] as const)
    t.equal(cache.get(other), null, what);
  t.match(cache.figures(), { rows: 1, hits: 1, misses: 4, evictions: 0 });
});

t.test('a row that is larger than a block is not kept', async (t) => {
  const cache = createRowCache(2 ** 16);
  cache.put(version(1), Buffer.alloc(2 ** 13));
  t.equal(cache.get(version(1)), null);
});

t.test('the oldest rows make room, and those that are refreshed stay', async (t) => {
  const cache = createRowCache(2 ** 16);
  const favorite = version(1);
  cache.put(favorite, row('often asked for'));
  cache.put(version(2), row('asked for once'));
  for (let n = 0; n < 5_000; n++) {
    cache.put(version(n + 3), Buffer.alloc(900, n % 256));
    cache.refresh([favorite]);
  }
  t.equal(cache.get(favorite)?.toString(), 'often asked for');
  t.equal(cache.get(version(2)), null);
  const { evictions, bytes } = cache.figures();
  t.ok(evictions > 4_000, `${evictions} rows made room`);
  t.ok(bytes <= 2 ** 16 * 1.1, `${bytes} bytes`);
});

t.test('whatever is put, what is found is what was put', async (t) => {
  const seqs = fc.oneof(fc.constantFrom(0, 1, 2 ** 53 - 1), fc.nat(50), fc.maxSafeNat());
  const step = fc.record({
    seq: seqs,
    seqNo: fc.nat(40),
    index: fc.constantFrom('x', 'y'),
    size: fc.nat(600),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const cache = createRowCache(2 ** 14);
      for (const { seq, seqNo, index, size } of steps) {
        const one = version(seq, seqNo, { index });
        const text = JSON.stringify([seq, seqNo, index]).repeat(1 + (size % 9));
        const before = cache.get(one);
        if (before && !before.toString().startsWith(JSON.stringify([seq, seqNo, index])))
          throw new Error(`another row: ${before}`);
        cache.put(one, row(text));
        cache.refresh([one]);
      }
    }),
    { numRuns: 300 },
  );
  t.pass();
});

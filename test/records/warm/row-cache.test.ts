import fc from 'fast-check';
import t from 'tap';
import { createRowCache, type Version } from '../../../src/records/warm/row-cache.ts';

const version = (id: string, seqNo = 1, more: Partial<Version> = {}): Version => ({
  index: 'parcels-1',
  id,
  seqNo,
  term: 1,
  ...more,
});
const row = (text: string) => Buffer.from(text);

t.test('a row is found by its very version only', async (t) => {
  const cache = createRowCache(2 ** 20);
  cache.put(version('31109:1', 7), row('{"id":"31109:1"'));
  t.equal(cache.get(version('31109:1', 7))?.toString(), '{"id":"31109:1"');
  for (const [what, other] of [
    ['another write', version('31109:1', 8)],
    ['another parcel', version('31109:2', 7)],
    ['another index', version('31109:1', 7, { index: 'parcels-2' })],
    ['another primary', version('31109:1', 7, { term: 2 })],
  ] as const)
    t.equal(cache.get(other), null, what);
  t.match(cache.figures(), { rows: 1, hits: 1, misses: 4, evictions: 0 });
});

t.test('a row that is larger than a block is not kept', async (t) => {
  const cache = createRowCache(2 ** 16);
  cache.put(version('large'), Buffer.alloc(2 ** 13));
  t.equal(cache.get(version('large')), null);
});

t.test('the oldest rows make room, and those that are refreshed stay', async (t) => {
  const cache = createRowCache(2 ** 16);
  const favorite = version('favorite');
  cache.put(favorite, row('often asked for'));
  cache.put(version('once'), row('asked for once'));
  for (let n = 0; n < 5_000; n++) {
    cache.put(version(`filler ${n}`), Buffer.alloc(900, n % 256));
    cache.refresh([favorite]);
  }
  t.equal(cache.get(favorite)?.toString(), 'often asked for');
  t.equal(cache.get(version('once')), null);
  const { evictions, bytes } = cache.figures();
  t.ok(evictions > 4_000, `${evictions} rows made room`);
  t.ok(bytes <= 2 ** 16 * 1.1, `${bytes} bytes`);
});

t.test('whatever is put, what is found is what was put', async (t) => {
  const ids = fc.oneof(fc.constantFrom('a', 'b', 'é', '31109:1'), fc.string({ maxLength: 8 }));
  const step = fc.record({ id: ids, seqNo: fc.nat(40), index: fc.constantFrom('x', 'y'), size: fc.nat(600) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const cache = createRowCache(2 ** 14);
      for (const { id, seqNo, index, size } of steps) {
        const one = version(id, seqNo, { index });
        const text = JSON.stringify([id, seqNo, index]).repeat(1 + (size % 9));
        const before = cache.get(one);
        if (before && !before.toString().startsWith(JSON.stringify([id, seqNo, index])))
          throw new Error(`another row: ${before}`);
        cache.put(one, row(text));
        cache.refresh([one]);
      }
    }),
    { numRuns: 300 },
  );
  t.pass();
});

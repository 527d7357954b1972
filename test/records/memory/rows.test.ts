import fc from 'fast-check';
import t from 'tap';
import { createRowStore, type RowStore } from '../../../src/records/memory/rows.ts';
import { holds } from '../../holds.ts';

const LIMIT = 2 ** 16;
const row = (text: string) => Buffer.from(text);
function textAt(store: RowStore, offset: number): string | null {
  const found = store.get(offset);
  return found && Buffer.from(found).toString();
}

t.test('a row that is larger than a block is not kept', async (t) => {
  const store = createRowStore(LIMIT, () => LIMIT);
  const offset = store.put(Buffer.alloc(2 ** 12));
  t.equal(offset, 0);
  t.equal(store.get(offset), null);
});

t.test('the oldest rows are overwritten, and are known in advance', async (t) => {
  const store = createRowStore(LIMIT, () => LIMIT);
  let favorite = store.put(row('often asked for'));
  const once = store.put(row('asked for once'));
  for (let n = 0; n < 5_000; n++) {
    store.put(Buffer.alloc(900, n % 256));
    if (favorite < store.aging()) favorite = store.put(store.get(favorite)!.slice());
  }
  t.equal(textAt(store, favorite), 'often asked for');
  t.equal(store.get(once), null);
  const { dropped, bytes } = store.figures();
  t.ok(dropped > 4_000, `${dropped} rows were overwritten`);
  t.ok(bytes <= LIMIT, `${bytes} bytes`);
});

t.test('rows are dropped when others need their memory', async (t) => {
  let allowed = LIMIT;
  const store = createRowStore(LIMIT, () => allowed);
  const offsets = Array.from({ length: 50 }, (_, n) => store.put(Buffer.alloc(1_000, n)));
  allowed = LIMIT / 4;
  store.fit();
  t.ok(store.figures().bytes <= LIMIT / 4);
  t.equal(store.get(offsets[0]!), null, 'the oldest first');
  t.equal(store.get(offsets.at(-1)!)?.[0], 49);
});

t.test('every row that is found is the one that was put there', async () => {
  const step = fc.record({ size: fc.nat(600), allowed: fc.integer({ min: 2, max: 32 }) });
  await holds(100, [fc.array(step, { maxLength: 300 })], (steps) => {
    let allowed = 32;
    const store = createRowStore(2 ** 14, () => (allowed * 2 ** 14) / 32);
    const rows = new Map<number, string>();
    for (const [nth, one] of steps.entries()) {
      allowed = one.allowed;
      store.fit();
      const text = `${nth} `.repeat(1 + (one.size % 120));
      const offset = store.put(row(text));
      if (offset > 0) rows.set(offset, text);
      if (offset > 0 && textAt(store, offset) !== text) throw new Error('the last row is not kept');
      for (const [offset, text] of rows) {
        const found = textAt(store, offset);
        if (found !== null && found !== text) throw new Error(`another row: ${found}`);
      }
    }
  });
});

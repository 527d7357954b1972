import fc from 'fast-check';
import t from 'tap';
import {
  createSlots,
  type Responsiveness,
  SLOTS,
  type SlotHolder,
} from '../../../src/webhooks/dispatch/slots.ts';

/** Takes as many slots of a kind as it can. */
function fill(slots: ReturnType<typeof createSlots>, holder: SlotHolder): number {
  let taken = 0;
  while (slots.take(holder)) taken++;
  return taken;
}

t.test('one account gets up to half of all slots if its endpoints answer, far fewer if not', (t) => {
  t.equal(fill(createSlots([]), { account: 1, responsiveness: 'answers' }), SLOTS / 2);
  for (const responsiveness of ['new', 'silent'] as const) {
    const taken = fill(createSlots([]), { account: 1, responsiveness });
    t.ok(taken >= 64 && taken <= SLOTS / 8, `${responsiveness}: ${taken}`);
  }
  t.end();
});

t.test('two accounts whose endpoints hang leave most slots to one whose endpoints answer', (t) => {
  for (const responsiveness of ['new', 'silent'] as const) {
    const slots = createSlots([]);
    const hung = [1, 2].map((account) => fill(slots, { account, responsiveness }));
    t.ok(hung[0]! + hung[1]! <= SLOTS / 4, `${responsiveness}: ${hung.join(' and ')}`);
    t.ok(fill(slots, { account: 3, responsiveness: 'answers' }) >= SLOTS / 3);
  }
  t.end();
});

t.test('endpoints that answered and now hang still leave slots for others', (t) => {
  const slots = createSlots([]);
  for (const account of [1, 2]) fill(slots, { account, responsiveness: 'answers' });
  t.ok(fill(slots, { account: 3, responsiveness: 'answers' }) >= 64);
  t.ok(fill(slots, { account: 4, responsiveness: 'new' }) >= 8);
  t.end();
});

t.test('many accounts that hang leave half of the slots to others', (t) => {
  const slots = createSlots([]);
  let silent = 0;
  for (let account = 0; account < 100; account++)
    silent += fill(slots, { account, responsiveness: 'silent' });
  t.equal(silent, SLOTS / 2);
  t.ok(fill(slots, { account: 1_000, responsiveness: 'new' }) >= 32, 'for new endpoints');
  t.ok(fill(slots, { account: 1_001, responsiveness: 'answers' }) >= 128, 'and for those that answer');
  t.end();
});

const degrees = fc.constantFrom<Responsiveness>('new', 'answers', 'silent');
const wishes = fc.array(fc.tuple(fc.integer({ min: 0, max: 7 }), degrees, fc.integer({ min: 1, max: 600 })), {
  maxLength: 60,
});

t.test(
  'eight accounts may come in any order: a ninth gets a slot, and no more are given than there are',
  (t) => {
    fc.assert(
      fc.property(wishes, degrees, (all, responsiveness) => {
        const slots = createSlots([]);
        const held: SlotHolder[] = [];
        for (const [account, responsiveness, count] of all) {
          for (let n = 0; n < count && slots.take({ account, responsiveness }); n++)
            held.push({ account, responsiveness });
        }
        if (held.length + slots.free() !== SLOTS) return false;
        const again = createSlots(held);
        if (again.free() !== slots.free()) return false;
        const silent = held.filter((slot) => slot.responsiveness === 'silent').length;
        return (
          again.take({ account: 99, responsiveness }) || (responsiveness === 'silent' && silent === SLOTS / 2)
        );
      }),
    );
    t.end();
  },
);

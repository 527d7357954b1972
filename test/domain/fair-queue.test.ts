import fc from 'fast-check';
import t from 'tap';
import { createFairQueue } from '../../src/domain/fair-queue.ts';

const SLOTS = 4;

/** A queue whose callers are noted when they begin, and when they are refused. */
function rig(slots = SLOTS, ranks = 2) {
  const queue = createFairQueue(slots, ranks);
  const begun: string[] = [];
  const refused: string[] = [];
  const enter = (caller: string, times = 1, rank = 0) => {
    for (let at = 0; at < times; at++)
      queue.acquire(rank, caller, { begin: () => begun.push(caller), refuse: () => refused.push(caller) });
  };
  /** Gives back the slots of these callers, one after the other; returns who begins. */
  const leave = (...callers: string[]) => {
    const before = begun.length;
    for (const caller of callers) queue.release(caller);
    return begun.slice(before).join('');
  };
  return { queue, begun, refused, enter, leave };
}

t.test('one caller alone has all slots, in the order of what waits', (t) => {
  const { queue, begun, enter, leave } = rig();
  enter('a', 10);
  t.equal(begun.length, SLOTS);
  t.equal(queue.inUse(), SLOTS);
  t.equal(leave('a', 'a'), 'aa');
  t.equal(leave('a', 'a', 'a', 'a', 'a', 'a', 'a', 'a'), 'aaaa');
  t.equal(queue.inUse(), 0);
  t.end();
});

t.test('callers begin in turn, and none gets more than half of the slots while others wait', (t) => {
  const { enter, leave } = rig();
  enter('a', 20);
  enter('b', 20);
  t.equal(leave('a', 'a'), 'bb', 'those who hold less than half are first');
  t.equal(leave('a', 'b', 'a', 'b'), 'abab', 'then each has half');
  enter('c');
  t.equal(leave('a', 'b', 'a'), 'abc', 'a newcomer waits for one turn');
  t.end();
});

t.test('a lower rank begins when nothing else waits', (t) => {
  const { enter, leave } = rig(1);
  enter('a');
  enter('low', 2, 1);
  enter('b');
  enter('a');
  t.equal(leave('a'), 'b');
  t.equal(leave('b'), 'a');
  t.equal(leave('a'), 'low');
  t.end();
});

t.test('any number of those that wait may give their slots back at once', (t) => {
  const queue = createFairQueue(1, 1);
  let left = 0;
  const begin = () => {
    left++;
    queue.release('gone');
  };
  queue.acquire(0, 'a', { begin() {} });
  for (let at = 0; at < 20_000; at++) queue.acquire(0, 'gone', { begin });
  queue.release('a');
  t.equal(left, 20_000);
  t.equal(queue.inUse(), 0);
  t.end();
});

t.test('whoever has the most waiting makes way for those who have fewer', (t) => {
  const { queue, refused, enter } = rig(1);
  enter('a', 4);
  enter('b', 2);
  t.notOk(queue.evictFor(0, 'a'), 'not by others for the one who has the most');
  t.ok(queue.evictFor(0, 'c'));
  t.same(refused, ['a']);
  enter('c');
  t.notOk(queue.evictFor(0, 'c'), 'nobody has more than two, which it would have');
  t.same(refused, ['a']);
  t.end();
});

t.test('nothing is lost, no slot is left free while something waits, and turns are fair', (t) => {
  const step = fc.oneof(
    fc.record({ caller: fc.constantFrom('a', 'b', 'c'), rank: fc.nat(1) }),
    fc.record({ leaves: fc.nat(10) }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 80 }), (slots, steps) => {
      const queue = createFairQueue(slots, 2);
      const holding: string[] = [];
      const waits = [new Map<string, number>(), new Map<string, number>()];
      const add = (map: Map<string, number>, caller: string, by: number) =>
        map.set(caller, (map.get(caller) ?? 0) + by);
      const held = (caller: string) => holding.filter((one) => one === caller).length;
      const waiting = (rank: number) => [...waits[rank]!.values()].reduce((sum, count) => sum + count, 0);
      for (const one of steps) {
        if ('leaves' in one) {
          const [caller] = holding.splice(one.leaves % Math.max(1, holding.length), 1);
          if (caller !== undefined) queue.release(caller);
        } else {
          const { caller, rank } = one;
          add(waits[rank]!, caller, 1);
          queue.acquire(rank, caller, {
            begin() {
              const others = [...waits[rank]!].filter(([other, count]) => other !== caller && count > 0);
              if (held(caller) >= slots / 2 && others.some(([other]) => held(other) < slots / 2))
                throw new Error('more than half of the slots while others wait');
              if (rank === 1 && waiting(0) > 0) throw new Error('a lower rank went first');
              add(waits[rank]!, caller, -1);
              holding.push(caller);
            },
          });
        }
        if (queue.inUse() !== holding.length) return false;
        if (holding.length < slots && waiting(0) + waiting(1) > 0) return false;
      }
      return true;
    }),
  );
  t.end();
});

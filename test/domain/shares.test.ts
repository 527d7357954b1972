import fc from 'fast-check';
import t from 'tap';
import { createShares } from '../../src/domain/shares.ts';

const PLACES = 4;

/** Shares whose callers are noted when they begin, and when they are refused. */
function rig(places = PLACES, ranks = 2) {
  const shares = createShares(places, ranks);
  const begun: string[] = [];
  const refused: string[] = [];
  const enter = (caller: string, times = 1, rank = 0) => {
    for (let at = 0; at < times; at++)
      shares.enter(rank, caller, { begin: () => begun.push(caller), refuse: () => refused.push(caller) });
  };
  /** Gives back the places of these callers, one after the other; returns who begins. */
  const leave = (...callers: string[]) => {
    const before = begun.length;
    for (const caller of callers) shares.leave(caller);
    return begun.slice(before).join('');
  };
  return { shares, begun, refused, enter, leave };
}

t.test('one caller alone has all places, in the order of what waits', (t) => {
  const { shares, begun, enter, leave } = rig();
  enter('a', 10);
  t.equal(begun.length, PLACES);
  t.equal(shares.taken(), PLACES);
  t.equal(leave('a', 'a'), 'aa');
  t.equal(leave('a', 'a', 'a', 'a', 'a', 'a', 'a', 'a'), 'aaaa');
  t.equal(shares.taken(), 0);
  t.end();
});

t.test('callers begin in turn, and none gets more than half of the places while others wait', (t) => {
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

t.test('any number of those that wait may give their places back at once', (t) => {
  const shares = createShares(1, 1);
  let left = 0;
  const begin = () => {
    left++;
    shares.leave('gone');
  };
  shares.enter(0, 'a', { begin() {} });
  for (let at = 0; at < 20_000; at++) shares.enter(0, 'gone', { begin });
  shares.leave('a');
  t.equal(left, 20_000);
  t.equal(shares.taken(), 0);
  t.end();
});

t.test('room is made by whoever has the most waiting, for those who have fewer', (t) => {
  const { shares, refused, enter } = rig(1);
  enter('a', 4);
  enter('b', 2);
  t.notOk(shares.makeRoom(0, 'a'), 'not by others for the one who has the most');
  t.ok(shares.makeRoom(0, 'c'));
  t.same(refused, ['a']);
  enter('c');
  t.notOk(shares.makeRoom(0, 'c'), 'nobody has more than two, which it would have');
  t.same(refused, ['a']);
  t.end();
});

t.test('nothing is lost, no place is left free while something waits, and turns are fair', (t) => {
  const step = fc.oneof(
    fc.record({ caller: fc.constantFrom('a', 'b', 'c'), rank: fc.nat(1) }),
    fc.record({ leaves: fc.nat(10) }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 80 }), (places, steps) => {
      const shares = createShares(places, 2);
      const holding: string[] = [];
      const waits = [new Map<string, number>(), new Map<string, number>()];
      const add = (map: Map<string, number>, caller: string, by: number) =>
        map.set(caller, (map.get(caller) ?? 0) + by);
      const held = (caller: string) => holding.filter((one) => one === caller).length;
      const waiting = (rank: number) => [...waits[rank]!.values()].reduce((sum, count) => sum + count, 0);
      for (const one of steps) {
        if ('leaves' in one) {
          const [caller] = holding.splice(one.leaves % Math.max(1, holding.length), 1);
          if (caller !== undefined) shares.leave(caller);
        } else {
          const { caller, rank } = one;
          add(waits[rank]!, caller, 1);
          shares.enter(rank, caller, {
            begin() {
              const others = [...waits[rank]!].filter(([other, count]) => other !== caller && count > 0);
              if (held(caller) >= places / 2 && others.some(([other]) => held(other) < places / 2))
                throw new Error('more than half of the places while others wait');
              if (rank === 1 && waiting(0) > 0) throw new Error('a lower rank went first');
              add(waits[rank]!, caller, -1);
              holding.push(caller);
            },
          });
        }
        if (shares.taken() !== holding.length) return false;
        if (holding.length < places && waiting(0) + waiting(1) > 0) return false;
      }
      return true;
    }),
  );
  t.end();
});

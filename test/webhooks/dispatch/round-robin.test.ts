import fc from 'fast-check';
import t from 'tap';
import { createRoundRobin, type WaitingEndpoint } from '../../../src/webhooks/dispatch/slots.ts';

const ACCOUNTS = 4;
const A_HUNDRED = 100;
const everywhere = () => Number.MAX_SAFE_INTEGER;
const anyone = () => true;

/** Endpoint 203 belongs to account 2. */
const accountOf = (endpoint: number) => Math.floor(endpoint / A_HUNDRED);
const of = (...endpoints: number[]): WaitingEndpoint[] =>
  endpoints.map((endpoint) => ({ endpoint, account: accountOf(endpoint) }));

const sum = (dealt: Map<number, number>) => [...dealt.values()].reduce((total, count) => total + count, 0);
const perAccount = (dealt: Map<number, number>) => {
  const counts = new Map<number, number>();
  for (const [endpoint, count] of dealt) {
    counts.set(accountOf(endpoint), (counts.get(accountOf(endpoint)) ?? 0) + count);
  }
  return counts;
};

const endpoints = fc.uniqueArray(
  fc
    .tuple(fc.integer({ min: 0, max: ACCOUNTS - 1 }), fc.integer({ min: 0, max: 9 }))
    .map(([account, n]) => account * A_HUNDRED + n),
  { minLength: 1, maxLength: 20 },
);
const capacities = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: A_HUNDRED, maxLength: A_HUNDRED });
const caps = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: ACCOUNTS, maxLength: ACCOUNTS });
const slots = fc.integer({ min: 0, max: 150 });

t.test('no endpoint gets more than its capacity, and no slot is left while one has capacity', (t) => {
  fc.assert(
    fc.property(endpoints, capacities, caps, slots, (waiting, capacity, cap, count) => {
      const roundRobin = createRoundRobin();
      roundRobin.waiting(of(...waiting));
      const capacityOf = (endpoint: number) => capacity[(endpoint * 7) % A_HUNDRED]!;
      const left = [...cap];
      const dealt = roundRobin.deal(
        count,
        capacityOf,
        (_endpoint, account) => left[account]! > 0 && left[account]!-- > 0,
      );
      const accounts = perAccount(dealt);
      for (const [endpoint, count] of dealt) if (count > capacityOf(endpoint) || count < 1) return false;
      for (const [account, count] of accounts) if (count > cap[account]!) return false;
      if (![...dealt.keys()].every((endpoint) => waiting.includes(endpoint))) return false;
      const able = Array.from({ length: ACCOUNTS }, (_, account) => {
        const shares = waiting.filter((endpoint) => accountOf(endpoint) === account).map(capacityOf);
        return Math.min(
          cap[account]!,
          shares.reduce((total, share) => total + share, 0),
        );
      });
      return (
        sum(dealt) ===
        Math.min(
          count,
          able.reduce((total, share) => total + share, 0),
        )
      );
    }),
  );
  t.end();
});

t.test('accounts with capacity get the same, to within one; so do the endpoints of one account', (t) => {
  fc.assert(
    fc.property(endpoints, fc.array(slots, { minLength: 1, maxLength: 6 }), (waiting, counts) => {
      const roundRobin = createRoundRobin();
      roundRobin.waiting(of(...waiting));
      const total = new Map(waiting.map((endpoint) => [endpoint, 0]));
      for (const count of counts) {
        for (const [endpoint, more] of roundRobin.deal(count, everywhere, anyone)) {
          total.set(endpoint, total.get(endpoint)! + more);
        }
      }
      const apart = (values: number[]) => Math.max(...values) - Math.min(...values);
      const accounts = perAccount(total);
      if (apart([...accounts.values()]) > 1) return false;
      return [...accounts.keys()].every(
        (account) =>
          apart(
            [...total].filter(([endpoint]) => accountOf(endpoint) === account).map(([, count]) => count),
          ) <= 1,
      );
    }),
  );
  t.end();
});

t.test('an account with a hundred endpoints gets no more than one with a single endpoint', (t) => {
  const roundRobin = createRoundRobin();
  roundRobin.waiting(of(...Array.from({ length: A_HUNDRED }, (_, n) => A_HUNDRED + n), 200));
  const dealt = roundRobin.deal(50, everywhere, anyone);
  t.equal(dealt.get(200), 25);
  t.equal(perAccount(dealt).get(1), 25);
  t.end();
});

t.test('a new endpoint waits its turn, and a waiting one keeps its place', (t) => {
  const roundRobin = createRoundRobin();
  roundRobin.waiting(of(100, 200, 300));
  t.same([...roundRobin.deal(1, everywhere, anyone).keys()], [100]);
  roundRobin.waiting(of(400, 300, 200, 100));
  const order = Array.from({ length: 4 }, () => [...roundRobin.deal(1, everywhere, anyone).keys()][0]);
  t.same(order, [200, 300, 100, 400]);
  t.end();
});

t.test('an endpoint without capacity is passed over and keeps its place', (t) => {
  const roundRobin = createRoundRobin();
  roundRobin.waiting(of(100, 101, 200));
  t.same([...roundRobin.deal(4, (endpoint) => (endpoint === 100 ? 0 : 2), anyone)].sort(), [
    [101, 2],
    [200, 2],
  ]);
  t.same([...roundRobin.deal(9, (endpoint) => (endpoint === 100 ? 3 : 0), anyone)], [[100, 3]]);
  t.end();
});

t.test('an endpoint that is done gets nothing until it waits again', (t) => {
  const roundRobin = createRoundRobin();
  roundRobin.waiting(of(100, 200));
  roundRobin.done(100);
  roundRobin.done(100);
  roundRobin.done(999);
  t.same([...roundRobin.deal(3, everywhere, anyone)], [[200, 3]]);
  roundRobin.done(200);
  t.ok(roundRobin.isEmpty());
  t.equal(roundRobin.deal(3, everywhere, anyone).size, 0);
  roundRobin.waiting(of(100));
  t.notOk(roundRobin.isEmpty());
  roundRobin.waiting([]);
  t.ok(roundRobin.isEmpty(), 'who is not named any more is gone');
  t.end();
});

t.test('no endpoint starves: each that has capacity is served in a round over all', (t) => {
  fc.assert(
    fc.property(endpoints, fc.integer({ min: 1, max: 5 }), (waiting, step) => {
      const roundRobin = createRoundRobin();
      const served = new Set<number>();
      // Each account has a turn in every round of accounts, and each of its endpoints in one of as many rounds as it has.
      for (let dealt = 0; dealt < ACCOUNTS * 10; dealt += step) {
        roundRobin.waiting(of(...waiting));
        for (const endpoint of roundRobin.deal(step, everywhere, anyone).keys()) served.add(endpoint);
      }
      return waiting.every((endpoint) => served.has(endpoint));
    }),
  );
  t.end();
});

import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { tierLimits } from '../../src/accounts/tiers.ts';
import { fanOut, placeOf } from '../../src/webhooks/fan-out.ts';
import { findWatchers } from '../../src/webhooks/watchers.ts';
import { call, makeHarness } from '../helper.ts';
import { lockWaits } from '../lock-waits.ts';
import { randomNumbers, seedOf } from '../seed.ts';
import { createEndpoint, eventually, newEvent } from './support.ts';

const harness = await makeHarness(t, { indices: false });
const app = await harness.app({ BURST_SCALE: '10000000' });
const tiers = tierLimits(harness.config);

const COUNTIES = { A: '109', B: '055' } as const;
type Name = keyof typeof COUNTIES;
const keys = {} as Record<Name | 'both', string>;
for (const name of ['A', 'B', 'both'] as const) {
  keys[name] = await harness.key({ account: name });
  const counties = name === 'both' ? Object.values(COUNTIES) : [COUNTIES[name]];
  for (const county_fips of counties) {
    await createEndpoint(app, keys[name], {
      url: 'http://127.0.0.1:9/',
      filter_kind: 'county_fips',
      filter_value: { state_fips: '31', county_fips },
    });
  }
}

type Events = ReturnType<typeof newEvent>[];

/** Queues events as a load does, in a transaction that stays open until `mayCommit` lets it end. */
async function queue(events: Events, mayCommit: () => Promise<void>) {
  const watchersAt = await findWatchers(harness.database, events.map(placeOf));
  return fanOut(harness.database, { tiers, events, watchersAt, now: Date.now, mayCommit });
}

/** A receiver that reads the list of events again and again, from where it last stopped. */
function reader(key: string) {
  const seen: string[] = [];
  let after = '0';
  const read = async () => {
    const { status, json } = await call(app, 'GET', `/api/v1/events?limit=500&after=${after}`, { key });
    if (status !== 200) throw new Error(`status ${status}`);
    const page = json();
    seen.push(...page.data.map(({ event_id }: { event_id: string }) => event_id));
    after = page.next;
  };
  return { seen, read };
}
const idsOf = (events: Events) => events.map(({ envelope }) => envelope.event_id);

t.test('a reader never misses an event whose transaction began first and commits last', async (t) => {
  const [early, late] = [newEvent(COUNTIES.A), newEvent(COUNTIES.A)];
  let begun = false;
  let end = () => {};
  const ended = new Promise<void>((done) => {
    end = done;
  });
  const { seen, read } = reader(keys.A);
  const first = queue([early], () => {
    begun = true;
    return ended;
  });
  await eventually('the first transaction has its events', () => begun);
  let isSettled = false;
  const second = queue([late], async () => {}).finally(() => {
    isSettled = true;
  });
  await eventually(
    'the second transaction waits, or has ended',
    async () => isSettled || (await lockWaits(harness.database)).length > 0,
  );
  await read();
  end();
  await Promise.all([first, second]);
  await read();
  t.same(seen, idsOf([early, late]), 'each once, in the order of their numbers');
});

t.test('while several loads with long transactions run, every reader gets each event once', async (t) => {
  const random = randomNumbers(seedOf(20_261_123));
  const loads = 4;
  const rounds = 12;
  const told: Record<Name, string[]> = { A: [], B: [] };
  const names = Object.keys(COUNTIES) as Name[];
  const plans = Array.from({ length: loads }, () =>
    Array.from({ length: rounds }, () => {
      const some = names.filter(() => random() < 0.7);
      return { counties: some.length > 0 ? some : names, pause: random() * 60 };
    }),
  );
  const readers = { A: reader(keys.A), B: reader(keys.B), both: reader(keys.both) };
  for (const one of Object.values(readers)) {
    await one.read();
    one.seen.length = 0;
  }
  let loading = true;
  const polling = Object.values(readers).map(async ({ read }) => {
    while (loading) await read();
  });
  try {
    await Promise.all(
      plans.map(async (plan) => {
        for (const { counties, pause } of plan) {
          const events = counties.map((name) => {
            const event = newEvent(COUNTIES[name]);
            told[name].push(event.envelope.event_id);
            return event;
          });
          await queue(events, () => sleep(pause));
        }
      }),
    );
  } finally {
    loading = false;
    await Promise.all(polling);
  }
  for (const { read } of Object.values(readers)) await read();
  t.same([...readers.A.seen].sort(), told.A.sort());
  t.same([...readers.B.seen].sort(), told.B.sort());
  t.same([...readers.both.seen].sort(), [...told.A, ...told.B].sort());
});

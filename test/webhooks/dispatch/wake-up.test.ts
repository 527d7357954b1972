import t, { type Test } from 'tap';
import { openDatabase } from '../../../src/stores/mysql/database.ts';
import { listenForWakeUps, wakeDispatchers } from '../../../src/webhooks/wake-up.ts';
import { makeHarness } from '../../helper.ts';
import { eventually } from '../support.ts';

/** A listener that would wait for the end of its sleep never ends in a test. */
const DAY = 86_400;
const harness = await makeHarness(t, { indices: false });
const other = await makeHarness(t, { indices: false });

/** A listener on connections of its own, as each dispatcher has them. */
function listener(t: Test, on = harness) {
  const database = openDatabase(on.env.DATABASE_URL!, 3);
  const heard = { rings: 0, stop: async () => {} };
  const stopListening = listenForWakeUps(database, () => heard.rings++, DAY);
  let stopped = false;
  heard.stop = async () => {
    if (stopped) return;
    stopped = true;
    await stopListening();
    await database.$client.end();
  };
  t.teardown(heard.stop);
  return heard;
}

/** Wakes until all have noticed: each falls asleep at its own time. */
async function ringUntil(all: { rings: number }[]): Promise<void> {
  const before = all.map(({ rings }) => rings);
  await eventually('all have heard it', async () => {
    await wakeDispatchers(harness.database);
    return all.every(({ rings }, n) => rings > before[n]!);
  });
}

t.test('one wakeDispatchers wakes every dispatcher that sleeps, again and again', async (t) => {
  const all = [listener(t), listener(t), listener(t)];
  await ringUntil(all);
  for (let round = 0; round < 10; round++) {
    const before = all.map(({ rings }) => rings);
    await ringUntil(all);
    t.ok(all.every(({ rings }, n) => rings > before[n]!));
  }
});

t.test('a listener for another database is not woken', async (t) => {
  const mine = listener(t);
  const strangers = listener(t, other);
  await ringUntil([mine]);
  await ringUntil([mine]);
  t.equal(strangers.rings, 0);
});

t.test('a wake-up does nothing when there are no listeners or they have all stopped', async (t) => {
  await wakeDispatchers(other.database);
  const one = listener(t);
  await ringUntil([one]);
  await one.stop();
  const { rings } = one;
  await wakeDispatchers(harness.database);
  await wakeDispatchers(harness.database);
  t.equal(one.rings, rings, 'who has left hears nothing');
});

t.test('a listener whose connection is lost listens again', async (t) => {
  const one = listener(t);
  await ringUntil([one]);
  const name = harness.env.DATABASE_URL!.split('/').at(-1)!;
  let sleepers: { id: string }[] = [];
  await eventually('it sleeps again', async () => {
    const [rows] = await harness.database.$client.query(
      "SELECT id AS id FROM information_schema.processlist WHERE db = ? AND info LIKE '%SLEEP%' AND id <> CONNECTION_ID()",
      [name],
    );
    sleepers = rows as typeof sleepers;
    return sleepers.length > 0;
  });
  for (const { id } of sleepers) await harness.database.$client.query(`KILL ${Number(id)}`);
  await ringUntil([one]);
});

t.test('a listener stops at once, even while it sleeps', async (t) => {
  const all = Array.from({ length: 4 }, () => listener(t));
  await ringUntil(all);
  await Promise.all(all.map(({ stop }) => stop()));
});

t.test('wake-ups that are asked for during one share the next one', async (t) => {
  const database = openDatabase(other.env.DATABASE_URL!, 3);
  t.teardown(() => database.$client.end());
  let statements = 0;
  database.$client.on('acquire', () => statements++);
  const first = wakeDispatchers(database);
  await Promise.all(Array.from({ length: 100 }, () => wakeDispatchers(database)));
  await first;
  t.equal(statements, 2, 'nobody sleeps: each only asks who does');
  await wakeDispatchers(database);
  t.equal(statements, 3);
});

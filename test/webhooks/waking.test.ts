import t from 'tap';
import { STATE, type State } from '../../src/domain/delivery-states.ts';
import { openDatabase } from '../../src/stores/mysql/database.ts';
import { makeHarness, PATIENCE } from '../helper.ts';
import { NEW, posts } from './posts.ts';
import { eventually, idsOf } from './support.ts';
import { state } from './watching.ts';

const harness = await makeHarness(t, { indices: false });
const { deliveryNumber } = await idsOf(harness);
const wakeUps = openDatabase(harness.env.DATABASE_URL!, 2, PATIENCE);
/** How often dispatchers were woken: as none sleeps, each time takes one statement. */
let woken = 0;
wakeUps.$client.on('acquire', () => woken++);
const app = await harness.app({}, undefined, undefined, { wakeUps });
const { post, rows } = posts(harness, app);
const key = await harness.key();
const filter = state('31');

/** A new endpoint with a delivery in a state, and the paths of its routes. */
async function delivery(state: State) {
  const endpoint = (await post(key, '', { ...NEW, ...filter })).json().id;
  const { id } = (await post(key, `/${endpoint}/test`)).json();
  await rows("UPDATE webhook_deliveries SET state = ?, last_error = 'tls: it ended' WHERE id = ?", [
    state,
    deliveryNumber(id),
  ]);
  return { test: `/${endpoint}/test`, all: `/${endpoint}/deliveries`, one: `/${endpoint}/deliveries/${id}` };
}

const CASES: [what: string, state: State, times: 0 | 1, ask: (paths: Paths) => Promise<Answer>][] = [
  ['a test', STATE.delivered, 1, ({ test }) => post(key, test)],
  ['a retry', STATE.dead_lettered, 1, ({ one }) => post(key, `${one}/retry`)],
  ['a retry of all', STATE.dead_lettered, 1, ({ all }) => post(key, `${all}/retry`)],
  ['a retry of all when there is none', STATE.delivered, 0, ({ all }) => post(key, `${all}/retry`)],
  ['a settlement as re-queued', STATE.unknown, 1, ({ one }) => post(key, `${one}/settle`, { as: 'requeue' })],
  [
    'one of all as re-queued',
    STATE.unknown,
    1,
    ({ all }) => post(key, `${all}/settle`, { as: 'requeue', phases: ['tls'] }),
  ],
  [
    'one of none as re-queued',
    STATE.delivered,
    0,
    ({ all }) => post(key, `${all}/settle`, { as: 'requeue', phases: ['tls'] }),
  ],
  ['one as delivered', STATE.unknown, 0, ({ one }) => post(key, `${one}/settle`, { as: 'delivered' })],
  [
    'one of all as given up',
    STATE.unknown,
    0,
    ({ all }) => post(key, `${all}/settle`, { as: 'dead_letter', phases: ['tls'] }),
  ],
];
type Paths = Awaited<ReturnType<typeof delivery>>;
type Answer = Awaited<ReturnType<typeof post>>;

t.test('dispatchers are woken when something was queued, and only then', async (t) => {
  for (const [what, state, times, ask] of CASES) {
    const paths = await delivery(state);
    await eventually('they were woken', () => woken > 0);
    woken = 0;
    const answer = await ask(paths);
    t.ok(answer.status < 300, `${what}: ${answer.text}`);
    await eventually('they were woken', () => woken >= times);
    // A wake-up that should not have been comes before this one.
    await post(key, paths.test);
    await eventually('they were woken', () => woken > times);
    t.equal(woken, times + 1, what);
    woken = 0;
  }
});

t.test('a repeated request wakes nobody, however often it comes', async (t) => {
  const { test } = await delivery(STATE.delivered);
  await post(key, test, undefined, 'mine');
  await eventually('they were woken', () => woken > 1);
  woken = 0;
  for (let repeated = 0; repeated < 48; repeated++) {
    const { status, text } = await post(key, test, undefined, 'mine');
    t.equal(status, 202, text);
  }
  await post(key, test);
  await eventually('they were woken', () => woken > 0);
  t.equal(woken, 1);
});

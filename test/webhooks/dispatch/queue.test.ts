import type { ServerResponse } from 'node:http';
import type { RowDataPacket } from 'mysql2/promise';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { STATE } from '../../../src/domain/delivery-states.ts';
import { openDatabase } from '../../../src/stores/mysql/database.ts';
import { begin, claim, recoverLeases, release } from '../../../src/webhooks/dispatch/claim.ts';
import { endOf } from '../../../src/webhooks/dispatch/ended.ts';
import { finish } from '../../../src/webhooks/dispatch/finish.ts';
import { openSendWindow, SEND_WINDOW } from '../../../src/webhooks/dispatch/send-window.ts';
import { call, makeHarness } from '../../helper.ts';
import { lockWaits } from '../../lock-waits.ts';
import { FaultyProxy } from '../../tcp-proxy.ts';
import {
  type Created,
  createEndpoint,
  eventually,
  loadNews,
  makeDispatcher,
  makeReceiver,
  permit,
  type Receiver,
} from '../support.ts';
import { allHave, deliveriesOf, makeClock, queue } from './schedule-support.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const key = await harness.key();

const CLAIM_LEASE = 8_000;
const SEND_LEASE = 30_000;
const LONG = 30_000;

/** Each test watches a county of its own, so that tests do not affect each other. */
const counties = [
  '001',
  '003',
  '005',
  '007',
  '009',
  '011',
  '013',
  '015',
  '017',
  '019',
  '021',
  '023',
  '025',
  '027',
  '029',
  '031',
];
let loads = 0;

async function watchCounty(t: Test, county: string, receiver?: Receiver) {
  const to = receiver ?? (await makeReceiver(t));
  const endpoint = await createEndpoint(app, key, {
    url: to.url,
    filter_kind: 'county_fips',
    filter_value: { state_fips: '31', county_fips: county },
    event_types: ['parcel.permit_filed'],
  });
  return { receiver: to, endpoint };
}

/** Loads permits of a county: one event each. */
async function fill(county: string, count: number): Promise<void> {
  loads++;
  const records = Array.from({ length: count }, (_, n) =>
    permit(`${loads}-${n}`, { county_fips: `31${county}`, parcel_id: `P-${n}` }),
  );
  const { webhooks } = await loadNews(harness, 'permits', records);
  if (webhooks?.events !== count) throw new Error(`${webhooks?.events} events of ${count}`);
}

async function rowsOf({
  id,
}: Created): Promise<{ id: number; state: number; attempt: number; lease_token: unknown }[]> {
  const [rows] = await harness.database.$client.query<RowDataPacket[]>(
    `SELECT d.id, d.state, d.attempt, d.lease_token FROM webhook_deliveries d
     JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE e.public_id = ? ORDER BY d.id`,
    [id],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) })) as never;
}

async function numberOf({ id }: Created): Promise<number> {
  const [rows] = await harness.database.$client.query<RowDataPacket[]>(
    'SELECT id FROM webhook_endpoints WHERE public_id = ?',
    [id],
  );
  return Number(rows[0]!.id);
}

const allIn = (endpoint: Created, state: number, count: number, milliseconds = LONG) =>
  eventually(
    `${count} deliveries in state ${state}`,
    async () => {
      const rows = await rowsOf(endpoint);
      return rows.length === count && rows.every((row) => row.state === state);
    },
    milliseconds,
  );

const idsOf = ({ got }: Receiver) => got.map(({ headers }) => String(headers['x-terrier-delivery-id']));

/** Checks that nothing arrived twice. */
function checkOnce(t: Test, receiver: Receiver, count: number): void {
  const ids = idsOf(receiver);
  t.equal(ids.length, count, `${count} came`);
  t.equal(new Set(ids).size, ids.length, 'none of them twice');
}

t.test('a claim of a dispatcher that died before it began goes back, and another one sends it', async (t) => {
  const county = counties.pop()!;
  const { receiver, endpoint } = await watchCounty(t, county);
  await fill(county, 3);
  const clock = makeClock(Date.now() + 1_000);
  const wanted = new Map([[await numberOf(endpoint), 10]]);
  const { claimed } = await claim(harness.database, STATE.pending, wanted, clock.time);
  t.equal(claimed.length, 3);
  for (const shown of await deliveriesOf(app, key, endpoint.id)) {
    t.match(shown, { status: 'pending', attempt: 0 }, 'it has provably not been sent');
  }
  const again = await claim(harness.database, STATE.pending, wanted, clock.time);
  t.same(again.claimed, [], 'nobody else gets it in between');
  const { tick } = await makeDispatcher(t, harness, { now: clock.now });
  clock.advance(CLAIM_LEASE - 1);
  await tick();
  t.ok(
    (await rowsOf(endpoint)).every(({ state }) => state === STATE.claimed),
    'its lease holds',
  );
  clock.advance(1);
  await tick();
  await receiver.until(3);
  await allIn(endpoint, STATE.delivered, 3);
  checkOnce(t, receiver, 3);
  t.ok(receiver.got.every(({ body }) => body.delivery_attempt === 1));
  t.same(
    await begin(harness.database, claimed, clock.time),
    { started: [], disabled: [] },
    'the dead one comes too late',
  );
});

t.test(
  'if ending leases deadlocks with other changes of the same rows, it is tried again without an error',
  async (t) => {
    const { endpoint } = await watchCounty(t, counties.pop()!);
    for (let n = 0; n < 2; n++) await queue(app, key, endpoint.id);
    const clock = makeClock(Date.now() + 1_000);
    await claim(harness.database, STATE.pending, new Map([[await numberOf(endpoint), 10]]), clock.time);
    const [first, last] = await rowsOf(endpoint);
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const { tick } = await makeDispatcher(t, harness, { now: clock.now, log });
    clock.advance(CLAIM_LEASE);
    const other = await harness.database.$client.getConnection();
    t.teardown(() => other.release());
    await other.query('CREATE TABLE many (n INT)');
    await other.beginTransaction();
    // MySQL ends the transaction that has changed fewer rows.
    await other.query('INSERT INTO many VALUES (1), (2), (3), (4), (5), (6), (7), (8)');
    await other.query('UPDATE webhook_deliveries SET last_error = NULL WHERE id = ?', [last!.id]);
    const ticked = tick();
    await eventually('it waits', async () => {
      const [waits] = await other.query<RowDataPacket[]>(
        `SELECT 1 FROM information_schema.innodb_trx JOIN information_schema.processlist ON id = trx_mysql_thread_id
       WHERE trx_state = 'LOCK WAIT' AND db = DATABASE()`,
      );
      return waits.length > 0;
    });
    await other.query('SELECT id FROM webhook_deliveries WHERE id = ? FOR UPDATE', [first!.id]);
    await other.commit();
    await ticked;
    t.ok((await rowsOf(endpoint)).every(({ state }) => state !== STATE.claimed));
    t.same(lines, []);
  },
);

t.test(
  'what a dispatcher had begun when it died has an unknown outcome and is not sent again by itself',
  async (t) => {
    const county = counties.pop()!;
    const { receiver, endpoint } = await watchCounty(t, county);
    await fill(county, 2);
    const clock = makeClock(Date.now() + 1_000);
    const wanted = new Map([[await numberOf(endpoint), 10]]);
    const { claimed } = await claim(harness.database, STATE.pending, wanted, clock.time);
    const { started } = await begin(harness.database, claimed, clock.time);
    t.equal(started.length, 2);
    const { tick } = await makeDispatcher(t, harness, { now: clock.now });
    clock.advance(SEND_LEASE - 1);
    await tick();
    for (const shown of await deliveriesOf(app, key, endpoint.id)) {
      t.match(shown, { status: 'in_flight', attempt: 1, last_error: null });
    }
    clock.advance(1);
    await tick();
    for (const shown of await deliveriesOf(app, key, endpoint.id)) {
      t.match(shown, { status: 'in_flight', attempt: 1, next_attempt_at: null, attempts: [] });
      t.match(shown.last_error, /^response: the dispatcher stopped/);
    }
    clock.advance(48 * 3_600_000);
    for (let round = 0; round < 3; round++) await tick();
    t.equal(receiver.got.length, 0);

    const [first, second] = started;
    const at = { byHand: false, startedAt: clock.time - 100, endedAt: clock.time };
    await finish(harness.database, [
      endOf({ claim: first!, outcome: { kind: 'answered', status: 204 }, ...at }, 0),
      endOf({ claim: second!, outcome: { kind: 'answered', status: 500 }, ...at }, 0),
    ]);
    const [late, delivered] = await deliveriesOf(app, key, endpoint.id);
    t.match(
      delivered,
      { status: 'delivered', last_error: null, last_response_status: 204 },
      'a late outcome counts',
    );
    t.match(
      late,
      { status: 'pending', last_response_status: 500, attempt: 1 },
      'and leads to a further attempt',
    );
  },
);

t.test('an outcome that arrives after an operator has decided changes nothing', async (t) => {
  const county = counties.pop()!;
  const { endpoint } = await watchCounty(t, county);
  await fill(county, 1);
  const now = Date.now() + 1_000;
  const wanted = new Map([[await numberOf(endpoint), 1]]);
  const { claimed } = await claim(harness.database, STATE.pending, wanted, now);
  await begin(harness.database, claimed, now);
  await recoverLeases(harness.database, now + SEND_LEASE);
  await harness.database.$client.query(
    `UPDATE webhook_deliveries SET state = ${STATE.dead_lettered}, lease_token = NULL WHERE id = ?`,
    [claimed[0]!.id],
  );
  const ended = {
    byHand: false,
    outcome: { kind: 'answered', status: 500 } as const,
    startedAt: now,
    endedAt: now,
  };
  await finish(harness.database, [endOf({ claim: claimed[0]!, ...ended }, 0)]);
  t.match(await rowsOf(endpoint), [{ state: STATE.dead_lettered, attempt: 1 }]);
});

t.test(
  'what was provably not sent is given back even when it counts as begun, or as unknown since then',
  async (t) => {
    const county = counties.pop()!;
    const { endpoint } = await watchCounty(t, county);
    await fill(county, 3);
    const now = Date.now() + 1_000;
    const wanted = new Map([[await numberOf(endpoint), 3]]);
    const { claimed } = await claim(harness.database, STATE.pending, wanted, now);
    await begin(harness.database, claimed.slice(0, 1), now);
    await begin(harness.database, claimed.slice(1, 2), now + SEND_LEASE);
    await recoverLeases(harness.database, now + SEND_LEASE);
    t.same(
      (await rowsOf(endpoint)).map(({ state }) => state),
      [STATE.unknown, STATE.sending, STATE.pending],
    );
    await release(harness.database, claimed, now + SEND_LEASE);
    t.match(await rowsOf(endpoint), Array(3).fill({ state: STATE.pending, attempt: 0, lease_token: null }));
    const { claimed: others } = await claim(harness.database, STATE.pending, wanted, now + SEND_LEASE);
    await release(harness.database, claimed, now + SEND_LEASE);
    t.same(await begin(harness.database, claimed, now + SEND_LEASE), { started: [], disabled: [] });
    t.ok(
      (await rowsOf(endpoint)).every(({ state }) => state === STATE.claimed),
      'what another one has claimed is neither given back nor begun',
    );
    t.equal(others.length, 3);
  },
);

t.test('what is sent has most of its lease left, however long storing its start took', async (t) => {
  const { receiver, endpoint } = await watchCounty(t, counties.pop()!);
  const found: Promise<{ state: number; left: number }>[] = [];
  receiver.answer = async (_request, response) => {
    const now = Date.now();
    const read = harness.database.$client.query<RowDataPacket[]>(
      'SELECT state, due_at FROM webhook_deliveries WHERE endpoint_id = ?',
      [number],
    );
    found.push(read.then(([[row]]) => ({ state: row!.state, left: row!.due_at.getTime() - now })));
    await read;
    response.writeHead(204).end();
  };
  const number = await numberOf(endpoint);
  await queue(app, key, endpoint.id);
  const holder = await harness.database.$client.getConnection();
  await holder.beginTransaction();
  await holder.query('SELECT id FROM webhook_endpoints WHERE id = ? FOR UPDATE', [number]);
  let windows = 0;
  await makeDispatcher(t, harness, {
    // The first has ended when the start is stored.
    openWindow: () => (windows++ === 0 ? { steady: 0, wall: 0 } : openSendWindow()),
  });
  await eventually(
    'its start waits to be stored',
    async () => (await lockWaits(harness.database)).length > 0,
  );
  t.equal(windows, 1, 'its window has begun before');
  await holder.rollback();
  holder.release();
  await allIn(endpoint, STATE.delivered, 1);
  checkOnce(t, receiver, 1);
  t.equal(windows, 2, 'what began too late is given back, and begins again');
  const { state, left } = await found[0]!;
  t.equal(state, STATE.sending, 'nothing is sent before its start is stored');
  t.ok(left >= SEND_LEASE - SEND_WINDOW, `${left} ms of the lease are left`);
  t.match(await deliveriesOf(app, key, endpoint.id), [{ attempt: 1, attempts: [{ attempt: 1 }] }]);
});

t.test('two dispatchers share a queue of 200 and send nothing twice', async (t) => {
  const county = counties.pop()!;
  const { receiver, endpoint } = await watchCounty(t, county);
  await fill(county, 200);
  await Promise.all([makeDispatcher(t, harness), makeDispatcher(t, harness)]);
  await allIn(endpoint, STATE.delivered, 200);
  checkOnce(t, receiver, 200);
  t.ok((await rowsOf(endpoint)).every(({ attempt }) => attempt === 1));
});

t.test('two dispatchers that are stopped and started again and again', async (t) => {
  const county = counties.pop()!;
  const { receiver, endpoint } = await watchCounty(t, county);
  await fill(county, 240);
  for (let round = 1; round <= 3; round++) {
    const both = await Promise.all([makeDispatcher(t, harness), makeDispatcher(t, harness)]);
    await receiver.until(round * 50, LONG);
    await Promise.all(both.map(({ stop }) => stop()));
    const left = (await rowsOf(endpoint)).filter(({ state }) => state !== STATE.delivered);
    t.ok(
      left.every((row) => row.state === STATE.pending && row.lease_token === null),
      'the rest waits, unclaimed',
    );
  }
  await makeDispatcher(t, harness);
  await allIn(endpoint, STATE.delivered, 240);
  checkOnce(t, receiver, 240);
});

t.test('a stop gives back what has not begun and finishes what has', async (t) => {
  const county = counties.pop()!;
  const { receiver, endpoint } = await watchCounty(t, county);
  const open: ServerResponse[] = [];
  receiver.answer = (_request, response) => open.push(response);
  await fill(county, 60);
  const first = await makeDispatcher(t, harness);
  await receiver.until(8);
  let stopped = false;
  const stopping = first.stop().then(() => {
    stopped = true;
  });
  await eventually('the rest is given back', async () =>
    (await rowsOf(endpoint)).every(({ state }) => state === STATE.pending || state === STATE.sending),
  );
  t.notOk(stopped, 'it waits for the answers');
  const begun = receiver.got.length;
  t.equal((await rowsOf(endpoint)).filter(({ state }) => state === STATE.sending).length, begun);
  receiver.answer = (_request, response) => response.writeHead(204).end();
  for (const response of open) response.writeHead(204).end();
  await stopping;
  t.equal(receiver.got.length, begun, 'nothing more was sent');
  const rows = await rowsOf(endpoint);
  t.equal(rows.filter(({ state }) => state === STATE.delivered).length, begun);
  t.ok(rows.filter(({ state }) => state === STATE.pending).every(({ attempt }) => attempt === 0));
  await makeDispatcher(t, harness);
  await allIn(endpoint, STATE.delivered, 60);
  checkOnce(t, receiver, 60);
});

t.test('a thread that dies leaves unknown only what may have left, and another one goes on', async (t) => {
  const county = counties.pop()!;
  const { receiver, endpoint } = await watchCounty(t, county);
  receiver.answer = () => {};
  await fill(county, 100);
  const { workerPool } = await makeDispatcher(t, harness);
  await receiver.until(8);
  receiver.answer = (_request, response) => response.writeHead(204).end();
  await workerPool.pool.threads[0]!.terminate();
  await eventually(
    'everything has an outcome',
    async () =>
      (await rowsOf(endpoint)).every(({ state }) => state === STATE.delivered || state === STATE.unknown),
    LONG,
  );
  const shown = await deliveriesOf(app, key, endpoint.id);
  const held = shown.filter(({ status }) => status === 'in_flight');
  t.ok(held.length >= 8, `${held.length} of unknown outcome: at least what had come and was not answered`);
  t.ok(held.length <= 64, 'at most what was under way');
  for (const { last_error, attempt } of held) {
    t.match(
      { last_error, attempt },
      { last_error: 'response: the sending thread reported no outcome', attempt: 1 },
    );
  }
  t.equal(new Set(idsOf(receiver)).size, receiver.got.length, 'nothing came twice');
  const came = new Set(idsOf(receiver));
  t.ok(
    shown.every(({ id, status }) => status !== 'delivered' || came.has(id)),
    'what is delivered has come',
  );
});

t.test(
  'threads that die idle, or as soon as they are made, end neither the process nor the thread pool',
  async (t) => {
    const county = counties.pop()!;
    const { receiver, endpoint } = await watchCounty(t, county);
    const { workerPool } = await makeDispatcher(t, harness);
    await fill(county, 1);
    await receiver.until(1);
    await allIn(endpoint, STATE.delivered, 1);
    for (let round = 0; round < 3; round++) {
      await Promise.all(workerPool.pool.threads.map((thread) => thread.terminate()));
    }
    await fill(county, 20);
    await receiver.until(21, LONG);
    await allIn(endpoint, STATE.delivered, 21);
    checkOnce(t, receiver, 21);
  },
);

t.test('MySQL away for a while: nothing is lost, and nothing is sent twice', async (t) => {
  const county = counties.pop()!;
  const { receiver, endpoint } = await watchCounty(t, county);
  const proxy = new FaultyProxy(harness.env.DATABASE_URL!);
  await proxy.start();
  t.teardown(async () => {
    await proxy.set('pass');
    await proxy.stop();
  });
  receiver.answer = (_request, response) => setTimeout(() => response.writeHead(204).end(), 10);
  await fill(county, 300);
  const behind = { ...harness, env: { ...harness.env, DATABASE_URL: proxy.url } };
  const { stop } = await makeDispatcher(t, behind);
  let come = 0;
  for (const mode of ['refuse', 'reset', 'half'] as const) {
    await receiver.until(come + 25, LONG);
    await proxy.set(mode);
    // Nothing more arrives once what is in progress has ended, and nothing new begins.
    let before = -1;
    await eventually('all is quiet', async () => {
      const quiet = before === receiver.got.length;
      before = receiver.got.length;
      await new Promise((later) => setTimeout(later, 300));
      return quiet;
    });
    come = receiver.got.length;
    if (mode === 'refuse') t.ok(come < 300, `${come} of 300 when MySQL went away`);
    await proxy.set('pass');
  }
  await allIn(endpoint, STATE.delivered, 300, 40_000);
  checkOnce(t, receiver, 300);
  t.ok((await rowsOf(endpoint)).every(({ attempt }) => attempt === 1));
  await stop();
});

t.test('one endpoint of twenty that hangs does not delay the others', async (t) => {
  const county = counties.pop()!;
  const hung = await watchCounty(t, county);
  hung.receiver.answer = () => {};
  const others: Awaited<ReturnType<typeof watchCounty>>[] = [];
  for (let n = 0; n < 19; n++) others.push(await watchCounty(t, county));
  await fill(county, 30);
  await makeDispatcher(t, harness);
  for (const { receiver } of others) await receiver.until(30, LONG);
  await eventually('delivered', async () => {
    const rows = await Promise.all(others.map(({ endpoint }) => rowsOf(endpoint)));
    return rows.flat().every(({ state }) => state === STATE.delivered);
  });
  for (const { receiver } of others) checkOnce(t, receiver, 30);
  t.ok(hung.receiver.got.length <= 30 && hung.receiver.got.length > 0);
  await hung.receiver.close();
});

t.test('a secret that cannot be decrypted does not delay other endpoints', async (t) => {
  const county = counties.pop()!;
  const lost = await watchCounty(t, county);
  const { receiver, endpoint } = await watchCounty(t, county);
  const elsewhere = openDatabase(harness.env.DATABASE_URL!, 1);
  t.teardown(() => elsewhere.$client.end());
  await elsewhere.$client.query('UPDATE webhook_endpoints SET secret = REVERSE(secret) WHERE public_id = ?', [
    lost.endpoint.id,
  ]);
  await fill(county, 5);
  await makeDispatcher(t, harness);
  await receiver.until(5);
  await allIn(endpoint, STATE.delivered, 5);
  t.equal(lost.receiver.got.length, 0, 'nothing is sent unsigned');
  for (const shown of await deliveriesOf(app, key, lost.endpoint.id)) t.equal(shown.status, 'pending');
  await call(app, 'DELETE' as never, `/api/v1/webhooks/${lost.endpoint.id}`, { key });
});

t.test('a test delivery is sent at once, without waiting for a tick', async (t) => {
  const { receiver, endpoint } = await watchCounty(t, counties.pop()!);
  await makeDispatcher(t, harness);
  await queue(app, key, endpoint.id);
  await receiver.until(1);
  await allHave(app, key, endpoint.id, 'delivered');
});

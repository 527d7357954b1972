import { Socket } from 'node:net';
import t, { type Test } from 'tap';
import { LONGEST_COMMIT } from '../../src/api/gate/ticket.ts';
import { open, secretKey } from '../../src/webhooks/secrets.ts';
import { handClock } from '../clocks.ts';
import { call, makeHarness } from '../helper.ts';
import { valuesOf } from '../listed.ts';
import { hasOpenTransaction, lockWaits } from '../lock-waits.ts';
import { startLogged } from '../logged-child.ts';
import { FaultyProxy } from '../tcp-proxy.ts';
import { type Answer, checkError, HOOKS, NEW, posts, wasReplayed } from './posts.ts';
import { eventually, idsOf } from './support.ts';

const harness = await makeHarness(t);
const { deliveryNumber } = await idsOf(harness);
await harness.load('parcels', [{ county_fips: '31109', parcel_id: 'R-1' }]);
const mysql = new FaultyProxy(harness.env.DATABASE_URL!);
await mysql.start();
t.teardown(async () => {
  await mysql.set('pass');
  await mysql.stop();
});
const app = await harness.app();
const { post, list, rows } = posts(harness, app);
/** An API whose connection to MySQL may fail. */
const clock = handClock();
const far = await harness.app({ DATABASE_URL: mysql.url }, undefined, true, { clock });

const ended = () =>
  eventually('every transaction has ended', async () => !(await hasOpenTransaction(harness.database)));

/** The answer to a request whose commit takes too long. */
async function cutAtCommit(send: () => Promise<Answer>): Promise<Answer> {
  const before = mysql.commits;
  const answer = send();
  await eventually('the commit is on its way', () => mysql.commits > before);
  clock.pass(LONGEST_COMMIT);
  return answer;
}

/** Repeats a request that failed: it is done once, and its secret is told. */
async function checkRepeat(t: Test, key: string, once: string, wasDone: boolean): Promise<void> {
  const before = (await list(key)).data.length;
  const again = await post(key, '', NEW, once);
  t.equal(again.status, 201, again.text);
  t.equal(wasReplayed(again), wasDone);
  const { data } = await list(key);
  t.equal(data.length, wasDone ? before : before + 1);
  const { id } = again.json();
  t.equal(data.filter((endpoint: { id: string }) => endpoint.id === id).length, 1);
  const [stored] = await rows('SELECT secret FROM webhook_endpoints WHERE public_id = ?', [id]);
  t.equal(again.json().secret, open(stored!.secret as Buffer, await secretKey(harness.config)));
}

t.test('nothing is committed after the answer, however slow MySQL is', async (t) => {
  const key = await harness.key({ tier: 'pro' });
  const { id } = (await post(key, '', NEW)).json();
  const holder = await harness.database.$client.getConnection();
  await holder.beginTransaction();
  await holder.query(
    'SELECT account_id FROM webhook_endpoints JOIN webhook_accounts a ON a.id = account_id WHERE public_id = ? FOR UPDATE',
    [id],
  );
  const answer = post(key, '', NEW, 'late', far);
  await eventually('it waits for its account', async () => (await lockWaits(harness.database)).length > 0);
  clock.pass(far.services.patience!);
  checkError(t, await answer, 503, 'unavailable');
  await holder.rollback();
  holder.release();
  await ended();
  const { data, quota } = await list(key);
  t.match(data, [{ id }], 'there is no other endpoint');
  t.equal(quota.endpoints.used, 1, 'no quota is used');
  await checkRepeat(t, key, 'late', false);
});

t.test('nothing is committed when the commit does not arrive in time', async (t) => {
  const key = await harness.key({ tier: 'pro' });
  await mysql.set('commit-held');
  checkError(t, await cutAtCommit(() => post(key, '', NEW, 'held', far)), 503, 'unavailable');
  await ended();
  await mysql.set('pass');
  const { data, quota } = await list(key);
  t.same(data, [], 'there is no endpoint');
  t.equal(quota.endpoints.used, 0, 'no quota is used');
  await checkRepeat(t, key, 'held', false);
});

t.test('a commit whose answer is lost counts', async (t) => {
  const key = await harness.key({ tier: 'pro' });
  await mysql.set('commit-unanswered');
  checkError(t, await cutAtCommit(() => post(key, '', NEW, 'unanswered', far)), 503, 'unavailable');
  await ended();
  await mysql.set('pass');
  t.equal((await list(key)).data.length, 1);
  await checkRepeat(t, key, 'unanswered', true);
});

t.test('no other change of an endpoint is committed after the answer', async (t) => {
  const key = await harness.key();
  const { id } = (await post(key, '', NEW)).json();
  const dead = (await post(key, `/${id}/test`)).json();
  await rows('UPDATE webhook_deliveries SET state = 6, due_at = NULL WHERE id = ?', [
    deliveryNumber(dead.id),
  ]);
  await mysql.set('commit-held');
  const retry = `/${id}/deliveries/${dead.id}/retry`;
  for (const send of [
    () => call(far, 'DELETE', `${HOOKS}/${id}`, { key }),
    () => post(key, `/${id}/test`, undefined, undefined, far),
    () => post(key, retry, undefined, undefined, far),
  ])
    checkError(t, await cutAtCommit(send), 503, 'unavailable');
  await ended();
  await mysql.set('pass');
  t.equal((await call(app, 'GET', `${HOOKS}/${id}`, { key })).json().is_active, true);
  const { data } = (await call(app, 'GET', `${HOOKS}/${id}/deliveries`, { key })).json();
  t.same(valuesOf(data, 'status'), ['dead_lettered']);
});

/** Blocks this thread, as a long pause of the machine does. */
const stall = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

t.test('a commit that MySQL has answered during a stall of this process counts', async (t) => {
  const strict = await harness.app({}, undefined, false);
  // The second is longer than any request may take.
  for (const milliseconds of [1_200, 3_500]) {
    const key = await harness.key();
    const { write } = Socket.prototype;
    let stalls = 0;
    t.teardown(() => {
      Socket.prototype.write = write;
    });
    Socket.prototype.write = function (this: Socket, ...given: Parameters<typeof write>) {
      const written = write.apply(this, given);
      if (!String(given[0]).endsWith('COMMIT')) return written;
      Socket.prototype.write = write;
      stalls++;
      stall(milliseconds);
      return written;
    } as typeof write;
    let answer: Answer;
    // On a busy machine, one may be too late to commit.
    do answer = await post(key, '', NEW, undefined, strict);
    while (stalls === 0);
    t.equal(answer.status, 201, answer.text);
    t.match((await list(key)).data, [{ id: answer.json().id }]);
  }
});

t.test('a process that is killed at its commit has created endpoint and answer, or neither', async (t) => {
  for (const [mode, done] of [
    ['commit-held', false],
    ['commit-unanswered', true],
  ] as const) {
    const key = await harness.key();
    const { url, kill } = await startLogged(t, { ...harness.env, DATABASE_URL: mysql.url });
    await mysql.set(mode);
    const before = mysql.commits;
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': 'k',
    };
    const send = () =>
      fetch(`${url}${HOOKS}`, { method: 'POST', headers, body: JSON.stringify(NEW) }).then(
        ({ status }) => status,
        () => 'none',
      );
    let answer = send();
    // On a busy machine, one may be too late to commit.
    await eventually('the commit is on its way', async () => {
      if ((await Promise.race([answer, null])) !== null && mysql.commits === before) answer = send();
      return mysql.commits > before;
    });
    await kill();
    t.match(String(await answer), /none|503/, `${mode}: no success is answered`);
    await mysql.set('pass');
    const again = await post(key, '', NEW, 'k');
    t.same([again.status, wasReplayed(again)], [201, done], `${mode}: ${again.text}`);
    t.same(valuesOf((await list(key)).data, 'id'), [again.json().id], `${mode}: one endpoint`);
  }
});

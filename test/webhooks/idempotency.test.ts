import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { deleteOldAnswers } from '../../src/api/features/webhooks/idempotency.ts';
import { open, secretKey } from '../../src/webhooks/secrets.ts';
import { handClock } from '../clocks.ts';
import { call, makeHarness } from '../helper.ts';
import { hasOpenTransaction, lockWaits } from '../lock-waits.ts';
import { startLogged } from '../logged-child.ts';
import { FaultyProxy } from '../tcp-proxy.ts';
import { EVERY_TYPE, eventually, idsOf } from './support.ts';

const harness = await makeHarness(t);
const { deliveryNumber } = await idsOf(harness);
await harness.load('parcels', [{ county_fips: '31109', parcel_id: 'R-1' }]);
const mysql = new FaultyProxy(harness.env.DATABASE_URL!);
await mysql.start();
t.teardown(async () => {
  await mysql.set('pass');
  await mysql.stop();
});
const HOUR = 3_600_000;
const NOON = Date.parse('2026-03-10T12:00:00.000Z');
/** The clock of `app`; it stands still unless a test sets it. */
const clock = { now: NOON };
const app = await harness.app({}, () => clock.now);
/** An API whose connection to MySQL may fail. */
const far = await harness.app({ DATABASE_URL: mysql.url });

const HOOKS = '/api/v1/webhooks';
const NEW = {
  url: 'http://127.0.0.1:9/hook',
  event_types: EVERY_TYPE,
  filter_kind: 'parcel_ids',
  filter_value: { parcel_ids: ['31:109:R-1'] },
};
type Answer = Awaited<ReturnType<typeof call>>;

/** A POST under /webhooks; `once` is its Idempotency-Key. */
const post = (key: string, path: string, body?: unknown, once?: string, api: FastifyInstance = app) =>
  call(api, 'POST', `${HOOKS}${path}`, {
    key,
    body,
    headers: once === undefined ? {} : { 'idempotency-key': once },
  });
const list = async (key: string) => (await call(app, 'GET', HOOKS, { key })).json();
const wasReplayed = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true';
const rows = async (sql: string, values: unknown[] = []) =>
  (await harness.database.$client.query(sql, values))[0] as Record<string, unknown>[];

function checkError(t: Test, answer: Answer, status: number, code: string): void {
  t.equal(answer.status, status, answer.text);
  t.match(answer.json(), { code, error: /\w/, request_id: /^[0-9a-f-]{36}$/ });
  t.notOk(wasReplayed(answer));
}

const ended = () =>
  eventually('every transaction has ended', async () => !(await hasOpenTransaction(harness.database)));

t.test('nothing is committed after the answer, however slow MySQL is', async (t) => {
  const deadline = handClock();
  const slow = await harness.app({}, undefined, undefined, { clock: deadline });
  const key = await harness.key({ tier: 'pro' });
  const { id } = (await post(key, '', NEW)).json();
  const holder = await harness.database.$client.getConnection();
  await holder.beginTransaction();
  await holder.query(
    'SELECT account_id FROM webhook_endpoints JOIN webhook_accounts a ON a.id = account_id WHERE public_id = ? FOR UPDATE',
    [id],
  );
  const answer = post(key, '', NEW, undefined, slow);
  await eventually('it waits for its account', async () => (await lockWaits(harness.database)).length > 0);
  deadline.pass(slow.services.patience!);
  checkError(t, await answer, 503, 'unavailable');
  await holder.rollback();
  holder.release();
  await ended();
  const { data, quota } = await list(key);
  t.match(data, [{ id }], 'there is no other endpoint');
  t.equal(quota.endpoints.used, 1, 'no quota is used');
});

t.test('nothing is committed when the commit does not arrive in time', async (t) => {
  const key = await harness.key({ tier: 'pro' });
  await mysql.set('commit-held');
  checkError(t, await post(key, '', NEW, undefined, far), 503, 'unavailable');
  await ended();
  await mysql.set('pass');
  const { data, quota } = await list(key);
  t.same(data, [], 'there is no endpoint');
  t.equal(quota.endpoints.used, 0, 'no quota is used');
});

t.test('nor is any other change of an endpoint committed after the answer', async (t) => {
  const key = await harness.key();
  const { id } = (await post(key, '', NEW)).json();
  const dead = (await post(key, `/${id}/test`)).json();
  await rows('UPDATE webhook_deliveries SET state = 6, due_at = NULL WHERE id = ?', [
    deliveryNumber(dead.id),
  ]);
  await mysql.set('commit-held');
  checkError(t, await call(far, 'DELETE', `${HOOKS}/${id}`, { key }), 503, 'unavailable');
  checkError(t, await post(key, `/${id}/test`, undefined, undefined, far), 503, 'unavailable');
  const retry = `/${id}/deliveries/${dead.id}/retry`;
  checkError(t, await post(key, retry, undefined, undefined, far), 503, 'unavailable');
  await ended();
  await mysql.set('pass');
  t.equal((await call(app, 'GET', `${HOOKS}/${id}`, { key })).json().is_active, true);
  const { data } = (await call(app, 'GET', `${HOOKS}/${id}/deliveries`, { key })).json();
  t.same(
    data.map(({ status }: { status: string }) => status),
    ['dead_lettered'],
  );
});

/** Blocks this thread, as a long pause of the machine does. */
const stall = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

t.test('a commit that MySQL has answered during a stall of this process counts', async (t) => {
  const strict = await harness.app({}, () => clock.now, false);
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
    const answer = await post(key, '', NEW, undefined, strict);
    t.equal(stalls, 1);
    t.equal(answer.status, 201, answer.text);
    t.match((await list(key)).data, [{ id: answer.json().id }]);
  }
});

t.test('a request that failed can be repeated with its key, whether it was done or not', async (t) => {
  for (const [mode, done] of [
    ['slow', false],
    ['commit-held', false],
    ['commit-unanswered', true],
  ] as const) {
    const key = await harness.key();
    await mysql.set(mode);
    checkError(t, await post(key, '', NEW, 'the-first', far), 503, 'unavailable');
    await mysql.set('pass');
    t.equal((await list(key)).data.length, done ? 1 : 0, mode);
    const again = await post(key, '', NEW, 'the-first');
    t.equal(again.status, 201, `${mode}: ${again.text}`);
    t.equal(wasReplayed(again), done, mode);
    const { data } = await list(key);
    t.same(
      data.map(({ id }: { id: string }) => id),
      [again.json().id],
      `${mode}: there is one endpoint`,
    );
    const [stored] = await rows('SELECT secret FROM webhook_endpoints WHERE public_id = ?', [
      again.json().id,
    ]);
    const secret = open(stored!.secret as Buffer, await secretKey(harness.config));
    t.equal(again.json().secret, secret, `${mode}: and this is its secret`);
  }
});

t.test('the same request gets the same answer again for 24 hours', async (t) => {
  const key = await harness.key();
  const first = await post(key, '', NEW, 'a_key_~!');
  t.equal(first.status, 201, first.text);
  t.notOk(wasReplayed(first));
  clock.now += 24 * HOUR - 1;
  const again = await post(key, '', NEW, 'a_key_~!');
  t.equal(again.status, 201);
  t.ok(wasReplayed(again));
  t.equal(again.text, first.text, 'to the byte, with the secret');
  t.equal(again.headers['content-type'], first.headers['content-type']);
  clock.now += 1;
  const later = await post(key, '', NEW, 'a_key_~!');
  t.equal(later.status, 201);
  t.notOk(wasReplayed(later), 'a day later it is a new request');
  t.not(later.json().id, first.json().id);
  t.equal((await list(key)).data.length, 2);
  clock.now = NOON;

  const { id } = first.json();
  const tests = [
    await post(key, `/${id}/test`, undefined, 'test'),
    await post(key, `/${id}/test`, {}, 'test'),
  ];
  t.same(tests.map(wasReplayed), [false, true], 'an empty body is as none');
});

t.test('tests and retries are safe to repeat, too', async (t) => {
  const key = await harness.key();
  const { id } = (await post(key, '', NEW)).json();
  const tested = [
    await post(key, `/${id}/test`, undefined, 'one'),
    await post(key, `/${id}/test`, undefined, 'one'),
  ];
  t.same(
    tested.map(({ status }) => status),
    [202, 202],
  );
  t.same(tested.map(wasReplayed), [false, true]);
  t.equal(tested[0]!.text, tested[1]!.text);
  const delivery = tested[0]!.json().id;
  await rows('UPDATE webhook_deliveries SET state = 6, due_at = NULL WHERE id = ?', [
    deliveryNumber(delivery),
  ]);
  const path = `/${id}/deliveries/${delivery}/retry`;
  const retried = [await post(key, path, undefined, 'two'), await post(key, path, undefined, 'two')];
  t.same(retried.map(wasReplayed), [false, true]);
  t.equal(retried[0]!.text, retried[1]!.text);
  t.match(retried[1]!.json(), { id: delivery, status: 'pending' });
  checkError(t, await post(key, path, undefined, 'three'), 409, 'not_retryable');
  const { data } = (await call(app, 'GET', `${HOOKS}/${id}/deliveries`, { key })).json();
  t.equal(data.length, 1);
});

t.test('a key belongs to one request of one account', async (t) => {
  const [key, other] = [await harness.key(), await harness.key()];
  const first = (await post(key, '', NEW, 'mine')).json();
  for (const changed of [
    { ...NEW, url: `${NEW.url}/` },
    { ...NEW, description: '' },
  ]) {
    checkError(t, await post(key, '', changed, 'mine'), 422, 'idempotency_conflict');
  }
  checkError(t, await post(key, `/${first.id}/test`, undefined, 'mine'), 422, 'idempotency_conflict');
  const own = await post(other, '', NEW, 'mine');
  t.equal(own.status, 201);
  t.notOk(wasReplayed(own), 'another account has keys of its own');
  for (const near of ['Mine', 'MINE', 'mine.', 'm1ne']) {
    const answer = await post(key, '', NEW, near);
    t.same([answer.status, wasReplayed(answer)], [201, false], `“${near}” is another key`);
  }
  const prefix = await call(app, 'POST', '/v1/webhooks', {
    key,
    body: NEW,
    headers: { 'idempotency-key': 'mine' },
  });
  t.same([prefix.status, prefix.json().id], [201, first.id], 'the other prefix is the same route');
});

t.test('a refusal is not kept as the answer of its key', async (t) => {
  const small = await harness.app({ WEBHOOK_ENDPOINTS_STARTER: '1' });
  const key = await harness.key({ tier: 'starter' });
  const first = (await post(key, '', NEW, undefined, small)).json();
  checkError(t, await post(key, '', NEW, 'later', small), 403, 'endpoint_quota');
  const broken = { ...NEW, filter_kind: 'zip' };
  checkError(t, await post(key, '', broken, 'later', small), 400, 'invalid_parameter');
  await call(small, 'DELETE', `${HOOKS}/${first.id}`, { key });
  const answer = await post(key, '', NEW, 'later', small);
  t.same([answer.status, wasReplayed(answer)], [201, false]);
});

t.test('invalid idempotency keys are refused', async (t) => {
  const key = await harness.key();
  for (const bad of ['', 'a b', 'é', 'x'.repeat(256), 'a\tb', '\u007f']) {
    const answer = await post(key, '', NEW, bad);
    checkError(t, answer, 400, 'invalid_parameter');
    t.match(answer.json().error, /idempotency-key/, JSON.stringify(bad));
  }
  t.equal((await post(key, '', NEW, '!'.repeat(255))).status, 201);
  t.equal((await list(key)).data.length, 1);
});

t.test('when twenty requests use one key at once, one endpoint is created', async (t) => {
  const key = await harness.key();
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(key, '', NEW, 'race')));
  const last = await post(key, '', NEW, 'race');
  const created = [...answers, last].filter(({ status }) => status === 201);
  t.same(
    (await list(key)).data.map(({ id }: { id: string }) => id),
    [last.json().id],
    'one endpoint',
  );
  t.equal(created.filter((answer) => !wasReplayed(answer)).length, 1);
  t.same(new Set(created.map(({ text }) => text)), new Set([last.text]), 'of which all are told the same');
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    t.ok([409, 503].includes(answer.status), answer.text);
    t.match(answer.headers['retry-after'], /^[1-9]\d*$/);
  }
});

t.test('a repeat that arrives while the first is in progress is told so, or gets its answer', async (t) => {
  const key = await harness.key();
  const connection = await harness.database.$client.getConnection();
  await connection.beginTransaction();
  const [{ account }] = (await rows(
    'SELECT CONVERT(account USING utf8mb4) AS account FROM api_keys ORDER BY created_at DESC LIMIT 1',
  )) as [{ account: string }];
  await connection.query('INSERT INTO idempotency_keys SET ?', [
    { account, idempotency_key: 'held', asked: Buffer.alloc(32), created_at: new Date(NOON) },
  ]);
  // A statement that waits is cut off as in production; only the deadline does not pass.
  const strict = await harness.app({}, () => clock.now, false, { clock: handClock() });
  checkError(t, await post(key, '', NEW, 'held', strict), 409, 'idempotency_in_progress');
  await connection.rollback();
  connection.release();
  const answer = await post(key, '', NEW, 'held');
  t.same([answer.status, wasReplayed(answer)], [201, false]);
});

t.test(
  'a process that is killed at its commit has created the endpoint with its answer, or neither',
  async (t) => {
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
      const sent = fetch(`${url}${HOOKS}`, { method: 'POST', headers, body: JSON.stringify(NEW) });
      const failed = t.rejects(sent, `${mode}: nothing is answered`);
      await eventually('the commit is on its way', () => mysql.commits > before);
      await kill();
      await failed;
      await mysql.set('pass');
      const again = await post(key, '', NEW, 'k');
      t.same([again.status, wasReplayed(again)], [201, done], `${mode}: ${again.text}`);
      t.same(
        (await list(key)).data.map(({ id }: { id: string }) => id),
        [again.json().id],
        `${mode}: one endpoint`,
      );
    }
  },
);

t.test('stored answers are encrypted, and deleted after a day', async (t) => {
  const key = await harness.key();
  const { secret } = (await post(key, '', NEW, 'sealed')).json();
  for (const { answer } of await rows('SELECT answer FROM idempotency_keys')) {
    t.notOk((answer as Buffer).includes(secret));
    t.notOk((answer as Buffer).includes('whsec'));
  }
  await deleteOldAnswers(harness.database, new Date(NOON + 24 * HOUR - 1));
  t.ok((await rows('SELECT 1 FROM idempotency_keys WHERE created_at = ?', [new Date(NOON)])).length > 0);
  t.ok((await deleteOldAnswers(harness.database, new Date(NOON + 24 * HOUR))) > 0);
  t.same(await rows('SELECT 1 FROM idempotency_keys WHERE created_at = ?', [new Date(NOON)]), []);
});

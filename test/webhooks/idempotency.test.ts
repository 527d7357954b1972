import t from 'tap';
import { deleteOldAnswers } from '../../src/api/features/webhooks/idempotency.ts';
import { handClock } from '../clocks.ts';
import { call, makeHarness } from '../helper.ts';
import { valuesOf } from '../listed.ts';
import { checkError, HOOKS, NEW, posts, wasReplayed } from './posts.ts';
import { eventually, idsOf } from './support.ts';

const harness = await makeHarness(t);
const { deliveryNumber } = await idsOf(harness);
await harness.load('parcels', [{ county_fips: '31109', parcel_id: 'R-1' }]);
const HOUR = 3_600_000;
const NOON = Date.parse('2026-03-10T12:00:00.000Z');
/** The clock of `app`; it stands still unless a test sets it. */
const clock = { now: NOON };
const app = await harness.app({}, () => clock.now);
const { post, list, rows } = posts(harness, app);

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
  t.same(valuesOf(tested, 'status'), [202, 202]);
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
  t.same(valuesOf((await list(key)).data, 'id'), [last.json().id], 'one endpoint');
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
  let answer = await post(key, '', NEW, 'held', strict);
  // On a busy machine, an earlier statement may be cut off, too.
  await eventually('it is refused', async () => {
    if (answer.status === 503) answer = await post(key, '', NEW, 'held', strict);
    return answer.status !== 503;
  });
  checkError(t, answer, 409, 'idempotency_in_progress');
  await connection.rollback();
  connection.release();
  answer = await post(key, '', NEW, 'held');
  t.same([answer.status, wasReplayed(answer)], [201, false]);
});

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

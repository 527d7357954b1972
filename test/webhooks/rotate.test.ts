import t from 'tap';
import { deleteOldSecrets } from '../../src/webhooks/endpoint-retention.ts';
import { call, makeHarness } from '../helper.ts';
import {
  conformance,
  createEndpoint,
  eventually,
  makeDispatcher,
  makeReceiver,
  type Received,
  verified,
} from './support.ts';

const harness = await makeHarness(t, { indices: false });
const HOUR = 3_600_000;
/** The clock of the API and of the dispatchers, later than it is by this. */
const clock = { later: 0 };
const now = () => Date.now() + clock.later;
const app = await harness.app({}, now);
const document = await conformance(app);
const HOOKS = '/api/v1/webhooks';
const STATE_31 = { filter_kind: 'state_fips', filter_value: { state_fips: '31' } };

const rotate = (key: string, id: string, body?: unknown, headers: Record<string, string> = {}) =>
  call(app, 'POST', `${HOOKS}/${id}/rotate-secret`, { key, body, headers });
const test = (key: string, id: string) => call(app, 'POST', `${HOOKS}/${id}/test`, { key });
const signatures = ({ headers }: Received) => String(headers['x-terrier-signature']).split(',v1=').length - 1;

t.test('both secrets sign during the overlap, then the new one alone', async (t) => {
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  await makeDispatcher(t, harness, { now });
  const { id, secret: first } = await createEndpoint(app, key, { url: receiver.url, ...STATE_31 });
  const signedBy = async (secrets: string[], what: string) => {
    const before = receiver.got.length;
    await test(key, id);
    const got = (await receiver.until(before + 1))[before]!;
    for (const secret of secrets) t.ok(verified(got, secret), what);
    t.equal(signatures(got), secrets.length, what);
    return got;
  };
  await signedBy([first], 'one before');
  const answer = await rotate(key, id);
  t.equal(answer.status, 200, answer.text);
  t.equal(document.answer(`post ${HOOKS}/{id}/rotate-secret`, 200, answer.json()), '');
  const { secret: second, previous_secret_until: until, ...record } = answer.json();
  t.match(second, /^whsec_[A-Za-z0-9_-]{32}$/);
  t.not(second, first);
  t.ok(Math.abs(Date.parse(until) - Date.now() - 24 * HOUR) < 60_000, 'a day unless told otherwise');
  const shown = await call(app, 'GET', `${HOOKS}/${id}`, { key });
  t.same(shown.json(), record);
  t.notMatch(shown.text, /whsec_/, 'neither is shown again');
  await signedBy([second, first], 'both after it');
  clock.later = 24 * HOUR + 1_000;
  const late = await signedBy([second], 'the new one after a day');
  t.notOk(verified(late, first));

  const third = (await rotate(key, id, { overlap_hours: 168 })).json().secret;
  await signedBy([third, second], 'a week');
  const fourth = (await rotate(key, id, { overlap_hours: 1 })).json().secret;
  const got = await signedBy([fourth, third], 'the last two');
  t.notOk(verified(got, second));
  const fifth = (await rotate(key, id, { overlap_hours: 0 })).json().secret;
  t.notOk(verified(await signedBy([fifth], 'at once'), fourth));
  clock.later = 0;
});

t.test('a secret that no longer signs is deleted; both are encrypted at rest', async (t) => {
  const key = await harness.key();
  const { id } = await createEndpoint(app, key, { url: 'http://127.0.0.1:9/', ...STATE_31 });
  await rotate(key, id, { overlap_hours: 1 });
  const stored = async () => {
    const sql = 'SELECT secret, previous_secret FROM webhook_endpoints WHERE public_id = ?';
    const [rows] = await harness.database.$client.query(sql, [id]);
    return (rows as { secret: Buffer; previous_secret: Buffer | null }[])[0]!;
  };
  await deleteOldSecrets(harness.database, new Date());
  const { secret, previous_secret } = await stored();
  for (const sealed of [secret, previous_secret!]) t.notOk(sealed.includes('whsec'));
  await deleteOldSecrets(harness.database, new Date(Date.now() + HOUR + 1_000));
  t.equal((await stored()).previous_secret, null);
});

t.test('repeated with its Idempotency-Key it rotates once', async (t) => {
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  const { id, secret } = await createEndpoint(app, key, { url: receiver.url, ...STATE_31 });
  const answers = [];
  for (let n = 0; n < 3; n++) answers.push(await rotate(key, id, {}, { 'idempotency-key': 'r' }));
  t.equal(new Set(answers.map(({ text }) => text)).size, 1);
  await makeDispatcher(t, harness, { now });
  await test(key, id);
  const [got] = await receiver.until(1);
  t.ok(verified(got!, secret) && verified(got!, answers[0]!.json().secret));
});

t.test('of many at once each is answered, and the last two sign', async (t) => {
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  const { id } = await createEndpoint(app, key, { url: receiver.url, ...STATE_31 });
  const answers = await Promise.all(Array.from({ length: 8 }, () => rotate(key, id)));
  const secrets = answers.filter(({ status }) => status === 200).map((one) => one.json().secret as string);
  t.ok(secrets.length >= 2);
  await makeDispatcher(t, harness, { now });
  await test(key, id);
  const [got] = await receiver.until(1);
  t.equal(secrets.filter((secret) => verified(got!, secret)).length, 2);
});

t.test('what is refused, and whose it is not', async (t) => {
  const [key, other] = [await harness.key(), await harness.key()];
  const receiver = await makeReceiver(t);
  const { id, secret } = await createEndpoint(app, key, { url: receiver.url, ...STATE_31 });
  const bad: [body: unknown, names: RegExp][] = [
    [{ overlap_hours: -1 }, /overlap_hours must be >= 0/],
    [{ overlap_hours: 169 }, /overlap_hours must be <= 168/],
    [{ overlap_hours: 1.5 }, /overlap_hours must be integer/],
    [{ overlap_hours: '24' }, /overlap_hours must be integer/],
    [{ overlap_hours: null }, /overlap_hours must be integer/],
    [{ secret: 'whsec_mine' }, /secret is not a known field/],
    [[], /body must be object/],
  ];
  for (const [body, names] of bad) {
    const answer = await rotate(key, id, body);
    t.match([answer.status, answer.json().code, answer.json().error], [400, 'invalid_parameter', names]);
  }
  for (const [of, asked] of [
    [other, id],
    [key, `whe_${'0'.repeat(19)}`],
  ] as const) {
    const answer = await rotate(of, asked);
    t.match([answer.status, answer.json().code], [404, 'not_found']);
  }
  await makeDispatcher(t, harness, { now });
  await test(key, id);
  await eventually('it is sent', () => receiver.got.length > 0);
  t.same(
    [verified(receiver.got[0]!, secret), signatures(receiver.got[0]!)],
    [true, 1],
    'nothing was rotated',
  );
});

import { createServer } from 'node:http';
import t, { type Test } from 'tap';
import { sign } from '../../src/webhooks/verify/verify.mjs';
import { makeHarness } from '../helper.ts';
import { portOf } from '../port-of.ts';
import { start } from '../start.ts';
import { queuing } from '../webhooks/queued.ts';
import { eventually, makeDispatcher } from '../webhooks/support.ts';
import { refuses } from './in-process.ts';

const harness = await makeHarness(t);
const { queued, statuses, disable } = await queuing(harness);

/** Starts `terrier listen`, and waits until it listens. */
async function listening(t: Test, ...args: string[]) {
  const command = start(t, harness, ['listen', '--port', '0', ...args]);
  const told = () => /http:\/\/127\.0\.0\.1:\d+\//.exec(command.printed.err)?.[0];
  await eventually('it listens', () => told() !== undefined);
  const url = told()!;
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body, headers });
  const signed = (secret: string, body: string, at = Date.now()) =>
    post(body, {
      'x-terrier-signature': sign(secret, at, body),
      'x-terrier-delivery-id': 'dlv_7',
      'x-terrier-event-type': 'parcel.sold',
      'x-terrier-attempt': '2',
    });
  const stop = async () => {
    command.child.kill('SIGINT');
    return (await command.ended).code;
  };
  return { ...command, url, post, signed, stop };
}

t.test('listen verifies and prints what a dispatcher sends, and stops at Ctrl-C', async (t) => {
  const probe = await queued(1);
  const listener = await listening(t, '--secret', 'whsec_other', probe.endpoint.secret);
  const { endpoint, ids } = await queued(2, listener.url);
  await disable(probe.endpoint);
  await makeDispatcher(t, harness);
  await eventually(
    'both are answered 401: the secret is another one',
    async () =>
      Object.values(await statuses(endpoint)).every((status) => status === 'pending') &&
      (listener.printed.out.match(/NOT VERIFIED/g) ?? []).length === 2,
  );
  for (const id of ids)
    t.match(
      listener.printed.out,
      new RegExp(`parcel\\.permit_filed ${id} attempt 1: NOT VERIFIED \\(mismatch\\)`),
    );
  t.equal(await listener.stop(), 0);

  const right = await listening(t, '--secret', 'whsec_other', endpoint.secret, '--status', '202');
  const again = await queued(1, right.url);
  await disable(again.endpoint);
  const body = '{"event_type":"parcel.sold","delivery_attempt":2}';
  t.equal((await right.signed(endpoint.secret, body)).status, 202, 'any of the secrets');
  await eventually('it is printed', () => right.printed.out.includes(body));
  t.match(right.printed.out, `parcel.sold dlv_7 attempt 2: verified\n  ${body}\n`);
  t.equal((await right.signed(endpoint.secret, body, Date.now() - 301_000)).status, 401, 'signed long ago');
  t.equal((await right.signed(endpoint.secret, body, Date.now() + 600_000)).status, 401, 'or in the future');
  t.equal((await right.signed('whsec_wrong', body)).status, 401);
  t.equal((await right.post(body)).status, 401, 'not signed at all');
  t.equal((await right.post('x'.repeat((1 << 20) + 1)).catch(() => ({ status: 400 }))).status, 400, 'large');
  t.equal((await right.signed(endpoint.secret, '')).status, 202, 'and it goes on');
  t.equal((right.printed.out.match(/: verified/g) ?? []).length, 2);
  t.equal((right.printed.out.match(/NOT VERIFIED \(expired\)/g) ?? []).length, 2);
  t.notOk((right.printed.out + right.printed.err).includes(endpoint.secret), 'the secret is not printed');
  t.equal(await right.stop(), 0);
  await disable(endpoint);
});

t.test('listen prints JSON, answers with the given status, and works without a secret', async (t) => {
  const listener = await listening(t, '--json', '--status', '503');
  t.equal((await listener.signed('whsec_any', '{"é":1}')).status, 503);
  await eventually('it is printed', () => listener.printed.out.includes('\n'));
  t.same(JSON.parse(listener.printed.out), {
    verified: false,
    delivery: 'dlv_7',
    type: 'parcel.sold',
    attempt: '2',
    body: '{"é":1}',
  });
  t.equal(await listener.stop(), 0);
});

t.test('listen says what is wrong with its options', async (t) => {
  const taken = createServer();
  const port = await portOf(taken);
  t.teardown(() => taken.close());
  const rows: [args: string[], complaint: RegExp][] = [
    [['listen', '--port', String(port)], new RegExp(`Port ${port} is in use .*--port ${port + 10}`, 's')],
    [['listen', '--port', '65536'], /whole number from 0 to 65535/],
    [['listen', '--status', 'ok'], /whole number from 200 to 599/],
  ];
  await refuses(t, harness.env, rows);
});

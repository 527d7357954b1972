import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { STATE } from '../../src/domain/delivery-states.ts';
import { type DeliveryFilter, listDeliveries } from '../../src/webhooks/deliveries.ts';
import { deleteOldDeliveries } from '../../src/webhooks/retention.ts';
import { sign } from '../../src/webhooks/verify/verify.mjs';
import { call, makeHarness } from '../helper.ts';
import { start } from '../start.ts';
import {
  conformance,
  createEndpoint,
  eventually,
  idsOf,
  loadNews,
  makeDispatcher,
  makeReceiver,
  permit,
} from '../webhooks/support.ts';
import { refuses, terrierHere } from './in-process.ts';

const harness = await makeHarness(t);
const known = await idsOf(harness);
const app = await harness.app();
const document = await conformance(app);
const key = await harness.key({ tier: 'pro' });
const DAY = 86_400_000;

// biome-ignore lint/suspicious/noExplicitAny: what a command prints is looked into at any depth
type Json = any;

/** Runs `terrier deliveries …` without a process of its own. */
const deliveries = (...args: string[]) => terrierHere(['deliveries', ...args], harness.env);

/** What a command prints, parsed as JSON. */
async function printedBy(...args: string[]): Promise<Json> {
  const { status, out, err } = await deliveries(...args, '--json');
  if (status !== 0) throw new Error(`deliveries ${args.join(' ')}: ${status} ${err}`);
  return JSON.parse(out);
}
const idsIn = (listed: Json[]): string[] => listed.map(({ id }) => id);

/** Messages name at most eight ids. */
type Eight = [string, string, string, string, string, string, string, string];

let parcels = 0;
/** An endpoint of its own with this many deliveries in queue order; nothing sends them yet. */
async function queued(count: number, url = 'http://127.0.0.1:9/') {
  const parcel_id = `P-${++parcels}`;
  const endpoint = await createEndpoint(app, key, {
    url,
    filter_kind: 'parcel_ids',
    filter_value: { parcel_ids: [`31:109:${parcel_id}`] },
  });
  await loadNews(
    harness,
    'permits',
    Array.from({ length: count }, (_, n) => permit(`${parcel_id}-${n}`, { parcel_id })),
  );
  const { data } = (await call(app, 'GET', `/api/v1/webhooks/${endpoint.id}/deliveries`, { key })).json();
  return { endpoint, ids: idsIn(data).reverse() };
}

/** Sets columns of a delivery, as attempts and time would. */
const put = (id: string, values: Record<string, unknown>) =>
  harness.database.$client.query('UPDATE webhook_deliveries SET ? WHERE id = ?', [
    values,
    known.deliveryNumber(id),
  ]);
const unknown = (error: string) => ({
  state: STATE.unknown,
  due_at: null,
  attempt: 1,
  last_error: error,
  lease_token: 5,
  last_attempt_at: new Date(),
});
const dead = {
  state: STATE.dead_lettered,
  due_at: null,
  attempt: 8,
  last_error: 'The endpoint answered 500',
};
async function statuses(endpoint: { id: string }): Promise<Record<string, string>> {
  const { data } = (await call(app, 'GET', `/api/v1/webhooks/${endpoint.id}/deliveries`, { key })).json();
  return Object.fromEntries(data.map(({ id, status }: Json) => [id, status]));
}
const disable = ({ id }: { id: string }) => call(app, 'DELETE', `/api/v1/webhooks/${id}`, { key });

t.test('list filters by status, endpoint, time, phase and id, newest first', async (t) => {
  const { endpoint, ids } = await queued(7);
  const other = await queued(1);
  const [waiting, sending, lost, unsent, done, letter, old] = ids as Eight;
  const due_at = new Date(Date.now() + DAY);
  await put(sending, { ...unknown('response: ECONNRESET'), state: STATE.sending, attempt: 2, due_at });
  await put(lost, unknown('response: no answer within 10 s'));
  await put(unsent, unknown('connect: ECONNREFUSED'));
  await put(done, {
    state: STATE.delivered,
    due_at: null,
    attempt: 2,
    delivered_at: new Date(),
    last_response_status: 204,
  });
  await put(letter, dead);
  await put(old, { ...dead, state: STATE.failed, created_at: new Date(Date.now() - 10 * DAY) });

  const rows: [args: string[], expected: string[]][] = [
    [['--endpoint', endpoint.id], ids.toReversed()],
    [
      ['--endpoint', endpoint.id, '--limit', '2'],
      [old, letter],
    ],
    [
      ['--endpoint', endpoint.id, '--status', 'in_flight'],
      [unsent, lost, sending],
    ],
    [
      ['--status', 'unknown'],
      [unsent, lost],
    ],
    [['--status', 'unknown', '--phase', 'connect,dns'], [unsent]],
    [['--endpoint', endpoint.id, '--since', '11d', '--status', 'failed'], [old]],
    [
      [waiting, other.ids[0]!],
      [other.ids[0]!, waiting],
    ],
  ];
  const filters: [DeliveryFilter, string[]][] = [
    [{ endpoint: endpoint.id, status: 'pending' }, [waiting]],
    [{ status: 'delivered' }, [done]],
    [{ status: 'dead_lettered' }, [letter]],
    [{ status: 'failed' }, [old]],
    [{ phases: ['response'] }, [lost, sending]],
    [{ endpoint: endpoint.id, since: new Date(Date.now() - DAY) }, ids.slice(0, 6).toReversed()],
    [{ since: new Date(Date.now() + DAY) }, []],
    [{ endpoint: 'whe_nobody' }, []],
    [{ ids: [] }, []],
  ];
  for (const [filter, expected] of filters) {
    t.same(
      idsIn(await listDeliveries(harness.database, known, filter, 100)),
      expected,
      JSON.stringify(filter),
    );
  }
  const listed = await Promise.all(rows.map(([args]) => printedBy('list', ...args)));
  for (const [at, [args, expected]] of rows.entries()) t.same(idsIn(listed[at]), expected, args.join(' '));
  const route = 'get /api/v1/webhooks/{id}/deliveries';
  t.equal(document.answer(route, 200, { data: listed[0], next_cursor: null }), '', 'the records of the API');
  const uncertain = listed[0].filter(({ outcome_unknown }: Json) => outcome_unknown);
  t.same(idsIn(uncertain), [unsent, lost], 'and whether the outcome is unknown');

  const { out, status } = await deliveries('list', '--endpoint', endpoint.id);
  t.equal(status, 0);
  const lines = out.trimEnd().split('\n');
  t.equal(lines.length, 7);
  const line = (id: string) => lines.find((one) => one.startsWith(`${id} `));
  t.match(line(lost), /parcel\.permit_filed {2}unknown {2}attempt 1 .* response: no answer within 10 s$/);
  t.match(line(unsent), /unknown .* connect: ECONNREFUSED$/, 'an unknown outcome with its phase');
  t.match(line(sending), / in_flight /);
  t.match(line(waiting), / pending {2}attempt 0 .* next \d{4}-/);
  t.match(line(letter), / dead_lettered {2}attempt 8 .*answered 500/);
  t.notOk(out.includes(endpoint.secret) || out.includes('WREN'), 'neither secrets nor payloads');
  const none = await deliveries('list', '--endpoint', endpoint.id, '--since', '0m');
  t.match(none, { status: 0, out: /There are no such deliveries/ });
  for (const id of ids) await put(id, { ...dead, state: STATE.delivered });
  for (const one of [endpoint, other.endpoint]) await disable(one);
});

t.test('settle records what an operator decides about unknown outcomes', async (t) => {
  const receiver = await makeReceiver(t);
  const { endpoint, ids } = await queued(8, receiver.url);
  const gone = await queued(2);
  const [unsent, silent, arrived, hopeless, waiting, letter, sending, later] = ids as Eight;
  await put(unsent, unknown('dns: ENOTFOUND'));
  await put(silent, unknown('response: no answer within 10 s'));
  await put(arrived, unknown('response: ECONNRESET'));
  await put(hopeless, unknown('tls: CERT_HAS_EXPIRED'));
  await put(letter, dead);
  const due_at = new Date(Date.now() + DAY);
  await put(sending, { state: STATE.sending, attempt: 1, due_at, lease_token: 6 });
  for (const id of [later, waiting]) await put(id, { due_at });
  for (const id of gone.ids) await put(id, unknown('connect: ECONNREFUSED'));
  await disable(gone.endpoint);

  t.same(
    await printedBy('settle', '--as', 'requeue', '--phase', 'dns,connect', '--since', '1h'),
    { changed: 1 },
    'the provably unsent, of active endpoints',
  );
  t.same(
    await printedBy('settle', '--as', 'delivered', arrived, waiting, letter, sending),
    { changed: 1 },
    'only unknown outcomes are settled',
  );
  t.match(
    (await deliveries('settle', '--as', 'dead_letter', hopeless)).out,
    /^1 delivery dead-lettered\.\n$/,
  );
  t.match(
    (await deliveries('settle', '--as', 'dead_letter', '--endpoint', gone.endpoint.id)).out,
    /^2 deliveries dead-lettered\.\n$/,
  );
  t.same(await statuses(endpoint), {
    [unsent]: 'pending',
    [silent]: 'in_flight',
    [arrived]: 'delivered',
    [hopeless]: 'dead_lettered',
    [waiting]: 'pending',
    [letter]: 'dead_lettered',
    [sending]: 'in_flight',
    [later]: 'pending',
  });
  const [record] = await printedBy('list', arrived);
  t.match(record, {
    status: 'delivered',
    last_error: null,
    next_attempt_at: null,
    delivered_at: /Z$/,
    attempt: 1,
  });

  await makeDispatcher(t, harness);
  await receiver.until(1);
  await eventually('it is delivered', async () => (await statuses(endpoint))[unsent] === 'delivered');
  t.equal(
    (await printedBy('settle', '--as', 'requeue', '--all')).changed,
    1,
    'every one: the silent one is left',
  );
  await receiver.until(2);
  await eventually('that is delivered too', async () => (await statuses(endpoint))[silent] === 'delivered');
  const got = receiver.got.map(({ headers }) => [
    headers['x-terrier-delivery-id'],
    headers['x-terrier-attempt'],
  ]);
  t.same(
    got,
    [
      [unsent, '2'],
      [silent, '2'],
    ],
    'sent once more, as the next attempt; what was marked as delivered is not',
  );
  await disable(endpoint);
});

t.test('requeue queues dead letters of active endpoints again, with a fresh schedule', async (t) => {
  const receiver = await makeReceiver(t);
  const { endpoint, ids } = await queued(6, receiver.url);
  const gone = await queued(1);
  const [one, two, unpaid, held, done, legacy] = ids as Eight;
  for (const id of [one, two]) await put(id, dead);
  await put(unpaid, { ...dead, attempt: 0, owes_quota: true });
  await put(held, unknown('response: ECONNRESET'));
  await put(done, { state: STATE.delivered, due_at: null, attempt: 1 });
  await put(legacy, { ...dead, state: STATE.failed });
  await put(gone.ids[0]!, dead);
  await disable(gone.endpoint);

  t.same(await printedBy('requeue', one, held, done, unpaid, gone.ids[0]!), { changed: 1 });
  t.same(await printedBy('requeue', '--endpoint', endpoint.id, '--since', '1h'), { changed: 2 });
  t.same(await statuses(endpoint), {
    [one]: 'pending',
    [two]: 'pending',
    [unpaid]: 'dead_lettered',
    [held]: 'in_flight',
    [done]: 'delivered',
    [legacy]: 'pending',
  });
  receiver.answer = (_request, response) => response.writeHead(500).end();
  await makeDispatcher(t, harness);
  await receiver.until(3);
  await eventually('they wait for the second attempt of their new schedule', async () =>
    (await listDeliveries(harness.database, known, { endpoint: endpoint.id, status: 'pending' }, 9)).every(
      ({ attempt, last_response_status }) => attempt === 9 && last_response_status === 500,
    ),
  );
  for (const { headers, body } of receiver.got) {
    t.equal(headers['x-terrier-attempt'], '9');
    t.equal(body.delivery_attempt, 9);
  }
  t.equal(receiver.got.length, 3);
  t.equal((await statuses(gone.endpoint))[gone.ids[0]!], 'dead_lettered');
  await disable(endpoint);
});

t.test('wrong commands change nothing and say why', async (t) => {
  const { endpoint, ids } = await queued(2);
  await put(ids[0]!, unknown('dns: ENOTFOUND'));
  await put(ids[1]!, dead);
  const rows: [args: string[], complaint: RegExp][] = [
    [['deliveries', 'settle', '--as', 'delivered'], /--all/],
    [['deliveries', 'requeue'], /--all/],
    [['deliveries', 'settle', ids[0]!], /--as/],
    [['deliveries', 'settle', '--as', 'delivered', 'whe_1'], /whe_1 is not the id of a delivery/],
    [['deliveries', 'list', '--status', 'sent'], /pending, in_flight, delivered/],
    [['deliveries', 'list', '--since', 'yesterday'], /24h/],
    [['deliveries', 'list', '--limit', '10001'], /whole number/],
    [['deliveries', 'list', '--phase', 'dns,http'], /dns, connect, tls, send, response/],
  ];
  const before = await statuses(endpoint);
  await refuses(t, harness.env, rows);
  t.same(await statuses(endpoint), before);
  await disable(endpoint);
});

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
  t.equal(
    (await right.signed(endpoint.secret, body, Date.now() - 301_000)).status,
    401,
    'signed too long ago',
  );
  t.equal((await right.signed(endpoint.secret, body, Date.now() + 301_000)).status, 401, 'or in the future');
  t.equal((await right.signed('whsec_wrong', body)).status, 401);
  t.equal((await right.post(body)).status, 401, 'not signed at all');
  t.equal(
    (await right.post('x'.repeat((1 << 20) + 1)).catch(() => ({ status: 400 }))).status,
    400,
    'too large',
  );
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
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.teardown(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  const rows: [args: string[], complaint: RegExp][] = [
    [['listen', '--port', String(port)], new RegExp(`Port ${port} is in use .*--port ${port + 10}`, 's')],
    [['listen', '--port', '65536'], /whole number from 0 to 65535/],
    [['listen', '--status', 'ok'], /whole number from 200 to 599/],
  ];
  await refuses(t, harness.env, rows);
});

t.test('deliveries that were final for 30 days are deleted with their events; others stay', async (t) => {
  const count = async (table: string, where = 'TRUE') => {
    const [rows] = await harness.database.$client.query(
      `SELECT COUNT(*) AS count FROM ${table} WHERE ${where}`,
    );
    return Number((rows as Json[])[0].count);
  };
  await harness.database.$client.query('DELETE FROM webhook_deliveries');
  await harness.database.$client.query('DELETE FROM webhook_attempts');
  await deleteOldDeliveries(harness.database, new Date(Date.now() + 31 * DAY));
  t.equal(await count('webhook_events'), 0, 'events without a delivery go too');
  t.equal(await count('webhook_account_events'), 0);

  const now = Date.now();
  const ago = (days: number) => new Date(now - days * DAY);
  const rows: [what: string, columns: Record<string, unknown>, kept: boolean][] = [
    ['delivered', { state: STATE.delivered, delivered_at: ago(31) }, false],
    ['a dead letter', { ...dead, last_attempt_at: ago(31) }, false],
    ['a dead letter that was never sent', { ...dead, attempt: 0, owes_quota: true }, false],
    ['failed', { state: STATE.failed }, false],
    ['waiting', { state: STATE.pending }, true],
    ['waiting again', { state: STATE.retrying }, true],
    ['claimed', { state: STATE.claimed }, true],
    ['being sent', { state: STATE.sending }, true],
    ['of unknown outcome', unknown('dns: ENOTFOUND'), true],
    ['delivered since', { state: STATE.delivered, delivered_at: ago(29) }, true],
    ['a dead letter since', { ...dead, last_attempt_at: ago(29) }, true],
    ['younger', { state: STATE.delivered, delivered_at: ago(29), created_at: ago(29) }, true],
  ];
  const { endpoint, ids } = await queued(rows.length);
  for (const [at, [, columns]] of rows.entries()) {
    await put(ids[at]!, { last_attempt_at: null, created_at: ago(31), ...columns });
    const attempt = {
      delivery_id: known.deliveryNumber(ids[at]!),
      attempt: 1,
      started_at: ago(31),
      duration_ms: 3,
    };
    await harness.database.$client.query('INSERT INTO webhook_attempts SET ?', [attempt]);
  }
  await harness.database.$client.query('UPDATE webhook_events SET created_at = ?', [ago(31)]);
  const shared = (await queued(1)).endpoint;
  t.equal(await deleteOldDeliveries(harness.database, new Date(now)), 8, '4 deliveries and their events');
  const left = await statuses(endpoint);
  for (const [at, [what, , kept]] of rows.entries())
    t.equal(ids[at]! in left, kept, `${what}: ${kept ? 'kept' : 'deleted'}`);
  t.equal(await count('webhook_attempts'), 8, 'attempts go with their delivery');
  t.equal(await count('webhook_events'), 9);
  t.equal(await count('webhook_account_events'), 9);
  t.equal(
    await deleteOldDeliveries(harness.database, new Date(now)),
    0,
    'a second time there is nothing to do',
  );
  for (const one of [endpoint, shared]) await disable(one);
});

t.test('a dead letter that is queued again while old ones are deleted is not lost', async (t) => {
  const { endpoint, ids } = await queued(2);
  for (const id of ids) await put(id, { ...dead, created_at: new Date(Date.now() - 31 * DAY) });
  const connection = await harness.database.$client.getConnection();
  await connection.beginTransaction();
  await connection.query('UPDATE webhook_deliveries SET state = ?, due_at = created_at WHERE id = ?', [
    STATE.retrying,
    known.deliveryNumber(ids[0]!),
  ]);
  const deleting = deleteOldDeliveries(harness.database, new Date());
  await eventually('it waits for the row', async () => {
    const [rows] = await harness.database.$client.query('SELECT info FROM information_schema.processlist');
    return (rows as Json[]).some((row) =>
      /from `webhook_deliveries` .*for update/s.test(row.info ?? row.INFO ?? ''),
    );
  });
  await connection.commit();
  connection.release();
  t.equal(await deleting, 1, 'the other one');
  t.same(await statuses(endpoint), { [ids[0]!]: 'pending' });
  await disable(endpoint);
});

t.test('thousands of old deliveries are deleted in batches', async (t) => {
  const { endpoint } = await queued(2_300);
  const before = new Date(Date.now() - 31 * DAY);
  await harness.database.$client.query(
    'UPDATE webhook_deliveries SET state = IF(id % 500, ?, ?), created_at = ?, last_attempt_at = NULL, delivered_at = NULL',
    [STATE.delivered, STATE.unknown, before],
  );
  await harness.database.$client.query('UPDATE webhook_events SET created_at = ?', [before]);
  await deleteOldDeliveries(harness.database, new Date());
  const [rows] = await harness.database.$client.query(
    'SELECT d.state, COUNT(*) AS count, COUNT(v.id) AS events FROM webhook_deliveries d LEFT JOIN webhook_events v ON v.id = d.event_id GROUP BY d.state',
  );
  const left = rows as Json[];
  t.same(
    left.map(({ state }) => state),
    [STATE.unknown],
    'only unknown outcomes are left',
  );
  t.ok(Number(left[0].count) >= 4);
  t.equal(Number(left[0].events), Number(left[0].count), 'with their events');
  const [events] = await harness.database.$client.query('SELECT COUNT(*) AS count FROM webhook_events');
  t.equal(Number((events as Json[])[0].count), Number(left[0].count));
  await disable(endpoint);
});

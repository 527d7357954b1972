import t from 'tap';
import { STATE } from '../../src/domain/delivery-states.ts';
import { type Choice, listDeliveries } from '../../src/webhooks/deliveries.ts';
import { makeHarness } from '../helper.ts';
import { DAY, dead, idsIn, type Json, queuing, unknown } from '../webhooks/queued.ts';
import { conformance, eventually, makeDispatcher, makeReceiver } from '../webhooks/support.ts';
import { refuses, terrierHere } from './in-process.ts';

const harness = await makeHarness(t);
const { app, known, queued, put, statuses, disable } = await queuing(harness);
const document = await conformance(app);

/** Runs `terrier deliveries …` without a process of its own. */
const deliveries = (...args: string[]) => terrierHere(['deliveries', ...args], harness.env);

/** What a command prints, parsed as JSON. */
async function printedBy(...args: string[]): Promise<Json> {
  const { status, out, err } = await deliveries(...args, '--json');
  if (status !== 0) throw new Error(`deliveries ${args.join(' ')}: ${status} ${err}`);
  return JSON.parse(out);
}

/** Messages name at most eight ids. */
type Eight = [string, string, string, string, string, string, string, string];

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
  const filters: [Choice, string[]][] = [
    [{ endpoint: endpoint.id, status: 'pending' }, [waiting]],
    [{ status: 'delivered' }, [done]],
    [{ status: 'dead_lettered' }, [letter]],
    [{ status: 'failed' }, [old]],
    [{ phases: ['response'] }, [lost, sending]],
    [
      { endpoint: endpoint.id, since: new Date(Date.now() - DAY).toISOString() },
      ids.slice(0, 6).toReversed(),
    ],
    [{ since: new Date(Date.now() + DAY).toISOString() }, []],
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
  t.equal((await printedBy('settle', '--as', 'requeue', '--all')).changed, 1, 'all: the silent one is left');
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

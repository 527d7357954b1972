import nock from 'nock';
import t, { type Test } from 'tap';
import { verify } from '../../../src/webhooks/verify/verify.mjs';
import { jobTo, SECRET, STORED, senderFor } from './jobs.ts';

const HOST = 'https://hooks.example.com';

// nock replaces the network of this whole process: what needs real sockets is in addresses, connections, outcomes and send-window.chaos.ts.
nock.disableNetConnect();
const awake = setInterval(() => {}, 1_000);
t.teardown(() => {
  clearInterval(awake);
  nock.restore();
});

interface Seen {
  headers: Record<string, string>;
  raw: string;
}

/** Answers every delivery to a path, and keeps what was sent. */
function answering(t: Test, path: string, status = 204, headers: Record<string, string> = {}): Seen[] {
  const seen: Seen[] = [];
  nock(HOST)
    .persist()
    .post(path)
    .reply(async (request: Request) => {
      const named = [...request.headers].map(([name, value]) => [name.toLowerCase(), value]);
      seen.push({ headers: Object.fromEntries(named), raw: await request.text() });
      return [status, '', headers];
    });
  t.teardown(() => nock.cleanAll());
  return seen;
}

t.test('a request has exactly these headers and this body, byte for byte', async (t) => {
  const { send } = senderFor(t);
  const seen = answering(t, '/in?a=1&b=%20');
  const before = Date.now();
  t.match(await send(jobTo(`${HOST}/in?a=1&b=%20`)), { kind: 'answered', status: 204 });
  const [{ headers, raw } = { headers: {}, raw: '' }] = seen;
  const { parcel_id, state_fips, county_fips, source_run_id, ...rest } = STORED;
  const { event_id, event_type, occurred_at, occurred_at_basis, ...fields } = rest;
  const expected = JSON.stringify({
    event_id,
    event_type,
    occurred_at,
    occurred_at_basis,
    delivery_attempt: 3,
    parcel_id,
    state_fips,
    county_fips,
    source_run_id,
    ...fields,
  });
  t.equal(raw, expected);
  const signature = String(headers['x-terrier-signature']);
  t.match(signature, /^t=\d{13},v1=[0-9a-f]{64}$/);
  const verdict = verify({ secret: SECRET, signature, rawBody: expected });
  t.ok(verdict.valid && verdict.timestamp >= before && verdict.timestamp <= Date.now(), 'signed when sent');
  const standard = String(headers['webhook-signature']);
  t.match(standard, /^v1,[A-Za-z0-9+/]{43}=$/);
  t.same(headers, {
    host: 'hooks.example.com',
    connection: 'keep-alive',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(expected)),
    'user-agent': 'Terrier-Webhooks/1.0',
    'x-terrier-signature': signature,
    'x-terrier-event-id': STORED.event_id,
    'x-terrier-event-type': 'parcel.sold',
    'x-terrier-delivery-id': 'dlv_71',
    'x-terrier-attempt': '3',
    'webhook-id': STORED.event_id,
    'webhook-timestamp': String(Math.floor((verdict.valid ? verdict.timestamp : 0) / 1000)),
    'webhook-signature': standard,
  });
});

t.test('endpoints that watch parcels are told the parcel that matched; others are not', async (t) => {
  const { send } = senderFor(t);
  const seen = answering(t, '/');
  await send(jobTo(`${HOST}/`));
  await send(jobTo(`${HOST}/`, { parcelScoped: true }));
  await send(jobTo(`${HOST}/`, { parcelScoped: true, match: { canonical_id: null, match_basis: null } }));
  const [plain, scoped, lost] = seen.map(({ raw }) => JSON.parse(raw));
  t.notOk('canonical_id' in plain || 'match_basis' in plain, 'absent on state and county endpoints');
  t.match(scoped, { canonical_id: '31:109:0123 A/7 ü', match_basis: 'state_county_parcel_id' });
  t.match(lost, { canonical_id: null, match_basis: null });
  for (const { raw, headers } of seen) {
    const signature = headers['x-terrier-signature'];
    t.ok(verify({ secret: SECRET, signature, rawBody: raw }).valid);
    const again = JSON.stringify(JSON.parse(raw), null, 1);
    t.match(verify({ secret: SECRET, signature, rawBody: again }), { valid: false, reason: 'mismatch' });
  }
});

t.test('each attempt has its own signature, and its number in the header and in the body', async (t) => {
  const { send } = senderFor(t);
  const seen = answering(t, '/', 500);
  for (const attempt of [1, 2, 8, 9, 100]) await send(jobTo(`${HOST}/`, { attempt }));
  t.same(
    seen.map(({ raw, headers }) => [headers['x-terrier-attempt'], JSON.parse(raw).delivery_attempt]),
    [1, 2, 8, 9, 100].map((attempt) => [String(attempt), attempt]),
  );
  for (const { raw, headers } of seen) {
    t.ok(verify({ secret: SECRET, signature: headers['x-terrier-signature'], rawBody: raw }).valid);
  }
  for (const name of ['x-terrier-event-id', 'x-terrier-delivery-id'] as const) {
    t.equal(new Set(seen.map(({ headers }) => headers[name])).size, 1, `${name} stays`);
  }
});

const STATUSES = [
  ...[200, 201, 202, 204, 206, 226, 299],
  ...[300, 301, 302, 303, 304, 307, 308],
  ...[400, 401, 403, 404, 405, 408, 409, 410, 413, 421, 425, 429, 451, 499],
  ...[500, 501, 502, 503, 504, 520, 521, 522, 524, 599],
];

t.test('every status is an answer; redirects are not followed and nothing is tried twice', async (t) => {
  const { send } = senderFor(t);
  for (const status of STATUSES) {
    await t.test(`${status}`, async (t) => {
      const elsewhere = answering(t, '/elsewhere');
      const seen = answering(t, '/', status, { location: `${HOST}/elsewhere`, 'retry-after': '0' });
      const outcome = await send(jobTo(`${HOST}/`));
      t.match(outcome, { kind: 'answered', status });
      t.equal(seen.length, 1, 'sent once');
      t.equal(elsewhere.length, 0, 'not followed');
    });
  }
});

t.test('a network error is not tried again', async (t) => {
  const { send } = senderFor(t);
  for (const code of ['ECONNRESET', 'ETIMEDOUT', 'EADDRINUSE', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN']) {
    const scope = nock(HOST)
      .post('/')
      .times(3)
      .replyWithError(Object.assign(new Error('no'), { code }));
    const outcome = await send(jobTo(`${HOST}/`));
    t.match(outcome, { kind: 'unknown', error: /^[a-z]+: [a-z ]+$/ });
    t.equal(scope.activeMocks().length, 1, 'answers are left');
    t.notOk(scope.isDone(), `${code}: asked once`);
    nock.cleanAll();
  }
});

t.test('no outcome reveals a secret, a signature or the payload', async (t) => {
  const { send } = senderFor(t);
  const cause = new Error(`${SECRET} ${JSON.stringify(STORED)}`);
  nock(HOST).post('/').replyWithError(cause);
  const outcome = JSON.stringify(await send(jobTo(`${HOST}/?token=hush`)));
  for (const hidden of [SECRET, 'WREN', 'v1=', 'hush']) t.notMatch(outcome, hidden);
  nock.cleanAll();
});

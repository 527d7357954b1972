import type { IncomingMessage, ServerResponse } from 'node:http';
import t, { type Test } from 'tap';
import { call, makeHarness } from '../../helper.ts';
import { checkError } from '../../refusals.ts';
import {
  type Created,
  conformance,
  createEndpoint,
  deed,
  eventually,
  loadNews,
  makeDispatcher,
  makeReceiver,
  type Receiver,
  verified,
} from '../support.ts';
import { county, state } from '../watching.ts';
import { makeAuthority } from './certificates.ts';
import { deliveriesOf, queue, type Shown } from './schedule-support.ts';

const harness = await makeHarness(t);
const { app, key } = await harness.api();
const document = await conformance(app);
const DELIVERIES = '/api/v1/webhooks/{id}/deliveries';
const authority = makeAuthority();
const here = authority.issue('127.0.0.1');

type Answer = (request: IncomingMessage, response: ServerResponse, receiver: Receiver) => void;

interface Case {
  answer: Answer;
  /** The status of the answer; null when there was none. */
  status: number | null;
  becomes: 'delivered' | 'pending' | 'in_flight';
  error?: RegExp;
}

const answering =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

/** Writes until the connection is gone. */
const endless: Answer = (_request, response) => {
  response.writeHead(200);
  const chunk = Buffer.alloc(65_536, 'x');
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
};

/** Writes to the socket itself, and closes it. */
const writing =
  (bytes: string): Answer =>
  (request) =>
    request.socket.end(bytes);

const CLOSED = /^response: the connection was closed without an answer$/;
const CASES: Record<string, Case> = {
  'a 204': { answer: answering(204), status: 204, becomes: 'delivered' },
  'a 200 with a body': { answer: answering(200, {}, 'thanks'), status: 200, becomes: 'delivered' },
  'a 200 with an endless body': { answer: endless, status: 200, becomes: 'delivered' },
  'a 299': { answer: answering(299), status: 299, becomes: 'delivered' },
  'a 200 with a header of 200 KB': {
    answer: writing(`HTTP/1.1 200 OK\r\nX-Trace: ${'a'.repeat(200_000)}\r\nContent-Length: 0\r\n\r\n`),
    status: 200,
    becomes: 'delivered',
  },
  'a 202 with a header that is not HTTP': {
    answer: writing('HTTP/1.1 202 Accepted\r\nBad Header\x01: 1\r\n\r\n'),
    status: 202,
    becomes: 'delivered',
  },
  'a 200 with two lengths': {
    answer: writing('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nok'),
    status: 200,
    becomes: 'delivered',
  },
  'a 201 after an interim answer, cut off within its headers': {
    answer: writing('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 201 Created\r\nContent-'),
    status: 201,
    becomes: 'delivered',
  },
  'a 500 that is cut off within its headers': {
    answer: writing('HTTP/1.1 500 Internal Server Error\r\nContent-'),
    status: 500,
    becomes: 'pending',
  },
  'an interim answer alone': {
    answer: writing('HTTP/1.1 103 Early Hints\r\n\r\n'),
    status: null,
    becomes: 'in_flight',
    error: CLOSED,
  },
  'a status line that is cut off': {
    answer: writing('HTTP/1.1 20'),
    status: null,
    becomes: 'in_flight',
    error: CLOSED,
  },
  'a 301': {
    answer: (request, response) =>
      response.writeHead(301, { location: new URL('/moved', `http://${request.headers.host}`).href }).end(),
    status: 301,
    becomes: 'pending',
  },
  'a 410 with a body': { answer: answering(410, {}, 'thanks'), status: 410, becomes: 'pending' },
  'a 429': { answer: answering(429, { 'retry-after': '1' }), status: 429, becomes: 'pending' },
  'a 503': { answer: answering(503, { 'retry-after': '86400' }), status: 503, becomes: 'pending' },
  'a reset': {
    answer: (request) => request.socket.destroy(),
    status: null,
    becomes: 'in_flight',
    error: CLOSED,
  },
  'a half-close': {
    answer: (request) => request.socket.end(),
    status: null,
    becomes: 'in_flight',
    error: CLOSED,
  },
  'what is not HTTP': {
    answer: (request) => request.socket.end('OK then\r\n\r\n'),
    status: null,
    becomes: 'in_flight',
    error: /^response: the answer was not HTTP$/,
  },
};

/** Checks what any delivery shows after its first attempt. */
function checkRecord(
  t: Test,
  shown: Shown,
  { status, becomes, error }: Omit<Case, 'answer'>,
  queued: number,
): void {
  const isAnswered = status !== null;
  t.match(shown, {
    status: becomes,
    attempt: 1,
    last_response_status: status,
    last_response_body: isAnswered ? 'Response bodies are not persisted.' : null,
    last_error: {
      delivered: null,
      pending: new RegExp(`^The endpoint answered ${status}$`),
      in_flight: error,
    }[becomes],
    attempts: [
      {
        attempt: 1,
        started_at: shown.last_attempt_at!,
        response_status: status,
        error: isAnswered ? null : shown.last_error,
      },
    ],
  });
  t.equal(shown.attempts.length, 1);
  const [attempt] = shown.attempts;
  t.ok(Date.parse(attempt!.started_at) >= queued);
  t.ok(attempt!.duration_ms! >= 0, `${attempt!.duration_ms} ms`);
  t.equal(shown.delivered_at !== null, becomes === 'delivered');
  if (becomes === 'delivered') t.ok(shown.delivered_at! >= attempt!.started_at);
  t.equal(shown.next_attempt_at !== null, becomes === 'pending');
}

for (const tls of [undefined, here]) {
  t.test(`each answer has its documented outcome, ${tls ? 'over TLS' : 'plain'}`, async (t) => {
    const queued = Date.now();
    const made: { what: string; receiver: Receiver; endpoint: Created }[] = [];
    for (const [what, { answer }] of Object.entries(CASES)) {
      const receiver = await makeReceiver(t, tls);
      receiver.answer = (request, response) => answer(request, response, receiver);
      const endpoint = await createEndpoint(app, key, {
        url: `${receiver.url}in?for=${encodeURIComponent(what)}`,
        ...county('31', tls ? '055' : '109'),
        event_types: ['parcel.sold'],
      });
      made.push({ what, receiver, endpoint });
    }
    await makeDispatcher(t, harness, { ca: authority.ca });
    const report = await loadNews(harness, 'deeds', [
      deed(`answers-${Boolean(tls)}`, { county_fips: tls ? '31055' : '31109', parcel_id: 'A-1' }),
    ]);
    t.same(report.webhooks, { events: 1, deliveries: made.length, over_quota: 0, not_kept: 0 });
    for (const { what, receiver, endpoint } of made) {
      await t.test(what, async (t) => {
        const settled = async () => {
          const [shown] = await deliveriesOf(app, key, endpoint.id);
          return shown!.attempts.length > 0 ? shown! : null;
        };
        await eventually(`an outcome of ${what}`, async () => (await settled()) !== null);
        const shown = (await settled())!;
        checkRecord(t, shown, CASES[what]!, queued);
        t.equal(document.answer(`get ${DELIVERIES}`, 200, { data: [shown], next_cursor: null }), '');
        t.notMatch(JSON.stringify(shown), /thanks/, 'bodies are not kept');
        const retry = `${DELIVERIES.replace('{id}', endpoint.id)}/${shown.id}/retry`;
        checkError(t, await call(app, 'POST', retry, { key }), 409, 'not_retryable');
        t.equal(receiver.got.length, 1, 'received once, redirects not followed');
        const [got] = receiver.got;
        t.equal(got!.path, `/in?for=${encodeURIComponent(what)}`);
        t.ok(verified(got!, endpoint.secret), 'its own secret verifies it');
        t.equal(got!.headers['x-terrier-delivery-id'], shown.id);
        t.equal(got!.headers['x-terrier-attempt'], '1');
        t.equal(got!.body.delivery_attempt, 1);
      });
    }
    const others = made.slice(1).map(({ endpoint }) => endpoint.secret);
    t.notOk(
      others.some((secret) => verified(made[0]!.receiver.got[0]!, secret)),
      'no other secret does',
    );
  });
}

t.test('an endpoint that hangs keeps its delivery in flight; after 10 seconds it is unknown', async (t) => {
  const receiver = await makeReceiver(t);
  receiver.answer = () => {};
  const endpoint = await createEndpoint(app, key, { url: receiver.url, ...state('08') });
  await makeDispatcher(t, harness);
  await queue(app, key, endpoint.id);
  await receiver.until(1);
  await eventually(
    'in flight',
    async () => (await deliveriesOf(app, key, endpoint.id))[0]!.status === 'in_flight',
  );
  const [meanwhile] = await deliveriesOf(app, key, endpoint.id);
  t.match(meanwhile, { attempt: 1, last_error: null, attempts: [], next_attempt_at: null });
  await eventually(
    'an outcome',
    async () => (await deliveriesOf(app, key, endpoint.id))[0]!.attempts.length > 0,
  );
  const [shown] = await deliveriesOf(app, key, endpoint.id);
  t.match(shown, {
    status: 'in_flight',
    last_error: /^response: no answer within 10 s$/,
    next_attempt_at: null,
    last_response_status: null,
  });
  t.ok(shown!.attempts[0]!.duration_ms! >= 9_900, 'after ten seconds');
  receiver.answer = (_request, response) => response.writeHead(204).end();
  await queue(app, key, endpoint.id);
  await receiver.until(2);
  t.equal(receiver.got.filter(({ headers }) => headers['x-terrier-delivery-id'] === shown!.id).length, 1);
});

t.test(
  'without the development authority its certificates are not trusted, in any environment',
  async (t) => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    t.teardown(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
    const receiver = await makeReceiver(t, here);
    const endpoint = await createEndpoint(app, key, { url: receiver.url, ...state('08') });
    await makeDispatcher(t, harness);
    await queue(app, key, endpoint.id);
    await eventually('an outcome', async () => {
      const [shown] = await deliveriesOf(app, key, endpoint.id);
      return shown!.last_error !== null;
    });
    t.match(await deliveriesOf(app, key, endpoint.id), [{ status: 'in_flight', last_error: /^tls: / }]);
    t.equal(receiver.got.length, 0);
  },
);

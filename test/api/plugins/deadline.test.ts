import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { commitInTime } from '../../../src/api/plugins/deadline.ts';
import { call, EVERYWHERE, makeHarness } from '../../helper.ts';

const harness = await makeHarness(t);
const app = await harness.app({}, undefined, false);
app.get('/commits-late', async (_request, reply) => {
  await sleep(2_000);
  await commitInTime(reply)(async () => {});
});
app.get('/commits/:milliseconds', async (request, reply) => {
  const { milliseconds } = request.params as { milliseconds: string };
  await commitInTime(reply)(() => sleep(Number(milliseconds)));
  return { data: 'committed' };
});
const warned: unknown[] = [];
/** Adds a route that answers with `payload` after the deadline; the promise resolves when it has answered. */
function answerLate(path: string, payload: () => unknown): Promise<void> {
  return new Promise((answered) => {
    app.get(path, async (_request, reply) => {
      reply.log.warn = (...words: unknown[]) => void warned.push(words);
      await sleep(3_200);
      setImmediate(answered);
      return payload();
    });
  });
}
const late = new Readable({ read() {} });
const lateAnswers = [answerLate('/late', () => ({ data: 'late' })), answerLate('/late-stream', () => late)];
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
const key = await harness.key();

t.test('a body may take longer to arrive than an answer may take to begin', async (t) => {
  const body = JSON.stringify({ bounds: EVERYWHERE });
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const status = new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/v1/search', headers });
    sent.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
    sent.write(body.slice(0, 10));
    void sleep(3_300).then(() => sent.end(body.slice(10)));
  });
  t.equal(await status, 200);
});

t.test('an answer after the deadline is dropped without a log message', async (t) => {
  const answers = await Promise.all([call(app, 'GET', '/late'), call(app, 'GET', '/late-stream')]);
  t.same(
    answers.map(({ status }) => status),
    [503, 503],
  );
  await Promise.all(lateAnswers);
  t.same(warned, []);
  t.equal(late.destroyed, true, 'a stream does not stay open');
});

t.test('a commit that is too late is reported as the service, not as one of its parts', async (t) => {
  const { status, json } = await call(app, 'GET', '/commits-late');
  t.equal(status, 503);
  t.match(json().error, /^The service is unavailable/);
});

t.test('the answer waits a little longer for a commit in progress', async (t) => {
  const [late, hung] = await Promise.all(
    [3_200, 6_000].map((milliseconds) => call(app, 'GET', `/commits/${milliseconds}`)),
  );
  t.same([late!.status, hung!.status], [200, 503]);
});

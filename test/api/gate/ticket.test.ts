import { EventEmitter, once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import fastify, { type FastifyReply } from 'fastify';
import t from 'tap';
import { commitInTime, LONGEST } from '../../../src/api/gate/ticket.ts';
import { handClock } from '../../clocks.ts';
import { call, makeHarness } from '../../helper.ts';
import { portOf } from '../../port-of.ts';

/** What production leaves for a commit, in milliseconds. */
const COMMIT_MARGIN = 1_000;

const clock = handClock();
/** Emits the path of each request when it begins, and `answered PATH` when it has been answered. */
const heard = new EventEmitter();
const harness = await makeHarness(t, { indices: false });
const app = await harness.app({}, undefined, false, { clock });
app.addHook('onRequest', async ({ url }) => void heard.emit(url));
app.addHook('onResponse', async ({ url }) => void heard.emit(`answered ${url}`));
app.post('/echo', async ({ body }) => body);
app.get('/commits-after/:milliseconds', async (request, reply) => {
  clock.pass(Number((request.params as { milliseconds: string }).milliseconds));
  await commitInTime(reply)(async () => {});
  return { data: 'committed' };
});
let end = () => {};
app.get('/commits', async (_request, reply) => {
  await commitInTime(reply)(async () => {
    const committed = new Promise<void>((done) => {
      end = done;
    });
    heard.emit('committing');
    await committed;
  });
  return { data: 'committed' };
});
const warned: unknown[] = [];
/** Adds a route that answers with `payload` after the deadline; the promise resolves when it has answered. */
function answerLate(path: string, payload: () => unknown): Promise<void> {
  return new Promise((answered) => {
    app.get(path, async (_request, reply) => {
      reply.log.warn = (...words: unknown[]) => void warned.push(words);
      const late = once(heard, `answered ${path}`);
      heard.emit(`handling ${path}`);
      await late;
      setImmediate(answered);
      return payload();
    });
  });
}
const late = new Readable({ read() {} });
const lateAnswers = [answerLate('/late', () => ({ data: 'late' })), answerLate('/late-stream', () => late)];
const port = await portOf(app);

t.test('a body may take longer to arrive than an answer may take to begin', async (t) => {
  const body = JSON.stringify({ data: 'whole' });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/echo', headers });
  const begun = once(heard, '/echo');
  sent.write(body.slice(0, 10));
  await begun;
  clock.pass(LONGEST);
  sent.end(body.slice(10));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  t.equal(answer.resume().statusCode, 200);
});

t.test('an answer after the deadline is dropped without a log message', async (t) => {
  const begun = ['/late', '/late-stream'].map((path) => once(heard, `handling ${path}`));
  const answers = ['/late', '/late-stream'].map((path) => call(app, 'GET', path));
  await Promise.all(begun);
  clock.pass(LONGEST);
  for (const { status } of await Promise.all(answers)) t.equal(status, 503);
  await Promise.all(lateAnswers);
  t.same(warned, []);
  t.equal(late.destroyed, true, 'a stream does not stay open');
});

t.test('neither `send` nor `hijack` of Fastify drops a late answer whole', async (t) => {
  const answered = (reply: FastifyReply) => reply.send('late');
  const hijacked = (reply: FastifyReply) => answered(reply).hijack();
  const returned = (_reply: FastifyReply, stream: Readable) => stream;
  const sent = (reply: FastifyReply, stream: Readable) => reply.send(stream);
  for (const [first, second, logs] of [
    [answered, returned, true],
    [answered, sent, true],
    [hijacked, returned, false],
    [hijacked, sent, true],
  ] as const) {
    const stream = new Readable({ read() {} });
    let logged = 0;
    const bare = fastify();
    bare.get('/', async (_request, reply) => {
      reply.log.warn = () => void logged++;
      first(reply);
      return second(reply, stream);
    });
    await bare.inject('/');
    t.equal(logged > 0, logs);
    t.equal(stream.destroyed, false, 'the stream stays open');
    stream.destroy();
    await bare.close();
  }
});

t.test('a commit that is too late is reported as the service, not as one of its parts', async (t) => {
  t.equal((await call(app, 'GET', `/commits-after/${LONGEST - COMMIT_MARGIN}`)).status, 200);
  const { status, json } = await call(app, 'GET', `/commits-after/${LONGEST - COMMIT_MARGIN + 1}`);
  t.equal(status, 503);
  t.match(json().error, /^The service is unavailable/);
});

t.test('the answer waits a little longer for a commit in progress', async (t) => {
  for (const [more, status] of [
    [COMMIT_MARGIN - 1, 200],
    [COMMIT_MARGIN, 503],
  ] as const) {
    const committing = once(heard, 'committing');
    const answer = call(app, 'GET', '/commits');
    await committing;
    clock.pass(LONGEST + more);
    end();
    t.equal((await answer).status, status);
  }
});

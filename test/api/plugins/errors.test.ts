import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import t from 'tap';
import { errors } from '../../../src/api/plugins/errors.ts';
import { ApiError } from '../../../src/domain/problems.ts';

/** An app whose answers are changed by `spoil`, like a bug of the service, just before they are checked. */
async function spoiled(spoil: (reply: FastifyReply) => void, handler: (reply: FastifyReply) => unknown) {
  const lines: string[] = [];
  const stream = { write: (line: string) => lines.push(line) };
  const app = Fastify({ logger: { level: 'error', stream } });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    spoil(reply);
    done();
  });
  await app.register(errors);
  app.get('/things/:name', (_request, reply) => handler(reply));
  return { app, lines };
}

const fail = () => {
  throw new ApiError('invalid_parameter', 'a is not a known field');
};
const ask = async (app: FastifyInstance, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: '/things/quill?owner=ida' });

t.test('an error body never has a status of success', async (t) => {
  for (const status of [200, 201, 304, 399]) {
    const { app, lines } = await spoiled((reply) => reply.code(status), fail);
    const answer = await ask(app);
    t.equal(answer.statusCode, 500, `${status}`);
    t.match(answer.json(), { code: 'internal_error', request_id: /./ });
    t.equal(lines.length, 2, 'it is told in the log');
    t.match(JSON.parse(lines[0]!), { level: 50, method: 'GET', route: '/things/:name', status });
    t.notMatch(lines.join(), /quill|ida/, 'without what was asked');
    t.equal((await ask(app, 'HEAD')).statusCode, 500, 'nor has the answer to HEAD');
    await app.close();
  }
});

t.test('only an error body has an error status', async (t) => {
  const bodies: [string, () => unknown][] = [
    ['an object', () => ({ data: [] })],
    ['bytes', () => Buffer.from('{"data":[]}')],
    ['a stream', () => Readable.from(['{"data":[]}'])],
    ['an error body of another making', () => ({ error: 'x', code: 'not_found', request_id: 'y' })],
    ['nothing', () => ''],
  ];
  for (const [what, body] of bodies) {
    const { app } = await spoiled(
      () => {},
      (reply) => reply.code(404).send(body()),
    );
    const answer = await ask(app);
    t.equal(answer.statusCode, 500, what);
    t.match(answer.json(), { code: 'internal_error' }, what);
    await app.close();
  }
});

t.test('an answer with a fitting status is left unchanged', async (t) => {
  const { app, lines } = await spoiled(
    () => {},
    (reply) => reply.code(304).send(),
  );
  app.get('/fails', fail);
  app.get('/null', async () => null);
  t.equal((await ask(app)).statusCode, 304);
  t.equal((await app.inject('/fails')).statusCode, 400);
  t.equal((await app.inject('/null')).statusCode, 200);
  t.equal((await app.inject('/nothing')).statusCode, 404);
  t.same(lines, []);
  await app.close();
});

t.test('an error repeats no markup and no long address from the request', async (t) => {
  const { app } = await spoiled(
    () => {},
    () => {
      throw new ApiError('invalid_parameter', 'a holds <svg/onload=x> </a><!--, must be <= 5');
    },
  );
  const answer = await ask(app);
  t.equal(answer.json().error, 'a holds <svg/onload=x> </a><!--, must be <= 5', 'as it was said');
  t.notMatch(answer.body, /<[a-z/!]/i);
  t.match(answer.body, /must be <= 5/, 'what is none stays readable');
  const lost = await app.inject({ method: 'GET', url: `/${'x'.repeat(5_000)}` });
  t.equal(lost.statusCode, 404);
  t.ok(lost.body.length < 500, `${lost.body.length} characters`);
  await app.close();
});

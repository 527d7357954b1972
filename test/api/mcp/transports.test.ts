import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import t from 'tap';
import { listening } from '../../client/support.ts';
import { makeHarness } from '../../helper.ts';
import { start } from '../../start.ts';
import { PARCELS } from './records.ts';
import { ask, ERAS, overHttp, overStdio } from './support.ts';

const harness = await makeHarness(t);
await harness.load('parcels', PARCELS);
const api = await listening(harness);
const key = await harness.key();

/** Runs `terrier mcp` with these arguments. */
const run = (args: string[], env: Record<string, string> = {}) => start(t, { env }, ['mcp', ...args]);

for (const era of ERAS) {
  t.test(`tools answer over stdio, ${era}`, async (t) => {
    const client = await overStdio(t, api.baseUrl, key, era);
    t.equal((await client.listTools()).tools.length, 17);
    t.match((await ask(client, 'deals_absentee', { limit: 1 })).json(), { total: 30, rows: { length: 1 } });
    const wrong = await ask(client, 'deals_absentee', { limit: 0 });
    t.ok(wrong.failed);
    t.match(wrong.text, /limit must be at least 1/);
  });

  t.test(`tools answer over HTTP, ${era}`, async (t) => {
    const client = await overHttp(t, api.baseUrl, key, { era });
    t.equal((await client.listTools()).tools.length, 17);
    const answers = await Promise.all([1, 2, 3, 4].map((limit) => ask(client, 'deals_absentee', { limit })));
    t.same(
      answers.map(({ json }) => json().rows.length),
      [1, 2, 3, 4],
    );
  });
}

t.test('without a key, tools that need none answer, and the others say how to give one', async (t) => {
  const client = await overStdio(t, api.baseUrl);
  t.notOk((await ask(client, 'parcel_lookup', { id: '31109:R-0/1' })).failed);
  const { failed, text } = await ask(client, 'deals_absentee');
  t.ok(failed);
  t.match(text, /^401 missing_key: .*TERRIER_API_KEY/);
});

t.test('standard output has only the protocol, and the command ends with its input', async (t) => {
  const { child, ended } = run(['--url', api.baseUrl], { TERRIER_API_KEY: key, LOG_LEVEL: 'trace' });
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => JSON.parse((await lines.next()).value as string);
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  child.stdin.write('this is not JSON\n');
  send({ id: 1, method: 'initialize', params });
  t.match(await answer(), { id: 1, result: { serverInfo: { name: 'terrier' } } });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: 'parcel_lookup', arguments: { id: '31109:none' } } });
  t.match(await answer(), { id: 2, result: { isError: true } });
  child.stdin.end();
  const { code, out, err } = await ended;
  t.equal(code, 0);
  for (const line of out.trim().split('\n')) t.match(JSON.parse(line), { jsonrpc: '2.0' });
  t.notMatch(err, key);
});

t.test('wrong settings are named, and end the command', async (t) => {
  const rows: [string[], Record<string, string>, RegExp][] = [
    [['--url', 'nowhere'], {}, /^--url must be an http or https address/],
    [['--url', 'http://a:b@127.0.0.1'], {}, /^--url must have no user/],
    [[], { TERRIER_API_KEY: 'two secrets' }, /^TERRIER_API_KEY must be/],
  ];
  for (const [args, settings, complaint] of rows) {
    const { code, out, err } = await run(args, settings).ended;
    t.equal(code, 1, args.join(' '));
    t.match(err, complaint);
    t.notMatch(err, 'two secrets');
    t.equal(out, '');
  }
});

/** Sends what no well-behaved client would; returns status and body. */
async function raw(
  url: string,
  headers: Record<string, string>,
  body: string | Buffer | null = '{}',
  path?: string,
) {
  const { hostname, port, pathname } = new URL(url);
  const sent = request({
    hostname,
    port,
    path: path ?? pathname,
    method: body === null ? 'GET' : 'POST',
    headers,
  });
  sent.on('error', () => {});
  sent.end(body);
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return {
    status: response.statusCode as number,
    headers: response.headers,
    body: Buffer.concat(chunks).toString(),
  };
}

const url = `${api.baseUrl}/mcp`;
const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

t.test('wrong HTTP requests are refused', async (t) => {
  const good = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const rows: [string, Record<string, string>, string | Buffer | null, number, string?][] = [
    ['it answers', good, list, 200],
    ['a Host that no URL can have', { ...good, host: 'a b' }, list, 200],
    ['no key', { ...good, authorization: '' }, list, 401],
    ['another scheme', { ...good, authorization: 'Basic YTpi' }, list, 401],
    ['a key with a blank', { ...good, authorization: 'Bearer a b' }, list, 401],
    ['a key that is made up', { ...good, authorization: `Bearer ${key}x` }, list, 401],
    ['another path', good, list, 404, '/mcp/more'],
    ['another type', { ...good, 'content-type': 'text/plain' }, list, 415],
    ['no JSON', good, '{', 400],
    ['no object', good, '1', 400],
    ['no body', good, '', 400],
    ['Latin-1', good, Buffer.from(list.replace('tools/list', 'PE\u00d1A'), 'latin1'), 400],
    ['UTF-16', good, Buffer.from(list, 'utf16le'), 400],
    ['a large body', good, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(300_000) }), 413],
    ['a large body in chunks', { ...good, 'transfer-encoding': 'chunked' }, 'ñ'.repeat(150_000), 413],
    ['a deep body', good, `${list.slice(0, -1)},"params":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 400],
    ['GET', good, null, 405],
    ['one type alone', { ...good, accept: 'application/json' }, list, 406],
  ];
  for (const [what, headers, body, status, path] of rows) {
    const answer = await raw(url, headers, body, path);
    t.equal(answer.status, status, `${what}: ${answer.body.slice(0, 200)}`);
    if (what === 'Latin-1') t.match(answer.body, /The body is not UTF-8/);
    if (status === 401) t.equal(answer.headers['www-authenticate'], 'Bearer');
    t.match(answer.headers['x-request-id'], /./, what);
    t.notMatch(answer.body, key);
  }
});

t.test('an Accept header with a wildcard, or none, accepts both types', async (t) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  t.equal((await raw(url, headers, list)).status, 200, 'no Accept header');
  for (const accept of ['*/*', 'application/*', 'text/html, */*;q=0.8'])
    t.equal((await raw(url, { ...headers, accept }, list)).status, 200, accept);
});

t.test('web pages may call it, with a key', async (t) => {
  const origin = 'http://localhost:6274';
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,mcp-protocol-version,mcp-method',
    },
  });
  t.equal(preflight.status, 204);
  t.equal(preflight.headers.get('access-control-allow-origin'), '*');
  t.match(preflight.headers.get('access-control-allow-methods'), 'POST');
  for (const name of ['authorization', 'content-type', 'mcp-protocol-version', 'mcp-method'])
    t.match(preflight.headers.get('access-control-allow-headers'), name);
  const headers = { origin, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await raw(url, headers, list);
  t.equal(answer.status, 200);
  t.equal(answer.headers['access-control-allow-origin'], '*');
  t.equal((await raw(url, { origin }, list)).headers['access-control-allow-origin'], '*', 'without a key');
});

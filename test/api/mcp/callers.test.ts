import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { listening } from '../../client/support.ts';
import { eventually } from '../../eventually.ts';
import { makeHarness } from '../../helper.ts';
import { ask, overHttp } from './support.ts';

/** An address of a caller, and of another. */
const HERE = '203.0.113.7';
const THERE = '198.51.100.9';

/** A minute that does not end. */
const NOON = Date.UTC(2031, 4, 15, 12);

const harness = await makeHarness(t);
const proxied = await listening(harness, { TRUST_PROXY: '127.0.0.1', BURST_FREE: '3' }, () => NOON);
const direct = await listening(harness);

const near = await harness.key({ name: 'near', allowedAddresses: ['127.0.0.1'] });
const far = await harness.key({ name: 'far', allowedAddresses: [HERE] });

const answers = async (client: Awaited<ReturnType<typeof overHttp>>) =>
  !(await ask(client, 'coverage')).failed;

t.test('a key works over MCP from its allowed addresses, and from no others', async (t) => {
  t.ok(await answers(await overHttp(t, direct.baseUrl, near)), 'the address of the connection');
  t.ok(await answers(await overHttp(t, proxied.baseUrl, far, { forwarded: HERE })), 'behind a proxy');
  t.ok(
    await answers(await overHttp(t, proxied.baseUrl, far, { forwarded: `${THERE}, ${HERE}` })),
    'as the proxy says',
  );
  const refused: [what: string, baseUrl: string, key: string, forwarded?: string][] = [
    ['not from an address that is the API’s own', proxied.baseUrl, near, THERE],
    ['nor through a proxy that says nothing', proxied.baseUrl, far],
    ['nor as the caller says', proxied.baseUrl, far, `${HERE}, ${THERE}`],
    ['nor as a caller says without a proxy', direct.baseUrl, far, HERE],
  ];
  for (const [what, baseUrl, key, forwarded] of refused)
    await t.rejects(overHttp(t, baseUrl, key, { forwarded }), /403/, what);
});

t.test('made-up keys shut out only the address that they come from', async (t) => {
  const madeUp = () => `terrier_${randomBytes(24).toString('base64url')}`;
  const guess = () => overHttp(t, proxied.baseUrl, madeUp(), { forwarded: THERE, era: 'legacy' });
  for (let n = 0; n < 3; n++) await t.rejects(guess(), /invalid_key|401/);
  await t.rejects(guess(), /burst_limit|429/);
  const key = await harness.key();
  await t.rejects(overHttp(t, proxied.baseUrl, key, { forwarded: THERE }), /burst_limit|429/, 'with a key');
  t.ok(await answers(await overHttp(t, proxied.baseUrl, key, { forwarded: HERE })), 'others are not');
});

t.test('a call that has begun is answered while the API stops', async (t) => {
  const { app, baseUrl } = await listening(harness);
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'coverage', arguments: {} } };
  const sent = request(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await harness.key()}`,
      'content-type': 'application/json',
      expect: '100-continue',
    },
  });
  const answered = once(sent, 'response');
  sent.flushHeaders();
  await once(sent, 'continue');
  const closed = app.close();
  await eventually('the API stops', () => !app.server.listening);
  sent.end(JSON.stringify(call));
  const [response] = await answered;
  t.match(await text(response), /total_parcels/);
  await closed;
});

import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { makeHarness } from '../../../helper.ts';
import { managing } from './managing.ts';

const harness = await makeHarness(t, { indices: false });
const app = await harness.app();
const { admin, made } = managing(harness, app);

t.test('a key with a list of addresses works only from those', async (t) => {
  const proxied = await harness.app({ TRUST_PROXY: '127.0.0.1, 192.0.2.0/24' });
  const first = await admin();
  const { key } = await made(first.key, {
    name: 'here',
    allowed_addresses: ['203.0.113.7', '198.51.100.0/25', '2001:db8:1::/48', '2001:db8:9::1'],
  });
  const from = async (at: FastifyInstance, remoteAddress: string, forwarded?: string) => {
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    if (forwarded !== undefined) headers['x-forwarded-for'] = forwarded;
    const answer = await at.inject({ method: 'GET', url: '/v1/usage', headers, remoteAddress });
    if (answer.statusCode === 403) t.equal(answer.json().code, 'address_not_allowed');
    return answer.statusCode;
  };
  const rows: [string, number][] = [
    ['203.0.113.7', 200],
    ['203.0.113.8', 403],
    ['198.51.100.127', 200],
    ['198.51.100.128', 403],
    ['::ffff:203.0.113.7', 200],
    ['::ffff:203.0.113.8', 403],
    ['::ffff:cb00:7107', 200],
    ['::ffff:cb00:7108', 403],
    ['2001:db8:1:ffff::9', 200],
    ['2001:db8:2::1', 403],
    ['2001:db8:9::1', 200],
    ['2001:db8:9::2', 403],
    ['127.0.0.1', 403],
    ['::1', 403],
  ];
  for (const [address, expected] of rows) t.equal(await from(app, address), expected, address);
  t.equal(await from(app, '127.0.0.1', '203.0.113.7'), 403, 'what nobody trusted forwards does not count');
  t.equal(await from(app, '203.0.113.7', '127.0.0.1'), 200);
  t.equal(await from(proxied, '127.0.0.1', '203.0.113.7'), 200, 'what a trusted proxy forwards does');
  t.equal(
    await from(proxied, '127.0.0.1', '203.0.113.7, 203.0.113.8'),
    403,
    'its own word, not the client’s',
  );
  t.equal(await from(proxied, '127.0.0.1', '203.0.113.7, 192.0.2.9'), 200, 'through two of them');
  const near = await made(first.key, { name: 'near', allowed_addresses: ['127.0.0.1'] });
  const told = (forwarded: string) => ({ authorization: `Bearer ${near.key}`, 'x-forwarded-for': forwarded });
  for (const [forwarded, expected] of [
    ['127.0.0.1', 200],
    ['nobody', 403],
    ['127.0.0.1:80', 200],
    ['[::ffff:127.0.0.1]:80', 200],
    ['127.0.0.1:port', 403],
    ['203.0.113.7:80', 403],
  ] as const) {
    const answer = await proxied.inject({ method: 'GET', url: '/v1/usage', headers: told(forwarded) });
    t.equal(answer.statusCode, expected, `from a proxy that is on the list, for ${forwarded}`);
  }
  t.equal(await from(proxied, '203.0.113.7', '127.0.0.1'), 200, 'who is no proxy forwards nothing');
  const four = await made(first.key, { name: 'four', allowed_addresses: ['0.0.0.0/0'] });
  const six = await made(first.key, { name: 'six', allowed_addresses: ['::/0'] });
  const headers = ({ key }: { key: string }) => ({ authorization: `Bearer ${key}` });
  const ask = async (one: { key: string }, remoteAddress: string) =>
    (await app.inject({ method: 'GET', url: '/v1/usage', headers: headers(one), remoteAddress })).statusCode;
  t.same(
    [await ask(four, '192.0.2.1'), await ask(four, '2001:db8::1')],
    [200, 403],
    'all of IPv4 is that alone',
  );
  t.same([await ask(six, '192.0.2.1'), await ask(six, '2001:db8::1')], [403, 200], 'and all of IPv6');
});

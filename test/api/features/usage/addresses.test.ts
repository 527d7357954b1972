import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { clock, PARCEL, withParcel } from './counting.ts';

const harness = await withParcel(t);
const three = await harness.app({ LIMIT_FREE: '3' }, clock().now);

/** A request without a key from an address; returns the remaining requests, or the code of the refusal. */
async function from(app: FastifyInstance, remoteAddress: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ url: PARCEL, remoteAddress, headers });
  return answer.statusCode === 200 ? Number(answer.headers['x-ratelimit-remaining']) : answer.json().code;
}

t.test('without a key, an IPv4 address or an IPv6 /64 is counted', async (t) => {
  const app = three;
  const rows: [string, number | string][] = [
    ['198.51.100.1', 2],
    ['198.51.100.1', 1],
    ['198.51.100.2', 2],
    ['::ffff:198.51.100.2', 1],
    ['0:0:0:0:0:FFFF:C633:6402', 0],
    ['::ffff:c633:6401', 0],
    ['198.51.100.1', 'monthly_limit'],
    ['2001:db8:1:2::1', 2],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', 1],
    ['2001:0DB8:0001:0002::9', 0],
    ['2001:db8:1:2::1', 'monthly_limit'],
    ['2001:db8:1:3::1', 2],
    ['2001:db8::1', 2],
    ['2001:db8:0:0:1::', 1],
    ['::1', 2],
    ['fe80::1%eth0', 2],
    ['fe80::2%eth1', 1],
  ];
  for (const [address, expected] of rows) t.equal(await from(app, address), expected, address);
});

t.test('a key is counted by itself, not by its address', async (t) => {
  const app = three;
  const address = '198.51.100.40';
  t.equal(await from(app, address), 2);
  const key = await harness.key({ tier: 'free' });
  const authorization = `Bearer ${key}`;
  t.equal(await from(app, address, { authorization }), 2, 'a free key has the free tier’s limit');
  t.equal(await from(app, '198.51.100.41', { authorization }), 1);
});

t.test('forwarded addresses count only when a trusted proxy names them', async (t) => {
  const settings = { LIMIT_FREE: '2' };
  const spoofed = {
    'x-forwarded-for': '203.0.113.1',
    'x-real-ip': '203.0.113.2',
    forwarded: 'for=203.0.113.3',
  };

  const open = await harness.app(settings, clock().now);
  t.equal(await from(open, '198.51.100.50', spoofed), 1);
  t.equal(await from(open, '198.51.100.50', { 'x-forwarded-for': '203.0.113.9' }), 0);
  t.equal(
    await from(open, '198.51.100.50', { 'x-forwarded-for': '203.0.113.10' }),
    'monthly_limit',
    'not so',
  );

  const behind = await harness.app({ ...settings, TRUST_PROXY: '10.0.0.0/8, 192.0.2.7' }, clock().now);
  t.equal(await from(behind, '198.51.100.51', spoofed), 1, 'not a proxy');
  t.equal(await from(behind, '198.51.100.51', { 'x-forwarded-for': '203.0.113.9' }), 0, 'not a proxy');
  t.equal(await from(behind, '10.1.2.3', { 'x-forwarded-for': '203.0.113.20' }), 1);
  t.equal(await from(behind, '192.0.2.7', { 'x-forwarded-for': '203.0.113.20' }), 0, 'the same client');
  const chain = { 'x-forwarded-for': '203.0.113.99, 203.0.113.21, 10.9.9.9' };
  t.equal(await from(behind, '10.1.2.3', chain), 1, 'the last address that is not a proxy');
  t.equal(await from(behind, '10.1.2.3', { 'x-forwarded-for': '203.0.113.21' }), 0, 'is the one counted');
  t.equal(await from(behind, '10.1.2.3', { 'x-real-ip': '203.0.113.22' }), 1, 'no header: the proxy');
});

t.test('a port after a forwarded address is left out', async (t) => {
  const app = await harness.app({ LIMIT_FREE: '3', TRUST_PROXY: '10.0.0.0/8, fd00::/8' }, clock().now);
  const rows: [forwarded: string, left: number][] = [
    ['203.0.113.7:51234', 2],
    ['203.0.113.7', 1],
    ['203.0.113.7:80', 0],
    ['203.0.113.8:51234', 2],
    ['[2001:db8:7::7]:443', 2],
    ['[2001:db8:7::7]', 1],
    ['2001:db8:7::7', 0],
    ['203.0.113.9:51234, 10.9.9.9:4431', 2],
    ['203.0.113.10:51234, [fd00::1]:443, 10.9.9.9', 2],
    ['203.0.113.10, [fd00::1], 10.9.9.9:80', 1],
    ['::ffff:203.0.113.10', 0],
  ];
  for (const [forwarded, left] of rows)
    t.equal(await from(app, '10.1.2.3', { 'x-forwarded-for': forwarded }), left, forwarded);
});

t.test('forwarded text that is not an address is counted as the proxy', async (t) => {
  const app = await harness.app({ LIMIT_FREE: '10', TRUST_PROXY: '10.0.0.0/8' }, clock().now);
  const texts = [
    'unknown',
    "' OR 1=1 --",
    'x'.repeat(5_000),
    '1.2.3.4.5',
    ',,,',
    '1.2.3.4:x',
    '1.2.3.4:',
    '[1.2.3.4]',
    '[x]:80',
  ];
  const left = [];
  for (const text of texts) left.push(await from(app, '10.7.7.7', { 'x-forwarded-for': text }));
  t.same(left, [9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

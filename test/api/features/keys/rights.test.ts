import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { createKey } from '../../../../src/accounts/keys.ts';
import { call, makeHarness } from '../../../helper.ts';
import { checkError } from '../../../refusals.ts';
import { DAY, type Json, managing } from './managing.ts';

const harness = await makeHarness(t);
const { database } = harness;
const app = await harness.app();
const { admin, status, make, rotate, end, list, made } = managing(harness, app);

/** What each operation requires of a key, by its path: the document must say the same. */
function expectedNeed(name: string): string | null {
  const [method, path] = name.split(' ') as [string, string];
  if (path.startsWith('/api/v1/keys')) return method === 'get' ? null : 'admin';
  if (path.startsWith('/api/v1/usage')) return null;
  if (path.startsWith('/api/v1/webhooks') || path === '/api/v1/events') return 'webhooks';
  return path === '/api/v1/search/export' ? 'export' : 'read';
}

t.test('every route refuses keys that lack what it requires, and no others', async (t) => {
  const document: Json = (await call(app, 'GET', '/openapi.json')).json();
  const first = await admin();
  const holders: Record<string, string> = { admin: (await admin({ scopes: ['read'] })).key };
  for (const scope of ['read', 'webhooks', 'export']) {
    holders[scope] = (await made(first.key, { name: scope, scopes: [scope] })).key;
  }
  const has: Record<string, string[]> = {
    admin: ['admin', 'read'],
    read: ['read'],
    webhooks: ['webhooks'],
    export: ['export'],
  };
  let rows = 0;
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      if (operation.security.length === 0) continue;
      const name = `${method} ${path}`;
      const need = operation['x-needs'] ?? null;
      t.equal(need, expectedNeed(name), `${name} is documented`);
      const url = path.replace(/\{\w+\}/g, '0');
      const verb = method.toUpperCase() as 'GET' | 'POST' | 'PATCH' | 'DELETE';
      for (const [holder, key] of Object.entries(holders)) {
        const body = ['post', 'patch'].includes(method) ? {} : undefined;
        const answer = await call(app, verb, url, { key, body });
        const code = (answer.text.startsWith('{') ? answer.json() : {}).code;
        const lacks = ['scope_missing', 'not_admin'].includes(code);
        t.equal(
          lacks,
          need !== null && !has[holder]!.includes(need),
          `${name} with a key of ${holder}: ${code}`,
        );
        if (lacks) t.equal(answer.status, 403, name);
        rows++;
      }
      if (operation.security.length > 1) continue;
      const body = ['post', 'patch'].includes(method) ? {} : undefined;
      t.equal((await call(app, verb, url, { body })).status, 401, `${name} without a key`);
    }
  }
  t.ok(rows > 150, `${rows} rows`);
});

t.test('a key cannot give what it does not have', async (t) => {
  const caller = await admin({
    tier: 'pro',
    scopes: ['read'],
    allowedAddresses: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
    expiresAt: new Date(Date.now() + 10 * DAY),
  });
  const name = 'x';
  const rows: [object, RegExp][] = [
    [{ name, scopes: ['read', 'export'] }, /^scopes holds export/],
    [{ name, allowed_addresses: null }, /^allowed_addresses must not be null/],
    [{ name, allowed_addresses: ['10.1.0.0/16', '11.0.0.1'] }, /^allowed_addresses holds 11\.0\.0\.1/],
    [{ name, allowed_addresses: ['10.0.0.0/7'] }, /^allowed_addresses holds 10\.0\.0\.0\/7/],
    [{ name, allowed_addresses: ['2001:db8::/31'] }, /^allowed_addresses/],
    [{ name, allowed_addresses: ['::/0'] }, /^allowed_addresses/],
    [{ name, expires_in_days: 11 }, /^expires_in_days must end before/],
  ];
  for (const [body, complaint] of rows) {
    const answer = await make(caller.key, body);
    checkError(t, answer, 403, 'exceeds_key', complaint, JSON.stringify(body));
  }
  t.equal((await list(caller.key)).length, 1, 'and nothing was made');
  t.match(
    await made(caller.key, { name, is_admin: true, allowed_addresses: ['10.1.0.0/16', '2001:DB8:1::1'] }),
    {
      tier: 'pro',
      is_admin: true,
      scopes: ['read'],
      allowed_addresses: ['10.1.0.0/16', '2001:db8:1::1'],
      expires_at: caller.expires_at,
    },
    'what is left out it has from the asking key',
  );
  const expiresAt = new Date(caller.expires_at!);
  const larger = await createKey(database, { tier: 'scale', name, account: caller.account, expiresAt });
  t.equal((await rotate(caller.key, larger.id)).status, 403, 'nor by rotating a key that has more');
  t.equal((await end(caller.key, larger.id)).status, 200, 'but it ends one that lives no longer');
});

t.test('a key manages only keys that end no later than itself', async (t) => {
  const first = await admin();
  const days = (expires_in_days: number, is_admin = false) =>
    made(first.key, { name: `${expires_in_days} days`, is_admin, expires_in_days });
  const [same, brief, longer] = [await days(1), await days(1, true), await days(2)];
  const there = await harness.app();
  for (const id of [first.id, longer.id]) {
    const answers = await Promise.all(
      [app, there].flatMap((at) => [rotate(brief.key, id, { overlap_hours: 0 }, at), end(brief.key, id, at)]),
    );
    for (const answer of answers) {
      checkError(t, answer, 403, 'exceeds_key', /ask with a key that ends no earlier/, id);
    }
  }
  t.equal((await list(first.key)).length, 4, 'nothing was made');
  t.same([await status(first.key), await status(longer.key)], [200, 200], 'or ended');
  t.equal((await end(brief.key, same.id)).status, 200, 'one made earlier with the same life ends no earlier');
});

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
  t.equal(await from(proxied, '127.0.0.1', '203.0.113.7, 203.0.113.8'), 403, 'its word, not the client’s');
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
  t.same([await ask(four, '192.0.2.1'), await ask(four, '2001:db8::1')], [200, 403], 'that is IPv4 alone');
  t.same([await ask(six, '192.0.2.1'), await ask(six, '2001:db8::1')], [403, 200], 'and all of IPv6');
});

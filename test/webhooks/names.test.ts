import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { readConfig } from '../../src/config.ts';
import { checkDestination } from '../../src/webhooks/destination.ts';
import { type Address, createNames, nameServers } from '../../src/webhooks/names.ts';
import { makeNameServer, type Says } from './dispatch/name-server.ts';

/** Name servers may take any time, in milliseconds. */
const PATIENT = { longest: 3_600_000, timeout: 5_000, tries: 50 };
/** A server that does not answer is soon given up. */
const SOON = { ...PATIENT, timeout: 10, tries: 2 };

const serverFor = async (t: Test, says: (host: string) => Says, lookUp = PATIENT) => {
  const server = await makeNameServer(t, says);
  return { ...server, resolve: nameServers([server.address], lookUp) };
};
const nothing: ReadonlySet<string> = new Set();

t.test('all IPv4 and IPv6 addresses of a host are found', async (t) => {
  const { resolve } = await serverFor(t, () => ({
    A: ['93.184.215.14', '93.184.215.15'],
    AAAA: ['2606:2800:21f:0:0:0:0:1'],
  }));
  t.same(await resolve('hooks.example.com'), [
    { address: '93.184.215.14', family: 4 },
    { address: '93.184.215.15', family: 4 },
    { address: '2606:2800:21f::1', family: 6 },
  ]);
});

t.test('a host may have addresses of only one family', async (t) => {
  const { resolve } = await serverFor(t, () => ({ AAAA: ['2606:2800:21f:0:0:0:0:1'] }));
  t.same(await resolve('six.example.com'), [{ address: '2606:2800:21f::1', family: 6 }]);
});

t.test('a name server that answers for only one family does not delay the look-up', async (t) => {
  const { resolve } = await serverFor(t, (host) =>
    host === 'four.example.com'
      ? { A: ['93.184.215.14'], AAAA: 'silence' }
      : host === 'six.example.com'
        ? { A: 'silence', AAAA: ['2606:2800:21f:0:0:0:0:1'] }
        : 'silence',
  );
  for (const [host, found] of [
    ['four.example.com', { address: '93.184.215.14', family: 4 }],
    ['six.example.com', { address: '2606:2800:21f::1', family: 6 }],
  ] as const)
    t.same(await resolve(host), [found]);
});

t.test('a name in /etc/hosts needs no name server', async (t) => {
  const { resolve, asked } = await serverFor(t, () => 'silence');
  const found = await resolve('localhost');
  t.ok(found.some(({ address }) => address === '127.0.0.1' || address === '::1'));
  t.same(asked, []);
});

t.test('a host without an address is final; a name server without an answer is not', async (t) => {
  const { resolve } = await serverFor(t, (host) =>
    host === 'gone.example.com' ? 'NXDOMAIN' : host === 'empty.example.com' ? {} : 'SERVFAIL',
  );
  await t.rejects(resolve('gone.example.com'), { code: 'ENOTFOUND', isFinal: true });
  await t.rejects(resolve('empty.example.com'), { code: 'ENODATA', isFinal: true });
  await t.rejects(resolve('broken.example.com'), { code: 'ESERVFAIL', isFinal: false });
});

t.test('a name server that does not answer is asked again, and given up', async (t) => {
  const { resolve, asked, address } = await serverFor(t, () => 'silence', SOON);
  await t.rejects(resolve('slow.example.com'), { code: 'ETIMEOUT', isFinal: false });
  t.equal(asked.length, 2 * SOON.tries, 'for each family');
  const limited = nameServers([address], { ...PATIENT, longest: 1 });
  await t.rejects(limited('slow.example.com'), { code: 'ETIMEOUT', isFinal: false });
});

t.test('an account has a few look-ups at once, and a host has one', async (t) => {
  const ends = new Map<string, (found: Address[]) => void>();
  const asked: string[] = [];
  const names = createNames((host) => {
    asked.push(host);
    return new Promise((found) => ends.set(host, found));
  });
  const slow = Array.from({ length: 10 }, (_, n) => names('slow', `${n}.example.com`));
  const again = names('slow', '9.example.com');
  const other = names('other', 'healthy.example.com');
  const shared = names('other', '0.example.com');
  await turn();
  t.same(asked, ['0', '1', '2', '3'].map((n) => `${n}.example.com`).concat('healthy.example.com'));
  await other.begun;
  await shared.begun;
  let begun = false;
  void slow[9]!.begun.then(() => {
    begun = true;
  });
  const address = [{ address: '93.184.215.14', family: 4 }];
  ends.get('healthy.example.com')!(address);
  t.same(await other.addresses, address, 'another account is not kept waiting');
  t.notOk(begun, 'the others of the slow account wait');
  for (let n = 0; n < 10; n++) {
    await slow[n]!.begun;
    ends.get(`${n}.example.com`)!(address);
    await slow[n]!.addresses;
  }
  t.same(await shared.addresses, address);
  t.same(await again.addresses, address);
  t.equal(asked.length, 11, 'each host was looked up once');
  const later = names('slow', '9.example.com');
  await later.begun;
  t.equal(asked.length, 12, 'and again for a later look-up');
  ends.get('9.example.com')!(address);
});

t.test('an address is judged by what the name servers say', async (t) => {
  const { resolve } = await serverFor(t, (host) => {
    if (host === 'good.example.com') return { A: ['93.184.215.14'] };
    if (host === 'mixed.example.com') return { A: ['93.184.215.14'], AAAA: ['0:0:0:0:0:0:0:1'] };
    return host === 'gone.example.com' ? 'NXDOMAIN' : 'SERVFAIL';
  });
  const { resolve: slow } = await serverFor(t, () => 'silence', SOON);
  await checkDestination('https://good.example.com/', nothing, resolve);
  await t.rejects(checkDestination('https://mixed.example.com/', nothing, resolve), /public addresses only/);
  await t.rejects(checkDestination('https://gone.example.com/', nothing, resolve), /cannot be found/);
  for (const unanswered of [resolve, slow])
    await t.rejects(
      checkDestination('https://broken.example.com/', nothing, unanswered),
      /servers give no answer/,
    );
});

t.test('a wrong list of name servers is refused', async (t) => {
  t.equal(readConfig({ WEBHOOK_DNS_SERVERS: '9.9.9.9, [2620:fe::fe]:53' }).PORT, 8080);
  for (const list of ['dns.example.com', '9.9.9.9;1.1.1.1', '9.9.9']) {
    t.throws(() => readConfig({ WEBHOOK_DNS_SERVERS: list }), /^WEBHOOK_DNS_SERVERS=.* cannot be used/);
  }
});

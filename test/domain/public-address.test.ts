import fc from 'fast-check';
import t from 'tap';
import { isPublicAddress } from '../../src/domain/public-address.ts';

/** First and last addresses of blocks that are not of the public internet, and of its neighbours that are. */
const CASES: [what: string, notPublic: string[], neighbours: string[]][] = [
  ['this network', ['0.0.0.0', '0.255.255.255'], ['1.0.0.0']],
  ['private, 10/8', ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
  ['carrier-grade NAT', ['100.64.0.0', '100.127.255.255'], ['100.63.255.255', '100.128.0.0']],
  ['loopback', ['127.0.0.0', '127.0.0.1', '127.255.255.255'], ['126.255.255.255', '128.0.0.0']],
  [
    'link-local and the metadata service',
    ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
    ['169.253.255.255', '169.255.0.0'],
  ],
  ['private, 172.16/12', ['172.16.0.0', '172.31.255.255'], ['172.15.255.255', '172.32.0.0']],
  ['protocol assignments', ['192.0.0.0', '192.0.0.170', '192.0.0.255'], ['191.255.255.255', '192.0.1.0']],
  ['documentation 1', ['192.0.2.0', '192.0.2.255'], ['192.0.3.0']],
  ['6to4 relays', ['192.88.99.0', '192.88.99.255'], ['192.88.98.255', '192.88.100.0']],
  ['private, 192.168/16', ['192.168.0.0', '192.168.255.255'], ['192.167.255.255', '192.169.0.0']],
  ['benchmarks', ['198.18.0.0', '198.19.255.255'], ['198.17.255.255', '198.20.0.0']],
  ['documentation 2', ['198.51.100.0', '198.51.100.255'], ['198.51.99.255', '198.51.101.0']],
  ['documentation 3', ['203.0.113.0', '203.0.113.255'], ['203.0.112.255', '203.0.114.0']],
  ['multicast', ['224.0.0.0', '239.255.255.255'], ['223.255.255.255']],
  ['reserved and broadcast', ['240.0.0.0', '255.255.255.254', '255.255.255.255'], []],
  ['unspecified and loopback in IPv6', ['::', '::1'], []],
  ['IPv4-compatible', ['::127.0.0.1', '::5db8:d822'], []],
  ['IPv4-mapped', ['::ffff:127.0.0.1', '::ffff:93.184.215.14', '::ffff:7f00:1'], []],
  ['IPv4-translated', ['::ffff:0:127.0.0.1'], []],
  ['NAT64', ['64:ff9b::', '64:ff9b::127.0.0.1', '64:ff9b::5db8:d822', '64:ff9b:1::1'], []],
  ['discard', ['100::', '100::ffff:ffff:ffff:ffff'], []],
  ['Teredo', ['2001::', '2001:0:4136:e378:8000:63bf:3fff:fdd2'], []],
  [
    'protocol assignments in IPv6',
    ['2001:2::1', '2001:10::1', '2001:20::1', '2001:1ff:ffff::1'],
    ['2001:200::1'],
  ],
  [
    'documentation in IPv6',
    ['2001:db8::', '2001:db8:ffff::1', '3fff::', '3fff:fff:ffff::1'],
    ['2001:db7::1', '2001:db9::1'],
  ],
  ['6to4', ['2002::', '2002:7f00:1::', '2002:5db8:d822::1'], ['2003::1']],
  ['segment routing', ['5f00::1'], []],
  ['unique local', ['fc00::', 'fd12:3456:789a::1', 'fdff:ffff::1'], []],
  ['link-local in IPv6', ['fe80::1', 'febf:ffff::1', 'fe80::1%eth0'], []],
  ['site-local', ['fec0::1'], []],
  ['multicast in IPv6', ['ff00::', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], []],
  ['not given out', ['4000::1', '8000::1', 'e000::1', '1fff:ffff::1'], []],
];

t.test('what is not of the public internet, to the edges of each block', (t) => {
  for (const [what, notPublic, neighbours] of CASES) {
    for (const address of notPublic) t.notOk(isPublicAddress(address), `${what}: ${address}`);
    for (const address of neighbours) t.ok(isPublicAddress(address), `beside ${what}: ${address}`);
  }
  t.end();
});

t.test('public addresses', (t) => {
  const addresses = [
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
    '2620:fe::fe',
  ];
  for (const address of addresses) t.ok(isPublicAddress(address), address);
  t.end();
});

t.test('what is no address is not public', (t) => {
  for (const text of [
    '',
    ' ',
    'localhost',
    'example.com',
    '1.2.3.4.5',
    '256.1.1.1',
    '::g',
    '1.1.1.1 ',
    '1.1.1.1:80',
  ]) {
    t.notOk(isPublicAddress(text), JSON.stringify(text));
  }
  t.end();
});

t.test('an IPv4 address inside of an IPv6 one is never public, whatever it is', (t) => {
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom('::ffff:', '::', '64:ff9b::', '::ffff:0:'), (address, prefix) => {
      return !isPublicAddress(prefix + address);
    }),
  );
  t.end();
});

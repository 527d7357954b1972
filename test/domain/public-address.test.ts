import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import t from 'tap';
import { isPublicAddress } from '../../src/domain/public-address.ts';
import { holds } from '../holds.ts';
import { each } from '../listed.ts';

/** The first and last addresses of blocks that are not public, and of neighboring blocks that are. */
const CASES: [what: string, notPublic: string[], neighbors: string[]][] = [
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
  [
    'NAT64 of what is not public',
    each('64:ff9b:: 64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b::168.63.129.16 64:ff9b::10.255.255.255'),
    ['64:ff9b::5db8:d822', '64:ff9b::9.255.255.255', '64:ff9b::11.0.0.0'],
  ],
  [
    'what looks like NAT64',
    ['64:ff9b::1:808:808', '64:ff9b:0:0:1::808:808', '64:ff9a:ffff::808:808', '64:ff9b:1::8.8.8.8'],
    ['64:ff9b::8.8.8.8'],
  ],
  ['discard', ['100::', '100::ffff:ffff:ffff:ffff'], []],
  ['Teredo', ['2001::', '2001:0:4136:e378:8000:63bf:3fff:fdd2'], []],
  ['IPv6 protocols', ['2001:2::1', '2001:10::1', '2001:20::1', '2001:1ff:ffff::1'], ['2001:200::1']],
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

t.test('what is not public is refused, to the edges of each block', async (t) => {
  for (const [what, notPublic, neighbors] of CASES) {
    for (const address of notPublic) t.notOk(isPublicAddress(address), `${what}: ${address}`);
    for (const address of neighbors) t.ok(isPublicAddress(address), `beside ${what}: ${address}`);
  }
});

t.test('public addresses', async (t) => {
  const addresses = each('1.1.1.1 8.8.8.8 93.184.215.14 2606:4700:4700::1111 2a00:1450:4001::1 2620:fe::fe');
  for (const address of addresses) t.ok(isPublicAddress(address), address);
});

t.test('what is not an address is not public', async (t) => {
  for (const text of [
    '',
    ' ',
    '1.1.1.1 ',
    ...each('localhost example.com 1.2.3.4.5 256.1.1.1 ::g 1.1.1.1:80'),
  ]) {
    t.notOk(isPublicAddress(text), JSON.stringify(text));
  }
});

/**
 * IANA's registries of special-purpose addresses, and what other standards reserve: none is for customers' servers, not
 * even those that are reachable globally (AS112, AMT, anycast of protocols).
 */
const REGISTRY = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24'],
  ...['192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4', '255.255.255.255/32', '168.63.129.16/32'],
  ...['::/128', '::1/128', '::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b:1::/48'],
  ...['100::/64', '100:0:0:1::/64', '2001::/23', '2001::/32', '2001:1::1/128', '2001:1::2/128'],
  ...['2001:1::3/128', '2001:2::/48', '2001:3::/32', '2001:4:112::/48', '2001:10::/28', '2001:20::/28'],
  ...['2001:30::/28', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20', '5f00::/16'],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

/** An address of a block: its own bits, followed by any bits. */
function within(block: string, filling: number[]): string {
  const [first, bits] = ipaddr.parseCIDR(block);
  const bytes = first.toByteArray().map((byte, at) => {
    const kept = Math.max(0, Math.min(8, bits - 8 * at));
    const mask = (0xff00 >> kept) & 0xff;
    return (byte & mask) | (filling[at]! & ~mask & 0xff);
  });
  return ipaddr.fromByteArray(bytes).toString();
}

const bytes = (length: number) => fc.array(fc.nat(255), { minLength: length, maxLength: length });

t.test('no address of a block that IANA reserves is public', async () => {
  await holds(5_000, [fc.constantFrom(...REGISTRY), bytes(16)], (block, filling) => {
    return !isPublicAddress(within(block, filling));
  });
});

t.test('the wire server of Azure is refused, and its neighbors are not', async (t) => {
  t.notOk(isPublicAddress('168.63.129.16'));
  for (const address of ['168.63.129.15', '168.63.129.17']) t.ok(isPublicAddress(address), address);
});

t.test('ISATAP with any prefix is refused, and what only looks like it is not', async (t) => {
  for (const address of each(`
      2606:4700::5efe:10.0.0.1 2606:4700::200:5efe:10.0.0.1 2606:4700::5efe:8.8.8.8
      2606:4700:1:2:300:5efe:7f00:1 2A00:1450:0:0:0:5EFE:A9FE:A9FE
    `)) {
    t.notOk(isPublicAddress(address), address);
  }
  for (const address of ['2606:4700::5eff:a00:1', '2606:4700::5efe:0:a00:1', '2606:4700::400:5efe:a00:1']) {
    t.ok(isPublicAddress(address), address);
  }
});

/** The groups of an IPv4 address as IPv6 writes them. */
const hex = (high: number, low: number) => ((high << 8) | low).toString(16);

const NAT64 = ([a, b, c, d]: number[]) => `64:ff9b::${a}.${b}.${c}.${d}`;

/** The other IPv6 forms that contain an IPv4 address, `[a, b, c, d]`; `any` fills the rest. */
const FORMS: Record<string, (v4: number[], any: number[]) => string> = {
  mapped: ([a, b, c, d]) => `::ffff:${a}.${b}.${c}.${d}`,
  'mapped, in hexadecimal': ([a, b, c, d]) => `::ffff:${hex(a!, b!)}:${hex(c!, d!)}`,
  'mapped, in full': ([a, b, c, d]) => `0:0:0:0:0:FFFF:${hex(a!, b!)}:${hex(c!, d!)}`,
  compatible: ([a, b, c, d]) => `::${a}.${b}.${c}.${d}`,
  translated: ([a, b, c, d]) => `::ffff:0:${a}.${b}.${c}.${d}`,
  'NAT64 of local use, at /48': ([a, b, c, d]) => `64:ff9b:1:${hex(a!, b!)}:${hex(0, c!)}:${hex(d!, 0)}::`,
  'NAT64 of local use, at /96': ([a, b, c, d], [x, y]) => `64:ff9b:1:${hex(x!, y!)}::${a}.${b}.${c}.${d}`,
  '6to4': ([a, b, c, d], [x, y, z]) => `2002:${hex(a!, b!)}:${hex(c!, d!)}:${hex(x!, y!)}::${hex(0, z!)}`,
  'Teredo, of its server': ([a, b, c, d], [x, y]) => `2001:0:${hex(a!, b!)}:${hex(c!, d!)}::${hex(x!, y!)}:1`,
  'Teredo, of its client': ([a, b, c, d], [x, y]) =>
    `2001:0:4136:e378:8000:${hex(x!, y!)}:${hex(a! ^ 255, b! ^ 255)}:${hex(c! ^ 255, d! ^ 255)}`,
  ISATAP: ([a, b, c, d], [x, y]) => `2606:4700:${hex(x!, y!)}::5efe:${a}.${b}.${c}.${d}`,
  'ISATAP, universal': ([a, b, c, d], [x, y]) => `2a00:${hex(x!, y!)}::200:5efe:${a}.${b}.${c}.${d}`,
  'ISATAP, link-local': ([a, b, c, d]) => `fe80::5efe:${a}.${b}.${c}.${d}`,
};

for (const [form, write] of Object.entries(FORMS)) {
  t.test(`an IPv4 address inside an IPv6 one is never public, whatever it is: ${form}`, async (t) => {
    t.ok(ipaddr.IPv6.isValid(write([10, 0, 0, 1], [1, 2, 3])), write([10, 0, 0, 1], [1, 2, 3]));
    await holds(100, [bytes(4), bytes(3)], (v4, any) => !isPublicAddress(write(v4, any)));
    for (const block of REGISTRY.filter((one) => one.includes('.'))) {
      await holds(20, [bytes(4), bytes(3)], (filling, any) => {
        const v4 = within(block, filling).split('.').map(Number);
        return !isPublicAddress(write(v4, any));
      });
    }
  });
}

t.test('an address of NAT64 is as public as the IPv4 address in it', async (t) => {
  t.ok(isPublicAddress(NAT64([93, 184, 215, 14])));
  await holds(100, [bytes(4)], (v4) => isPublicAddress(NAT64(v4)) === isPublicAddress(v4.join('.')));
  for (const block of REGISTRY.filter((one) => one.includes('.'))) {
    await holds(
      20,
      [bytes(4)],
      (filling) => !isPublicAddress(NAT64(within(block, filling).split('.').map(Number))),
    );
  }
});

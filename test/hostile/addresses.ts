import { networkInterfaces } from 'node:os';
import { each } from '../listed.ts';

/**
 * Addresses of this machine, of private networks and of metadata services, in every form that a URL may have. Each is
 * placed between `//` and `:PORT/`. Names that are looked up end in .invalid, which nobody can register.
 */
const FORMS: Record<string, string[]> = {
  'IPv4, whole and short': each(`127.0.0.1 127.1 127.0.1 127.255.255.254 0.0.0.0 0 127.0.0.1. 127.1.`),
  decimal: ['2130706433', '2130706433.', '2852039166', '3232235521'],
  octal: ['0177.0.0.1', '0177.0.1', '017700000001', '00000177.0.0.1', '0251.0376.0251.0376'],
  hexadecimal: ['0x7f.1', '0x7f000001', '0x7f.0x0.0x0.0x1', '0X7F.0.1', '0xa9fea9fe', '0x7f.0.0.0x01'],
  mixed: ['0x7f.0.0.01', '127.0x0.00.1', '169.254.43518', '10.0x0.1', '172.0x10.0.1'],
  'private and shared': each(
    '10.0.0.1 172.16.0.1 172.31.255.254 192.168.0.1 100.64.0.1 198.18.0.1 192.0.0.170',
  ),
  'metadata services': each(
    '169.254.169.254 169.254.170.2 100.100.100.200 168.63.129.16 [fd00:ec2::254] [fd20:ce::254]',
  ),
  'not for one host': ['224.0.0.1', '255.255.255.255', '240.0.0.1', '[ff02::1]'],
  'loopback in IPv6': each(
    '[::1] [::] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::0.0.0.1]',
  ),
  'IPv4 in IPv6': each(`
    [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:7f00:0001] [::FFFF:127.0.0.1] [::127.0.0.1]
    [::7f00:1] [::ffff:0:127.0.0.1] [::ffff:0a00:1] [::ffff:169.254.169.254]
  `),
  'translated and tunnelled': each(`
    [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2002:7f00:0001::1]
    [2002:a9fe:a9fe::] [2001:0:7f00:1::1] [2606:4700::5efe:7f00:1] [fe80::5efe:127.0.0.1]
  `),
  'local in IPv6': ['[fe80::1]', '[fc00::1]', '[fd12:3456::1]', '[fec0::1]'],
  'zone ids': ['[fe80::1%25lo]', '[fe80::1%lo]', '[::1%25lo]', '[::1%1]', '[::1%25eth0]'],
  'other digits': each(
    `１２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 127．0．0．1 127｡0｡0｡1 𝟭𝟮𝟳.𝟬.𝟬.𝟭 ¹²⁷.⁰.⁰.¹ ٠x7f.1`,
  ),
  'names of this machine': [
    'loc\u00adalhost',
    'l\u200bocalhost',
    ...each('localhost LOCALHOST localhost. ｌｏｃａｌｈｏｓｔ ⓛⓞⓒⓐⓛⓗⓞⓢⓣ localhoſt ip6-localhost'),
  ],
  escaped: ['127%2e0%2e0%2e1', '%31%32%37.0.0.1', '%6c%6f%63alhost', '127%E3%80%820%E3%80%820%E3%80%821'],
  'user information': [
    ...each(
      'nobody.invalid@127.0.0.1 nobody.invalid:443@127.0.0.1 a:b@localhost nobody.invalid%40@127.0.0.1',
    ),
    ...['127.0.0.1@localhost', 'nobody.invalid&@127.0.0.1', '@127.0.0.1'],
  ],
  'cut off by other characters': [
    '127.0.0.1#@nobody.invalid',
    '127.0.0.1?@nobody.invalid',
    '127.0.0.1/@nobody.invalid',
    '127.0.0.1\\@nobody.invalid',
    '127.0.0.1\t',
    '127.0.\n0.1',
  ],
};

const own = () =>
  Object.values(networkInterfaces())
    .flat()
    .flatMap((one) => one ?? [])
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));

/** Each form, and what it is. */
export const addressForms = (): { what: string; host: string }[] => [
  ...Object.entries(FORMS).flatMap(([what, hosts]) => hosts.map((host) => ({ what, host }))),
  ...[...new Set(own())].map((host) => ({ what: 'addresses of this machine', host })),
];

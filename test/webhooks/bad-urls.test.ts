import t from 'tap';
import { call, makeHarness } from '../helper.ts';
import { each } from '../listed.ts';
import { checkError } from '../refusals.ts';
import { body, creating, NEW, PUBLIC, type Row } from './creating.ts';
import { makeNameServer } from './dispatch/name-server.ts';

const harness = await makeHarness(t, { indices: false });
/** None of the hosts that are looked up here exists. */
const nobody = await makeNameServer(t, (host) => (host.startsWith('dead') ? 'SERVFAIL' : 'NXDOMAIN'));
/** No host is allowed for development. */
const { app, key } = await harness.api({}, { WEBHOOK_DEV_HOSTS: '', WEBHOOK_DNS_SERVERS: nobody.address });
const { send, stored, make } = creating(harness, app, key);

const url = (what: string, address: unknown, names = /url must lead to (a )?public address/): Row => [
  what,
  body({ url: address }),
  names,
];
const URLS: Row[] = [
  url('null', null, /url must be a string/),
  url('a list', [PUBLIC], /url must be a string/),
  url('empty', '', /url must not be empty/),
  url('a space', ' ', /url must have no blanks/),
  url('words', 'not a url', /url must have no blanks/),
  url('no scheme', '93.184.215.14/hook', /url must begin with https/),
  url('a scheme alone', 'https://', /url must have a host after https/),
  url('no host', 'https:///', /url must have a host after https/),
  url('http', 'http://93.184.215.14/', /url must begin with https/),
  url('ftp', 'ftp://93.184.215.14/', /url must begin with https/),
  url('file', 'file:///etc/passwd', /url must begin with https/),
  url('a user name', 'https://user@93.184.215.14/', /url must have no user name/),
  url('a password', 'https://user:pass@93.184.215.14/', /url must have no user name/),
  url('a fragment', 'https://93.184.215.14/#top', /url must have no fragment/),
  url('a space after', `${PUBLIC} `, /url must have no blanks/),
  url('a space inside', 'https://93.184.215.14/a b', /url must have no blanks/),
  url('a line end', 'https://93.184.215.14/\r\nX-Evil: 1', /url must have no blanks/),
  url('a tab in the host', 'https://93.184.\t215.14/', /url must have no blanks/),
  url('NUL', 'https://93.184.215.14/\0', /url must have no blanks/),
  url('backslashes', 'https:\\\\93.184.215.14\\', /url must have no blanks/),
  url('a backslash before @', 'https://93.184.215.14\\@127.0.0.1/', /url must have no blanks/),
  url('a port out of range', 'https://93.184.215.14:65536/', /url must have a valid host and port/),
  url('a port that is none', 'https://93.184.215.14:http/', /url must have a valid host and port/),
  url('a host that is none', 'https://exa mple.com/', /url must have no blanks/),
  url('an IPv4 address that is none', 'https://1.2.3.256/', /url must have a valid host and port/),
  url('an IPv6 address that is none', 'https://[::g]/', /url must have a valid host and port/),
  url('an IPv6 zone', 'https://[fe80::1%25eth0]/', /url must have a valid host and port/),
  url('2,049 characters', `https://93.184.215.14/${'x'.repeat(2_027)}`, /url must have at most 2048/),
  // Every range and every spelling: test/domain/public-address.test.ts.
  ...each(`
      127.0.0.1 0x7f.1 2130706433 ①②⑦.0.0.1 %31%32%37.0.0.1 10.0.0.1 169.254.169.254 [::1]
      [::ffff:127.0.0.1] [fd00:ec2::254]
    `).map((host) => url(host, `https://${host}/`)),
  url('a port on loopback', 'https://127.0.0.1:8443/hook'),
  url('localhost', 'https://localhost/'),
  url('localhost in capitals', 'https://LOCALHOST/'),
  url('localhost with a trailing dot', 'https://localhost./', /url (must lead to|names a host)/),
  url('localhost in full-width letters', 'https://ｌｏｃａｌｈｏｓｔ/'),
  url('a name that does not exist', 'https://nobody.invalid/', /url names a host that cannot be found/),
  url('a host of dead name servers', 'https://dead.invalid/', /url names a host whose name servers give no/),
  url('an international name', 'https://bücher.invalid/', /url names a host that cannot be found/),
  url('an empty label', 'https://a..invalid/', /url (names a host|must have a valid host)/),
  url(
    'a label that is too long',
    `https://${'x'.repeat(64)}.invalid/`,
    /url names a host that cannot be found/,
  ),
];

t.test('an address that breaks a rule is refused', async (t) => {
  for (const [what, sent, names] of URLS)
    checkError(t, await send(sent), 400, 'invalid_parameter', names, what);
  t.same(await stored(), [0, 0, 0], 'nothing is stored');
});

t.test('addresses just inside each rule create endpoints', async (t) => {
  for (const [what, url] of [
    ['the scheme in capitals', 'HTTPS://93.184.215.14/'],
    ['a port', 'https://93.184.215.14:8443/'],
    ['the usual port', 'https://93.184.215.14:443'],
    ['a query', 'https://93.184.215.14/a/b?c=d&e=%20'],
    ['2,048 characters', `https://93.184.215.14/${'x'.repeat(2_026)}`],
    ['a public IPv6 address', 'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/'],
  ] as const)
    t.equal((await make(t, what, { url })).url, url, 'the address as it was given');
});

t.test('only the hosts that are set are allowed for development, by name and also over http', async (t) => {
  const development = await harness.app({ WEBHOOK_DEV_HOSTS: ' Localhost,127.0.0.1 ,,[::1]' });
  const make = (address: string) =>
    call(development, 'POST', '/api/v1/webhooks', { key, body: { ...NEW, url: address } });
  for (const address of each('http://127.0.0.1:4000/ https://127.0.0.1/ http://localhost:1/ http://127.1/')) {
    t.equal((await make(address)).status, 201, address);
  }
  for (const [address, names] of [
    ['http://127.0.0.2/', /url must begin with https/],
    ['https://127.0.0.2/', /url must lead to a public address/],
    ['http://93.184.215.14/', /url must begin with https/],
    ['https://10.0.0.1/', /url must lead to a public address/],
    ['http://user@localhost/', /url must have no user name/],
    ['http://localhost/#x', /url must have no fragment/],
    ['ftp://localhost/', /url must begin with https/],
  ] as const) {
    checkError(t, await make(address), 400, 'invalid_parameter', names);
  }
});

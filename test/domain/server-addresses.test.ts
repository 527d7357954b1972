import t from 'tap';
import { hostsIn, nodesIn, shownHosts } from '../../src/domain/server-addresses.ts';

t.test('Elasticsearch nodes are whole addresses, with one login', async (t) => {
  for (const [list, expected] of [
    ['http://a:9200', ['http://a:9200']],
    ['http://e:p,w@a:9200/x,y', ['http://e:p,w@a:9200/x,y']],
    ['http://a:9200,http://b:9200', ['http://a:9200/', 'http://b:9200/']],
    ['http://e:p%40,w@a , https://b/es', ['http://e:p%40,w@a/', 'https://e:p%40,w@b/es']],
    ['http://a,http://e:p@b', ['http://e:p@a/', 'http://e:p@b/']],
    ['http://e:p@a,http://e:p@b,http://c', ['http://e:p@a/', 'http://e:p@b/', 'http://e:p@c/']],
    // What is wrong with one address is said by what uses it.
    ['nonsense', ['nonsense']],
  ] as const)
    t.same(nodesIn(list), expected, list);
});

t.test('MySQL hosts are listed before one database', async (t) => {
  for (const [address, expected] of [
    ['mysql://u:p@a/db', ['mysql://u:p@a/db']],
    ['mysql://u:p,w@a/db', ['mysql://u:p,w@a/db']],
    [
      'mysql://u:p%40,w@a,b:3307/db?x={"y":1}',
      ['a', 'b:3307'].map((h) => `mysql://u:p%40,w@${h}/db?x={"y":1}`),
    ],
    ['mysql://DB1, [::1]:3306/db', ['mysql://DB1/db', 'mysql://[::1]:3306/db']],
    ['nonsense', ['nonsense']],
  ] as const)
    t.same(hostsIn(address), expected, address);
});

t.test('a list that cannot be used is refused, without its login', async (t) => {
  const whole = /^it must list whole addresses/;
  const before = /^it must list hosts before one database/;
  for (const [read, list, message] of [
    [nodesIn, 'http://e:secret@a:9200,b:9200', whole],
    [nodesIn, 'http://e:secret@a,b:9200', whole],
    [nodesIn, 'http://e:secret@a:9200,', whole],
    [nodesIn, 'http://e:secret@a:9200,ftp://b', whole],
    [nodesIn, 'http://e:secret@a,http://e:secret@a', 'it lists a twice.'],
    [
      nodesIn,
      'http://e:secret@a,http://e:other@b:1',
      'its nodes need the same user and password, and b:1 has others.',
    ],
    [hostsIn, 'mysql://u:secret@a,/db', before],
    [hostsIn, 'mysql://u:secret@,a/db', before],
    [hostsIn, 'mysql://u:secret@a,b c/db', before],
    [hostsIn, 'mysql://u:secret@a,b:99999/db', before],
    [hostsIn, 'mysql://u:secret@a/db,mysql://u:secret@b/db', before],
    [hostsIn, 'mysql://u:secret@a:1,b:1,a:1/db', 'it lists a:1 twice.'],
  ] as const) {
    t.throws(() => read(list), { message }, list);
    t.throws(() => read(list), { message: /^(?!.*secret)/ });
  }
});

t.test('hosts are shown without a login', async (t) => {
  t.equal(shownHosts(hostsIn('mysql://u:secret@a,b:1/db')), 'a, b:1');
});

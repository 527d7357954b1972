import t from 'tap';
import { readConfig, readProxies } from '../src/config.ts';

const KEY = '0123456789abcdef'.repeat(4);

t.test('blanks and line ends around a setting, as in a secret from a file, are no part of it', async (t) => {
  const given = {
    WEBHOOK_SECRET_KEY: KEY,
    DATABASE_URL: 'mysql://terrier:p%40ss@db/terrier',
    ELASTICSEARCH_URL: 'https://elastic:p%40ss@es:9200',
    TERRIER_API_KEY: 'terrier_key',
    WEBHOOK_CA_FILE: '/etc/ssl/ours.pem',
    LOG_LEVEL: 'info',
    SIGNUP: 'on',
    INDEX_PREFIX: 'county',
  };
  const expected = { ...given, PORT: 9_000, MEMORY_MB: 0.5 };
  for (const [before, after] of [
    ['', '\n'],
    ['', '\r\n'],
    ['', '\n\n'],
    [' ', ' \t'],
  ]) {
    const env = Object.fromEntries(
      Object.entries({ ...given, PORT: '9000', MEMORY_MB: '0.5' }).map(([name, value]) => [
        name,
        `${before}${value}${after}`,
      ]),
    );
    t.match(readConfig(env), expected, JSON.stringify([before, after]));
    const proxy = 'http://me:secret@proxy.example:3128';
    t.same(
      readProxies({ HTTPS_PROXY: `${before}${proxy}${after}`, NO_PROXY: `${before}a.example${after}` }),
      {
        HTTPS_PROXY: proxy,
        NO_PROXY: 'a.example',
      },
    );
  }
});

t.test('a setting of blanks alone is not set', async (t) => {
  t.equal(readConfig({ PORT: '\n', WEBHOOK_SECRET_KEY: ' \n' }).PORT, 8_080);
  t.notOk('WEBHOOK_SECRET_KEY' in readConfig({ WEBHOOK_SECRET_KEY: ' \n' }));
});

t.test('a secret that cannot be used is not shown', async (t) => {
  for (const [name, value] of [
    ['WEBHOOK_SECRET_KEY', `${KEY.slice(1)}\n`],
    ['DATABASE_URL', 'mysql://terrier:100%sure@db/terrier'],
    ['DATABASE_URL', 'mysql://terrier:not-to-be-seen@db,/terrier'],
    ['ELASTICSEARCH_URL', 'http://elastic:not-to-be-seen@es:9200,other:9200'],
  ] as const) {
    const refused = (() => {
      try {
        readConfig({ [name]: value });
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    })();
    t.match(refused, new RegExp(`^${name} cannot be used`));
    t.notOk(refused.includes(value.slice(10, 25)));
  }
});

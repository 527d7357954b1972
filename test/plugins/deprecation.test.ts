import t from 'tap';
import { notFound } from '../../src/problems.ts';
import { call, makeHarness } from '../helper.ts';

const harness = await makeHarness(t, { indices: false });

t.test('a deprecated route says since when, and when it ends', async (t) => {
  const app = await harness.app();
  const schema = { summary: 'Old', tags: ['Health'] };
  const since = '2026-01-31';
  app.get('/old', { schema, config: { deprecated: { since, sunset: '2027-02-01' } } }, async () => ({}));
  app.get('/older', { schema, config: { deprecated: { since } } }, async () => {
    throw notFound('There is nothing');
  });
  const old = await call(app, 'GET', '/old', { headers: { origin: 'https://maps.example' } });
  t.match(old.headers, {
    deprecation: '@1769817600',
    sunset: 'Mon, 01 Feb 2027 00:00:00 GMT',
    link: '</docs/versioning>; rel="deprecation"; type="text/html"',
  });
  t.match(old.headers['access-control-expose-headers'], /Deprecation, Sunset, Link/, 'pages may read them');
  const older = await call(app, 'GET', '/older');
  t.equal(older.status, 404);
  t.equal(older.headers.deprecation, '@1769817600', 'errors say so too');
  t.notOk('sunset' in older.headers, 'no end is set');
  t.notOk('deprecation' in (await call(app, 'GET', '/livez')).headers);
  const { paths } = (await call(app, 'GET', '/openapi.json')).json();
  t.equal(paths['/old'].get.deprecated, true);
  t.notOk('deprecated' in paths['/livez'].get);
});

t.test('a day that is none is refused when the route is added', async (t) => {
  const app = await harness.app();
  t.throws(() => app.get('/old', { config: { deprecated: { since: 'soon' } } }, async () => ({})), /soon/);
});

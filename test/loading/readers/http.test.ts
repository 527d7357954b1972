import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import nock from 'nock';
import t from 'tap';
import { openLayer } from '../../../src/loading/readers/arcgis/layer.ts';
import { download } from '../../../src/loading/readers/download.ts';
import { retryAfter, waitAfter } from '../../../src/loading/readers/failure.ts';
import { createHttp } from '../../../src/loading/readers/http.ts';
import { METADATA, PATH, parcels } from './arcgis/made-up-layer.ts';
import { allRows } from './arcgis/reading.ts';
import { IMPATIENT, serve } from './local-server.ts';

t.teardown(() => nock.restore());

t.test('a public server’s redirect to a private address is refused', async (t) => {
  const { origin, seen } = await serve(t, (_, response) => response.end('private'));
  const { port } = new URL(origin);
  const places = [
    `http://127.0.0.1:${port}/x`,
    `http://localhost:${port}/x`,
    `http://[::ffff:7f00:1]:${port}/x`,
  ];
  for (const location of places) {
    nock('https://county.example.com').get('/a.csv').reply(302, '', { location });
    await t.rejects(
      download('https://county.example.com/a.csv', { folder: t.testdir(), patience: IMPATIENT }),
      { message: /leads to an address that is not public/ },
      location,
    );
  }
  t.same(seen, [], 'none was connected to');
});

t.test('a public server’s layer leads to no private address, by redirects or by its pages', async (t) => {
  const { origin, seen } = await serve(t, (_, response) => response.end('{}'));
  const private_ = `${origin}${PATH}/query?f=json`;
  const gis = 'https://gis.example.com';
  const open = () => openLayer(`${gis}${PATH}`, { patience: IMPATIENT });
  const described = () => nock(gis).get(PATH).query(true).reply(200, METADATA);
  t.teardown(() => nock.cleanAll());

  nock(gis).get(PATH).query(true).times(IMPATIENT.tries).reply(302, '', { location: private_ });
  await t.rejects(open(), { message: /leads to an address that is not public/ }, 'and not described');

  nock.cleanAll();
  described();
  nock(gis)
    .get(`${PATH}/query`)
    .query(true)
    .times(10 * IMPATIENT.tries)
    .reply(302, '', { location: private_ });
  await t.rejects(
    async () => allRows(await open()),
    { message: /leads to an address that is not public/ },
    'instead of a page',
  );

  nock.cleanAll();
  described();
  const rows = parcels(3);
  nock(gis)
    .get(`${PATH}/query`)
    .query(({ returnCountOnly }) => returnCountOnly !== undefined)
    .reply(200, { count: rows.length });
  nock(gis)
    .get(`${PATH}/query`)
    .query(({ resultOffset }) => resultOffset !== undefined)
    .reply(200, {
      features: rows,
      next: private_,
      nextLink: private_,
      links: [{ rel: 'next', href: private_ }],
      '@odata.nextLink': private_,
    });
  t.equal((await allRows(await open())).length, rows.length, 'links of answers are not followed');
  t.same(seen, [], 'none was connected to');
});

t.test('a host gets at most two requests at once', async (t) => {
  const count = 12;
  const held: ServerResponse[] = [];
  const { origin } = await serve(t, (_, response, { pathname }) => {
    if (pathname === '/last') response.end();
    else held.push(response);
  });
  const one = createHttp({ allowPrivate: true });
  const other = createHttp({ allowPrivate: true });
  t.teardown(() => {
    one.close();
    other.close();
  });
  const answered = Promise.all(
    Array.from({ length: count }, (_, index) =>
      [one, other][index % 2]!.request(new URL(origin), { patience: IMPATIENT }, async ({ body }) => {
        for await (const _ of body);
      }),
    ),
  );
  for (let left = count; left > 0; left--) {
    const most = Math.min(2, left);
    while (held.length < most) await sleep(5);
    // This one waits for no other, so it arrives after all that were sent before.
    await (await fetch(`${origin}/last`)).text();
    t.equal(held.length, most, 'also with several clients');
    held.shift()!.end('done');
  }
  await answered;
});

t.test('waits grow, and a server may ask for longer ones, up to a limit', async (t) => {
  const patience = { tries: 6, firstWait: 1_000, longestWait: 60_000, answer: 90_000, preparing: 0 };
  t.same(
    [1, 2, 3, 6, 7, 8].map((failed) => waitAfter(failed, null, patience)),
    [1_000, 2_000, 4_000, 32_000, 60_000, 60_000],
  );
  t.equal(waitAfter(1, 7_000, patience), 7_000);
  t.equal(waitAfter(3, 500, patience), 4_000);
  t.equal(waitAfter(1, 86_400_000, patience), 60_000);
});

t.test('Retry-After may be seconds or a date', async (t) => {
  const now = Date.parse('Mon, 02 Jun 2025 10:00:00 GMT');
  const cases: [header: string | undefined, wait: number | null][] = [
    ['120', 120_000],
    ['0', 0],
    ['-5', 0],
    ['Mon, 02 Jun 2025 10:00:30 GMT', 30_000],
    ['Mon, 02 Jun 2025 09:00:00 GMT', 0],
    ['soon', null],
    ['', null],
    [undefined, null],
  ];
  for (const [header, wait] of cases) t.equal(retryAfter(header, now), wait, String(header));
});

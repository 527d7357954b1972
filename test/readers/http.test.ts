import nock from 'nock';
import t from 'tap';
import { download } from '../../src/readers/download.ts';
import { retryAfter } from '../../src/readers/failure.ts';
import { createHttp } from '../../src/readers/http.ts';
import { waitAfter } from '../../src/readers/patience.ts';
import { IMPATIENT, serve } from './local-server.ts';

t.test('a public server that redirects to a private address', async (t) => {
  const { origin, seen } = await serve(t, (_, response) => response.end('private'));
  const { port } = new URL(origin);
  t.teardown(() => nock.restore());
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

t.test('a host gets at most two requests at once', async (t) => {
  let now = 0;
  let most = 0;
  const { origin, seen } = await serve(t, (_, response) => {
    most = Math.max(most, ++now);
    setTimeout(() => {
      now--;
      response.end('done');
    }, 5);
  });
  const one = createHttp({ allowPrivate: true });
  const other = createHttp({ allowPrivate: true });
  t.teardown(() => {
    one.close();
    other.close();
  });
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      [one, other][index % 2]!.request(new URL(origin), { patience: IMPATIENT }, async ({ body }) => {
        for await (const _ of body);
      }),
    ),
  );
  t.equal(seen.length, 12);
  t.equal(most, 2, 'also with several clients');
});

t.test('waits grow, and a server may ask for longer ones up to a limit', async (t) => {
  const patience = { tries: 6, firstWait: 1_000, longestWait: 60_000, answer: 90_000 };
  t.same(
    [1, 2, 3, 6, 7, 8].map((failed) => waitAfter(failed, null, patience)),
    [1_000, 2_000, 4_000, 32_000, 60_000, 60_000],
  );
  t.equal(waitAfter(1, 7_000, patience), 7_000);
  t.equal(waitAfter(3, 500, patience), 4_000);
  t.equal(waitAfter(1, 86_400_000, patience), 60_000);
});

t.test('Retry-After', async (t) => {
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

import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { FaultyProxy } from '../tcp-proxy.ts';
import { openPage, servePages, withoutChromium } from './browser.ts';
import { count, drag, mapPages, panel, placeOf, rows, searched, settled, until } from './map-page.ts';

const skip = withoutChromium;
const { browser, harness, url, address } = await mapPages(t);
const CLOSE = placeOf(16.5);
const elasticsearch = new FaultyProxy(harness.env.ELASTICSEARCH_URL!);
await elasticsearch.start();
t.teardown(async () => {
  await elasticsearch.set('pass');
  await elasticsearch.stop();
});

t.test('a pan aborts a search that has no answer yet', { skip }, async (t) => {
  const slow = await servePages(t, harness, { ELASTICSEARCH_URL: elasticsearch.url }, true);
  const other = await openPage(t, browser, address(CLOSE, '', slow.url), { expected: /503/ });
  await settled(other);
  await elasticsearch.set('hang');
  const canceled = other.waitForEvent('requestfailed', (request) => request.url().endsWith('/search'));
  const unanswered = searched(other);
  await drag(other, -100, 0);
  await unanswered;
  await drag(other, -100, 0);
  t.match((await canceled).failure()?.errorText, /ABORTED/);
  await elasticsearch.set('pass');
  // To a new view, since equal searches share one answer, and earlier ones may still wait for theirs.
  await drag(other, 0, 60);
  await settled(other);
});

t.test('without Elasticsearch: a clear message, and a way to continue', { skip }, async (t) => {
  const served = await servePages(t, harness, { ELASTICSEARCH_URL: elasticsearch.url });
  await elasticsearch.set('refuse');
  for (const where of [`${served.url}/map`, address(CLOSE, '', served.url)]) {
    const page = await openPage(t, browser, where, { expected: /503/ });
    const trouble = page.getByRole('alert').filter({ hasText: 'Elasticsearch is unavailable' });
    await trouble.waitFor();
    t.ok(await page.locator('.map-canvas canvas').isVisible(), 'the map is there');
    await elasticsearch.set('pass');
    await until(
      async () => {
        if (await trouble.isVisible()) await trouble.getByRole('button', { name: 'Try again' }).click();
        await sleep(500);
        return trouble.isVisible();
      },
      (visible) => !visible,
    );
    await settled(page);
    await elasticsearch.set('refuse');
    if (where.includes('at=')) {
      await rows(page).first().click();
      await panel(page).getByText('Elasticsearch is unavailable').first().waitFor();
    }
  }
  await elasticsearch.set('pass');
});

t.test('what is refused for a moment is requested again, without a message', { skip }, async (t) => {
  const served = await servePages(t, harness, { ELASTICSEARCH_URL: elasticsearch.url }, true);
  const page = await openPage(t, browser, address({ ...CLOSE, zoom: 15 }, '', served.url), {
    expected: /503/,
  });
  await settled(page);
  const before = await count(page).innerText();
  const parts = ['/search', '/tiles/'];
  const refused = new Set<string>();
  const shown: Promise<string>[] = [];
  const answers: Promise<unknown>[] = [];
  // A tile without lots is a 204.
  const answered = (part: string) =>
    page.waitForResponse((answer) => answer.url().includes(part) && answer.status() < 400);
  page.on('response', (answer) => {
    const part = parts.find((one) => answer.url().includes(one));
    if (part === undefined || answer.status() !== 503 || refused.size === parts.length) return;
    refused.add(part);
    if (refused.size < parts.length) return;
    shown.push(count(page).innerText());
    answers.push(...parts.map(answered));
    void elasticsearch.set('pass');
  });
  await elasticsearch.set('refuse');
  // Farther than a tile is wide.
  for (let pans = 0; pans < 2; pans++) await drag(page, 300, 0);
  await until(
    () => refused.size,
    (size) => size === parts.length,
  );
  t.equal(await shown[0], before, 'what is shown stays');
  await Promise.all(answers);
  await settled(page);
  for (const told of [page.getByRole('alert'), page.getByText(/could not be (drawn|loaded)/)])
    t.equal(await told.filter({ visible: true }).count(), 0, 'no error');
});

t.test('no server, and too many requests', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CLOSE), { expected: /ERR_INTERNET_DISCONNECTED/ });
  await settled(page);
  await page.context().setOffline(true);
  await drag(page, 80, 0);
  await page.getByRole('alert').filter({ hasText: 'Terrier does not answer' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await settled(page);

  const strict = await servePages(t, harness, { BURST_FREE: '2' });
  const limited = await openPage(t, browser, address(CLOSE, '', strict.url), { expected: /429/ });
  const alert = limited.getByRole('alert').filter({ hasText: 'More than 2 requests in a minute' });
  // A new minute may begin between two of them.
  for (let pans = 0; pans < 10 && !(await alert.isVisible()); pans++) {
    await drag(limited, 60, 0);
    await limited.locator('main:not([aria-busy])').waitFor();
    await sleep(500);
  }
  await alert.waitFor();
  t.match(await alert.innerText(), /Wait \d+ s, or use a key/);
});

t.test('without WebGL the list is shown without the map', { skip }, async (t) => {
  const page = await openPage(t, browser, `${url}/`);
  await page.addInitScript(`
    const real = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
      return kind.startsWith('webgl') ? null : real.call(this, kind, ...more);
    };
  `);
  await page.goto(`${url}/map`);
  await page.getByText('This browser cannot draw the map').waitFor();
  await settled(page);
  await rows(page).first().click();
  await panel(page).locator('.owner-name, .quiet').first().waitFor();
  t.pass();
});

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { marked, type Tokens } from 'marked';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { makeHarness } from '../helper.ts';
import { portOf } from '../port-of.ts';
import { square } from '../squares.ts';
import { makeBrowser, PATIENCE, servePages, withoutChromium } from './browser.ts';

/** The center of the guide's maps, and half the width of the lot there, in degrees. */
const [LAT, LON] = [40.8132, -96.6965];
const HALF = 0.0004;

const harness = await makeHarness(t);
await harness.load('parcels', [
  {
    county_fips: '31109',
    parcel_id: 'CENTER',
    total_assessed_value: 700_000,
    location: { lat: LAT, lon: LON },
    outline: square(LON - HALF, LAT - HALF, 2 * HALF),
  },
  // Without a location.
  { county_fips: '31109', parcel_id: 'NOWHERE' },
]);
const browser = await makeBrowser(t);
const { url } = await servePages(t, harness);
const key = await harness.key();

const guide = marked.lexer(await readFile(resolve(PROJECT_ROOT, 'docs/maps.md'), 'utf8'));
const PAGES = guide
  .filter((token): token is Tokens.Code => token.type === 'code' && (token as Tokens.Code).lang === 'html')
  .map(({ text }) => text);

/** Replaces a library that runs only with its maker's token. */
const STANDIN = `<script type="module">
import * as maplibre from './node_modules/maplibre-gl/dist/maplibre-gl.mjs';
import { portOf } from '../port-of.ts';
import { square } from '../squares.ts';
globalThis.mapboxgl = { ...maplibre };
</script>`;
const withStandin = (html: string) =>
  html
    .replace('<script src="node_modules/mapbox-gl/dist/mapbox-gl.js"></script>', STANDIN)
    .replace('mapbox-gl/dist/mapbox-gl.css', 'maplibre-gl/dist/maplibre-gl.css');

const TYPES: Record<string, string> = {
  '.mjs': 'text/javascript',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
};

/** Serves a customer's own page, next to node_modules. */
async function served(t: Test, html: string): Promise<string> {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    if (pathname === '/') return void response.setHeader('content-type', 'text/html').end(html);
    if (!pathname.startsWith('/node_modules/')) return void response.writeHead(404).end();
    const file = await readFile(join(PROJECT_ROOT, pathname)).catch(() => null);
    response.writeHead(file === null ? 404 : 200, {
      'content-type': TYPES[extname(pathname)] ?? 'text/plain',
    });
    response.end(file);
  });
  const port = await portOf(server);
  t.teardown(() => server.close());
  return `http://127.0.0.1:${port}/`;
}

/**
 * Opens a page of the guide with the test's server and key. `errors` are those of its console, `statuses` those of the
 * API.
 */
async function opened(
  t: Test,
  html: string,
  usedKey: string,
): Promise<{ page: Page; errors: string[]; statuses: Set<number> }> {
  const page = await browser!.newPage({ viewport: { width: 800, height: 600 } });
  t.teardown(() => page.close());
  page.setDefaultTimeout(PATIENCE);
  const errors: string[] = [];
  page.on('console', (line) => {
    if (line.type() === 'error' && !line.location().url.endsWith('favicon.ico')) errors.push(line.text());
  });
  const statuses = new Set<number>();
  page.on('response', (response) => {
    if (response.url().startsWith(url)) statuses.add(response.status());
  });
  page.on('pageerror', ({ message }) => errors.push(message));
  const filled = html.replace('http://127.0.0.1:8080', url).replace("'YOUR_KEY'", `'${usedKey}'`);
  await page.goto(await served(t, filled));
  return { page, errors, statuses };
}

const ID = '31109:CENTER';

/** Clicks on the lot at the center until it is drawn and its id is shown. */
async function idAtCenter(page: Page): Promise<string> {
  const popup = page.locator('[class*=popup-content]', { hasText: ID });
  const end = Date.now() + PATIENCE;
  while (Date.now() < end && (await popup.count()) === 0) {
    await page.mouse.click(400, 300);
    await page.waitForTimeout(500);
  }
  return (await popup.first().innerText()).replace('×', '').trim();
}

t.test('the guide has a page for each library', async (t) => {
  t.same(
    PAGES.map((html) => /<title>(.*)<\/title>/.exec(html)?.[1]),
    ['Lots with MapLibre GL JS', 'Lots with Leaflet', 'Lots with Mapbox GL JS'],
  );
});

for (const html of PAGES) {
  const title = /<title>(.*)<\/title>/.exec(html)![1]!;
  t.test(`${title}: a lot is drawn and its id is shown`, { skip: withoutChromium }, async (t) => {
    const { page, errors } = await opened(t, withStandin(html), key);
    t.equal(await idAtCenter(page), ID);
    t.same(errors, []);
  });

  t.test(
    `${title}: the key is sent, and a wrong one is reported in the console`,
    { skip: withoutChromium },
    async (t) => {
      const { page, errors, statuses } = await opened(t, withStandin(html), 'terrier_wrong');
      const end = Date.now() + PATIENCE;
      while (errors.length === 0 && Date.now() < end) await page.waitForTimeout(100);
      t.not(errors.length, 0);
      t.same([...statuses], [401]);
    },
  );
}

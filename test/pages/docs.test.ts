import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import t from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { ERROR_CODES } from '../../src/domain/problems.ts';
import { eventually } from '../eventually.ts';
import { call, makeHarness } from '../helper.ts';
import { square } from '../squares.ts';
import {
  LOOKS,
  makeBrowser,
  noViolations,
  openPage,
  PATIENCE,
  servePages,
  withoutChromium,
} from './browser.ts';

const run = promisify(execFile);
const withoutCurl = spawnSync('curl', ['--version']).status === 0 ? false : 'no curl';
const INDEX = await readFile(resolve(PROJECT_ROOT, 'docs/README.md'), 'utf8');
/** The pages of the index, as in their addresses. */
const PAGES = [...INDEX.matchAll(/^- \[.*?\]\((.*?)\.md\)/gm)].map(([, file]) =>
  file!.replace('/README', ''),
);

const harness = await makeHarness(t);
await harness.load('parcels', [
  {
    county_fips: '31109',
    parcel_id: 'R-100#2',
    location: { lat: 40.81, lon: -96.7 },
    owner_name: 'WREN LLC',
  },
  { county_fips: '31109', parcel_id: 'R-101', owner_name: 'HARROWGATE RESIDENTIAL LLC' },
  {
    county_fips: '31109',
    parcel_id: '0901100001000',
    outline: square(-96.702, 41.812),
  },
]);
const browser = await makeBrowser(t);
const { app, url } = await servePages(t, harness, { SIGNUP: 'on' });
const options = { skip: withoutChromium };

const title = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
const nav = (page: Page) => page.getByRole('navigation', { name: 'Docs' });

t.test('the overview leads to each page, and each page to the next', options, async (t) => {
  const page = await openPage(t, browser, `${url}/docs`, { expected: /status of 404/ });
  await page.getByRole('link', { name: 'Quick start' }).click();
  await title(page, 'Quick start');
  await page.getByRole('link', { name: 'Keys and limits →' }).click();
  await title(page, 'Keys and limits');
  await nav(page).getByRole('link', { name: 'Errors' }).press('Enter');
  await title(page, 'Errors');
  await page.goBack();
  await title(page, 'Keys and limits');
  await nav(page).getByRole('link', { name: 'Headers' }).click();
  t.equal(page.url(), `${url}/docs/authentication`);
  t.equal(await page.evaluate('document.activeElement.textContent'), 'Headers');
  await page.goto(`${url}/docs/nothing`);
  await title(page, 'There is no such page');
});

t.test('links of a file lead to pages, even from a folder', options, async (t) => {
  const page = await openPage(t, browser, `${url}/docs/operations`);
  await page.locator('.docs-guide').getByRole('link', { name: 'Commands' }).first().click();
  await title(page, 'Commands');
  await nav(page).getByRole('link', { name: 'Decisions' }).click();
  await title(page, 'Decisions');
  await page.getByRole('link', { name: 'Stored bytes are passed through' }).click();
  await title(page, '1. Stored bytes are passed through');
  t.equal(page.url(), `${url}/docs/adr/0001-pass-stored-bytes-through`);
});

t.test('pictures are shown', options, async (t) => {
  const page = await openPage(t, browser, `${url}/docs/maps`);
  const picture = page.getByRole('img', { name: 'The demo’s lots in QGIS' });
  await picture.scrollIntoViewIfNeeded();
  const isLoaded = "[...document.querySelectorAll('.docs-guide img')].at(-1).naturalWidth > 0";
  await eventually('it is loaded', () => page.evaluate<boolean>(isLoaded), PATIENCE);
  t.ok((await picture.boundingBox())!.width > 300);
});

t.test('only the Markdown of the documentation and its pictures are served', async (t) => {
  t.match((await call(app, 'GET', '/assets/guides/webhooks.md')).headers, {
    'content-type': /^text\/markdown/,
  });
  t.equal((await call(app, 'GET', '/assets/guides/pages/map.png')).status, 404);
  t.equal((await call(app, 'GET', '/assets/guides/..%2Fpackage.json')).status, 404);
});

t.test('code is copied as shown', options, async (t) => {
  const page = await openPage(t, browser, `${url}/docs/errors`, {
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  await page.getByRole('button', { name: 'Copy' }).nth(1).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  t.equal(copied, `curl -s '${url}/api/v1/coverage?state=XX'`);
});

t.test('the requests of the pages are answered', { skip: withoutChromium || withoutCurl }, async (t) => {
  const key = await harness.key({ isAdmin: true });
  const page = await openPage(t, browser, `${url}/docs`);
  const cwd = t.testdir({});
  for (const name of PAGES) {
    await page.goto(`${url}/docs/${name}`);
    await page.locator('.docs-guide').waitFor();
    // Left out: an endpoint, commands, another host, and a request that is wrong on purpose.
    const blocks = (await page.locator('.docs-code code').allTextContents()).filter(
      (text) => text.includes(`${url}/api`) && !/\bENDPOINT\b|npx|example\.com|state=XX/.test(text),
    );
    for (const block of blocks) {
      const { stdout } = await run('sh', ['-ec', block], { cwd, env: { ...process.env, KEY: key } });
      t.match(stdout, /^\{.*\}$/m, `${name}: ${block.slice(0, 60)}`);
      t.notMatch(stdout, /"request_id"/, 'without an error');
    }
  }
});

t.test('the page on errors lists every code of the API', options, async (t) => {
  const page = await openPage(t, browser, `${url}/docs/errors`);
  const rows = page.getByRole('region', { name: 'All codes' }).locator('tbody tr');
  await rows.first().waitFor();
  const listed = await rows.allInnerTexts();
  t.same(
    listed.map((text) => text.split('\t')),
    Object.entries(ERROR_CODES).map(([code, [status, meaning]]) => [String(status), code, meaning]),
  );
});

t.test('without an answer, a page says so and tries again', options, async (t) => {
  const page = await openPage(t, browser, `${url}/docs`, { expected: /net::ERR_FAILED/ });
  await page.route('**/errors.md', (route) => route.abort());
  await page.getByRole('link', { name: 'Errors' }).click();
  await page.getByText('The documentation cannot be read at the moment').waitFor();
  await page.unroute('**/errors.md');
  await page.getByRole('button', { name: 'Try again' }).click();
  await title(page, 'Errors');
});

/** Pages with every kind of content: they are checked for accessibility in every look, the others in the first one. */
const VARIED = ['quick-start', 'authentication', 'paging', 'webhooks', 'loading', 'errors'];

for (const [name, look] of LOOKS) {
  t.test(`every page is accessible ${name}`, options, async (t) => {
    const page = await openPage(t, browser, `${url}/docs`, look);
    await title(page, 'Docs');
    await noViolations(t, page, 'the overview');
    const wide = 'document.documentElement.scrollWidth > innerWidth';
    for (const name of PAGES) {
      await page.goto(`${url}/docs/${name}`);
      await page.locator('.docs-guide').waitFor();
      if (VARIED.includes(name) || Object.keys(look).length === 0) await noViolations(t, page, name);
      t.notOk(await page.evaluate(wide), `nothing on ${name} is wider than the window`);
    }
  });
}

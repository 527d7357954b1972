import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { makeClientTypes } from '../../tools/client-types.ts';
import { call, makeHarness } from '../helper.ts';
import {
  LOOKS,
  makeBrowser,
  noViolations,
  openPage,
  openWithKey,
  servePages,
  withoutChromium,
} from './browser.ts';

const run = promisify(execFile);
const found = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const withoutCurl = found('curl', '--version') ? false : 'no curl';
const withoutPython = found('python3', '-c', 'import requests') ? false : 'no python3 with requests';
await makeClientTypes();
const TSC = resolve(PROJECT_ROOT, 'node_modules/.bin/tsc');
const options = { skip: withoutChromium };

/** The parcel of the document's examples. */
const PARCEL = {
  county_fips: '31109',
  parcel_id: '0109109006000',
  owner_name: 'Oak Street Holdings, L.L.C.',
  total_assessed_value: 265_000,
  address: "1200 N O'AK ST",
  location: { lat: 40.8136, lon: -96.7026 },
  mailing_state: 'MO',
};
const harness = await makeHarness(t);
await harness.load('parcels', [PARCEL]);
const browser = await makeBrowser(t);
const { app, url } = await servePages(t, harness);
const key = await harness.key();

interface Document {
  paths: Record<string, Record<string, { operationId: string }>>;
  webhooks: Record<string, object>;
}
const document: Document = (await call(app, 'GET', '/openapi.json')).json();
const ROUTES = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ path, method, id: operationId })),
);

const addressOf = (id: string) => `${url}/docs/reference/${id}`;
const answer = (page: Page) => page.getByLabel('Body of the answer');
const status = (page: Page) => page.locator('.ref-answer .badge');

async function sampleOf(page: Page, language: string): Promise<string> {
  await page.getByRole('tab', { name: language }).click();
  return page.getByLabel(`${language} code`).innerText();
}

/** Sends the form of an operation and returns the status of the answer. */
async function send(page: Page) {
  await page.getByRole('button', { name: 'Send' }).click();
  await answer(page).waitFor();
  return (await status(page).innerText()).slice(0, 3);
}

t.test('every route and event is listed, found by words, and has a page of its own', options, async (t) => {
  const page = await openPage(t, browser, `${url}/docs/reference`);
  const links = page.locator('.ref-row');
  await links.first().waitFor();
  const listed = await links.evaluateAll((rows) => rows.map((row) => row.getAttribute('href')));
  const ids = [
    ...ROUTES.map(({ id }) => id),
    ...Object.keys(document.webhooks).map((type) => `on_${type.replaceAll('.', '_')}`),
  ];
  t.same(listed.toSorted(), ids.map((id) => `/docs/reference/${id}`).toSorted());

  await page.getByLabel('Find a route').fill('post export');
  await page.getByText(`1 of ${ids.length}`).waitFor();
  await page.getByLabel('Find a route').fill('nothing like this');
  await page.getByText('No route has all of these words').waitFor();
  await page.getByLabel('Find a route').fill('deals flips');
  await page.getByRole('link', { name: 'GET /api/v1/deals/flips' }).press('Enter');
  await page.getByRole('heading', { name: 'GET /api/v1/deals/flips', level: 1 }).waitFor();
  t.equal(page.url(), addressOf('getDealsFlips'));
  t.equal(await page.title(), 'GET /api/v1/deals/flips · Terrier');
  await page.getByRole('link', { name: /→$/ }).click();
  await page.getByRole('heading', { name: 'GET /api/v1/deals/contractors', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'GET /api/v1/deals/flips', level: 1 }).waitFor();
  await page.goto(addressOf('nothing'));
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
});

t.test('fields are explained, including the fields within fields', options, async (t) => {
  const page = await openPage(t, browser, addressOf('postSearch'));
  await page.getByText('Fields of the body').click();
  await page.getByText('Fields of near').press('Enter');
  await page.getByText('Maximum distance in meters').waitFor();
  await page.getByText('Fields of the answer').first().click();
  await page.getByText('Exact count of all matches').first().waitFor();
  await page.goto(addressOf('on_parcel_sold'));
  await page.getByText('X-Terrier-Signature').waitFor();
  t.match(await page.getByLabel('Example of the body').innerText(), /"event_type": "parcel.sold"/);
});

t.test('a form sends its route with the key in use', options, async (t) => {
  const page = await openPage(t, browser, addressOf('getUsage'), { expected: /status of 401/ });
  t.equal(await send(page), '401');
  await page.locator('#key-button').click();
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.keyboard.press('Enter');
  await page.getByText('Key terrier_').waitFor();
  t.equal(await send(page), '200');
  t.match(await answer(page).innerText(), /"tier": "scale"/);
  await page.locator('#key-button').click();
  await page.getByRole('button', { name: 'Forget it' }).click();
  t.equal(await send(page), '401');
  t.match(await answer(page).innerText(), /missing_key/);
});

t.test('a form sends what is entered in it, and its samples follow', options, async (t) => {
  const page = await openWithKey(t, browser, addressOf('getDealsAbsentee'), key, {
    expected: /status of 400/,
  });
  await page.getByLabel('county_fips').fill('31109');
  await page.getByLabel('out_of_state').selectOption('true');
  await page.getByLabel('Answer as').selectOption('application/geo+json');
  t.match(
    await sampleOf(page, 'curl'),
    /absentee\?county_fips=31109&out_of_state=true' .*accept: application\/geo\+json/s,
  );
  t.equal(await send(page), '200');
  t.match(await answer(page).innerText(), /"FeatureCollection"/);
  await page.getByLabel('limit').fill('many');
  t.equal(await send(page), '400');

  await page.goto(addressOf('postSearch'));
  await page.getByLabel('Body', { exact: true }).fill('{"near": ');
  await page.getByText('This is not JSON yet').waitFor();
  t.ok(await page.getByRole('button', { name: 'Send' }).isDisabled());
  await page
    .getByLabel('Body', { exact: true })
    .fill('{"near": {"lat": 40.8136, "lon": -96.7026, "meters": 50}}');
  t.match(
    await sampleOf(page, 'TypeScript'),
    /body: \{ near: \{ lat: 40.8136, lon: -96.7026, meters: 50 \} \}/,
  );
  t.equal(await send(page), '200');
  t.match(await answer(page).innerText(), /"id": "31109:0109109006000"/);
});

t.test('the form of a route is filled in with a valid request', options, async (t) => {
  const page = await openWithKey(t, browser, `${url}/docs/reference`, key, { expected: /status of 404/ });
  for (const { id } of ROUTES.filter(({ method }) => method === 'get')) {
    await page.goto(addressOf(id));
    t.match(await send(page), /20\d|404/, id);
  }
});

t.test('an optional key is in the samples when there is one', options, async (t) => {
  const page = await openPage(t, browser, addressOf('getCoverage'));
  t.notMatch(await sampleOf(page, 'Python'), /Authorization/);
  await page.goto(`${addressOf('getCoverage')}#key=${key}`);
  await page.getByRole('button', { name: 'Use this key' }).click();
  await page.getByText('Key terrier_').waitFor();
  const sample = await sampleOf(page, 'Python');
  t.match(sample, /Authorization/);
  t.notOk(sample.includes(key), 'it names the variable, not the key');
});

t.test('languages are chosen by keyboard, and stay chosen on other pages', options, async (t) => {
  const page = await openPage(t, browser, addressOf('getParcelsId'));
  await page.getByRole('tab', { name: 'curl' }).press('ArrowLeft');
  t.equal(await page.evaluate('document.activeElement.textContent'), 'Python');
  await page.getByLabel('Python code').waitFor();
  await page.getByRole('link', { name: '← All routes' }).click();
  await page.getByRole('link', { name: /^GET \/api\/v1\/usage Tier/ }).click();
  await page.getByLabel('Python code').waitFor();
  t.equal(await page.getByRole('tab', { name: 'Python' }).getAttribute('aria-selected'), 'true');
});

t.test('the TypeScript sample of every route fits the types of the client', options, async (t) => {
  const page = await openPage(t, browser, `${url}/docs/reference`);
  const folder = t.testdir({});
  for (const { id } of ROUTES) {
    await page.goto(addressOf(id));
    await writeFile(join(folder, `${id}.ts`), `${await sampleOf(page, 'TypeScript')}\n`);
  }
  const extended = { extends: resolve(PROJECT_ROOT, 'tsconfig.json'), include: ['*.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(extended));
  const { stdout } = await run(process.execPath, [TSC, '-p', folder]).catch((failure) => failure);
  t.equal(stdout, '');
});

/** How the sample of a language is run in a folder; returns what it prints. */
const RUNNERS: Record<string, { skip: string | false; run(code: string, cwd: string): Promise<string> }> = {
  curl: { skip: withoutCurl, run: (code, cwd) => printed('sh', ['-ec', code], cwd) },
  TypeScript: {
    skip: false,
    async run(code, cwd) {
      await writeFile(join(cwd, 'sample.ts'), code);
      return printed(process.execPath, ['sample.ts'], cwd);
    },
  },
  Python: { skip: withoutPython, run: (code, cwd) => printed('python3', ['-c', code], cwd) },
};

async function printed(command: string, args: string[], cwd: string): Promise<string> {
  const env = { ...process.env, TERRIER_API_KEY: key, FORCE_COLOR: '0', NO_PROXY: '127.0.0.1' };
  return (await run(command, args, { cwd, env })).stdout;
}

/** Routes of each kind of request and answer, and what each sample prints. */
const PRINTED: Record<string, RegExp> = {
  getUsage: /tier\W+scale/,
  getParcelsId: /31109:0109109006000/,
  getOwnersName: /Oak Street Holdings/,
  getMarketTrends: /data/,
  postParcelsBatch: /31109:0109109006000/,
  postSearch: /total\W+1\b/,
  postSearchExport: /31109:0109109006000/,
  getSearchExport: /31109:0109109006000/,
};

for (const [language, { skip, run }] of Object.entries(RUNNERS)) {
  t.test(`the samples in ${language} are answered`, { skip: withoutChromium || skip }, async (t) => {
    const page = await openWithKey(t, browser, `${url}/docs/reference`, key);
    const cwd = t.testdir({});
    for (const [id, expected] of Object.entries(PRINTED)) {
      await page.goto(addressOf(id));
      t.match(await run(await sampleOf(page, language), cwd), expected, id);
    }
    await checkTile(t, page, language, run, cwd);
  });
}

/** Checks that a tile is stored as a file. */
async function checkTile(
  t: Test,
  page: Page,
  language: string,
  run: (code: string, cwd: string) => Promise<string>,
  cwd: string,
) {
  await page.goto(addressOf('getTilesZXYMvt'));
  await page.getByLabel('filters').fill('{"absenteeOnly":true}');
  await run(await sampleOf(page, language), cwd);
  const { layers } = new VectorTile(new PbfReader(await readFile(join(cwd, 'answer.mvt'))));
  t.equal(layers.parcels?.length, 1, 'the parcel is in the tile');
}

t.test('without an answer, the reference says so and tries again', options, async (t) => {
  const page = await openPage(t, browser, `${url}/docs`, { expected: /net::ERR_FAILED/ });
  await page.route('**/openapi.json', (route) => route.abort());
  await page.getByRole('link', { name: 'API reference' }).click();
  await page.getByText('The documentation cannot be read at the moment').waitFor();
  await page.unroute('**/openapi.json');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'API reference', level: 1 }).waitFor();
  await page.route('**/api/v1/usage', (route) => route.abort());
  await page.goto(addressOf('getUsage'));
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Terrier does not answer. Is it running?').waitFor();
});

for (const [name, look] of LOOKS) {
  t.test(`the reference is accessible ${name}`, options, async (t) => {
    const page = await openPage(t, browser, `${url}/docs/reference`, look);
    const wide = 'document.documentElement.scrollWidth > innerWidth';
    await page.locator('.ref-row').first().waitFor();
    await noViolations(t, page, 'the list');
    t.notOk(await page.evaluate(wide), 'the list fits the window');
    for (const id of ['getDealsAbsentee', 'postSearch', 'on_parcel_sold', 'deleteWebhooksId']) {
      await page.goto(addressOf(id));
      await page.locator('h1').waitFor();
      for (const closed of await page.locator('article details:not([open]) > summary').all())
        await closed.click();
      if (id === 'postSearch') t.equal(await send(page), '200');
      await noViolations(t, page, id);
      t.notOk(await page.evaluate(wide), `${id} fits the window`);
    }
  });
}

/** The map page: areas drawn on it, and files of what is in view. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import t from 'tap';
import { call } from '../helper.ts';
import { noViolations, openPage, openWithKey, withoutChromium } from './browser.ts';
import { CROWDED, count, mapPages, parameters, placeOf, rows, searched, settled, until } from './map-page.ts';

const skip = withoutChromium;
const { browser, harness, app, address } = await mapPages(t);
const CLOSE = placeOf(15);

const clear = (page: Page) => page.getByRole('button', { name: 'Clear the area' });
async function choose(page: Page, way: string): Promise<void> {
  await page.getByRole('button', { name: 'Draw an area' }).click();
  await page.getByRole('dialog', { name: 'Draw an area' }).getByRole('button', { name: way }).click();
}
/** Clicks corners, in pixels from the middle of the map. */
async function click(page: Page, ...corners: [number, number][]): Promise<void> {
  const { x, y, width, height } = (await page.locator('.map-canvas').boundingBox())!;
  for (const [right, down] of corners) {
    const [px, py] = [x + width / 2 + right, y + height / 2 + down];
    await page.mouse.move(px - 8, py - 8);
    await page.mouse.move(px, py);
    await page.mouse.click(px, py);
    await page.waitForTimeout(350);
  }
}
async function drawn(page: Page, way: string, ...corners: [number, number][]) {
  await choose(page, way);
  await page.getByText('Escape ends it.').waitFor();
  // The library is loaded with the first drawing.
  await until(
    () => page.evaluate('globalThis.terraDrawMaplibreGlAdapter !== undefined'),
    (there) => there === true,
  );
  await page.waitForTimeout(500);
  const asked = searched(page);
  await click(page, ...corners);
  const body = await asked;
  await settled(page);
  return body;
}
const totalOf = async (body: unknown) => (await call(app, 'POST', '/api/v1/search', { body })).json().total;

t.test('a box, a circle or a polygon becomes the search', { skip }, async (t) => {
  const cases = [
    {
      way: 'Box',
      corners: [
        [-120, -90],
        [120, 90],
      ],
      named: 'within',
    },
    {
      way: 'Circle',
      corners: [
        [0, 0],
        [100, 60],
      ],
      named: 'near',
    },
    {
      way: 'Polygon',
      corners: [
        [-100, -80],
        [120, -60],
        [60, 110],
        [-100, -80],
      ],
      named: 'within',
    },
  ] as const;
  for (const { way, corners, named } of cases) {
    const page = await openPage(t, browser, address(CLOSE));
    await settled(page);
    const before = await count(page).innerText();
    const body = await drawn(page, way, ...(corners as unknown as [number, number][]));
    t.same(
      Object.keys(body).filter((part) => ['bounds', 'within', 'near'].includes(part)),
      [named],
      way,
    );
    const total = await totalOf(body);
    t.match(
      await count(page).innerText(),
      new RegExp(`^(${total.toLocaleString('en-US')} parcels?|No parcels) in the area`),
    );
    t.not(parameters(page).get(named), null, 'the address has it');
    await page.locator('summary', { hasText: 'calls' }).click();
    t.match(await page.locator('.calls pre').first().innerText(), `"${named}"`);
    await noViolations(t, page, `with a drawn area: ${way}`);

    const again = await openPage(t, browser, page.url());
    await settled(again);
    t.equal(await count(again).innerText(), await count(page).innerText(), 'a link shows the same');
    await clear(page).click();
    await until(
      () => count(page).innerText(),
      (text) => text === before,
    );
    t.equal(parameters(page).get(named), null);
  }
});

t.test('groups count only the area', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CROWDED));
  await settled(page);
  const cells = page.waitForResponse(
    (response) =>
      response.url().endsWith('/search/clusters') && response.request().postData()!.includes('"within"'),
  );
  const body = await drawn(page, 'Box', [-260, -200], [260, 200]);
  const total = await totalOf(body);
  t.ok(total > 500, 'enough for groups');
  t.equal((await (await cells).json()).total, total);
});

t.test('by keyboard, the view becomes the area, and Escape cancels', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CLOSE));
  await settled(page);
  await page.getByRole('button', { name: 'Draw an area' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Draw an area' }).waitFor();
  await noViolations(t, page, 'the ways to draw');
  await page.keyboard.press('Enter');
  await page.getByText('Escape ends it.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Escape ends it.').waitFor({ state: 'detached' });
  t.match(await page.evaluate('document.activeElement.textContent'), /Draw an area/);
  t.equal(parameters(page).get('within'), null);

  const asked = searched(page);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'All that is in view' }).focus();
  await page.keyboard.press('Enter');
  t.equal((await asked).within.type, 'Polygon');
  await settled(page);
  t.match(await page.evaluate('document.activeElement.textContent'), /Clear the area/);
});

t.test('impossible areas in an address are ignored', { skip }, async (t) => {
  for (const wrong of ['&near=1,2', '&near=95,0,10', '&within=1,2;3,4', '&within=a,b;c,d;e,f']) {
    const page = await openPage(t, browser, address(CLOSE, wrong));
    await settled(page);
    t.match(await count(page).innerText(), /in view/);
  }
});

async function download(page: Page, format: string): Promise<string> {
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: format, exact: true }).click();
  return readFile((await (await file).path())!, 'utf8');
}

t.test('everything in view is saved as GeoJSON and CSV', { skip }, async (t) => {
  const key = await harness.key({ tier: 'scale' });
  const page = await openWithKey(t, browser, address(CROWDED, '&value=100000..'), key);
  await settled(page);
  const body = { bounds: null, filters: { valueRange: { min: 100_000 } }, limit: 500, cursor: '*' };
  const asked = page.waitForRequest(
    (request) => request.url().endsWith('/search') && request.postData()!.includes('"cursor":"*"'),
  );
  await page.getByRole('button', { name: 'Download' }).click();
  await noViolations(t, page, 'the form of the download');
  const features = JSON.parse(await download(page, 'GeoJSON'));
  const { bounds } = (await asked).postDataJSON();
  const total = await totalOf({ ...body, bounds, cursor: undefined });
  t.ok(total > 500, 'more than a page');
  t.equal(features.features.length, total);
  t.equal(new Set(features.features.map(({ id }: { id: string }) => id)).size, total, 'each once');
  t.ok(
    features.features.some(
      ({ geometry }: { geometry: { type: string } }) => geometry.type === 'MultiPolygon',
    ),
  );
  await page.getByText(/^parcels.geojson is written/).waitFor();

  const lines = (await download(page, 'CSV')).trimEnd().split('\r\n');
  t.match(lines[0], /^\ufeffid,/, 'Excel reads it as UTF-8');
  t.ok(lines.length > total);
  await page.getByText(/^parcels.csv is written/).waitFor();
});

t.test('a download can be canceled, and says what it needs', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CLOSE), { expected: /40[13]/ });
  await settled(page);
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  await page.getByRole('dialog', { name: 'Download' }).getByText(/key/).waitFor();
  await page.route('**/api/v1/search', () => {});
  await page.getByRole('button', { name: 'GeoJSON', exact: true }).click();
  await page.getByText('Writing GeoJSON').waitFor();
  await noViolations(t, page, 'while it writes');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'GeoJSON', exact: true }).waitFor();
  t.ok((await rows(page).count()) > 0);
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import t from 'tap';
import { noViolations, openPage, withoutChromium } from './browser.ts';
import {
  CROWDED,
  chipOf,
  count,
  drag,
  panel,
  parameters,
  pixelOf,
  rows,
  settled,
  until,
} from './map-page.ts';
import { CLOSE, fullMapPages } from './map-records.ts';

const skip = withoutChromium;
const { browser, url, address } = await fullMapPages(t);

t.test('the map opens on what is loaded, in groups that can be opened', { skip }, async (t) => {
  const page = await openPage(t, browser, `${url}/map`);
  await settled(page);
  t.match(await count(page).innerText(), /^\d+ parcels in view, shown in groups$/);
  const within = await count(page).evaluate((heading) => {
    heading.textContent = '20,071,500 parcels in view, shown in groups';
    const panel = heading.parentElement!.getBoundingClientRect();
    return heading.getBoundingClientRect().right <= panel.right && heading.scrollWidth <= heading.clientWidth;
  });
  t.ok(within, 'the heading stays in its panel');
  t.match(await page.locator('.map-legend').innerText(), /Median assessed value of each group/);
  t.ok(parameters(page).get('at'), 'the address tells the place');

  const answered = page.waitForResponse((response) => response.url().endsWith('/search/clusters'));
  await page.goto(address(CROWDED));
  const { data, total } = await (await answered).json();
  await settled(page);
  t.equal(
    data.reduce((sum: number, cluster: { count: number }) => sum + cluster.count, 0),
    total,
  );
  const before = Number(parameters(page).get('at')!.split(',')[2]);
  const { x, y } = await pixelOf(page, data[0]);
  // The groups are drawn a moment after the answer.
  await until(
    async () => {
      await page.mouse.click(x, y);
      await sleep(400);
      return Number(parameters(page).get('at')!.split(',')[2]);
    },
    (zoom) => zoom > before + 0.5,
  );
  t.pass('a click on a group zooms into it');
});

t.test('the list is visible next to the map', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CLOSE), {
    context: { viewport: { width: 1440, height: 900 } },
  });
  await settled(page);
  const [map, list] = await Promise.all(
    ['.map-canvas', '.map-rows li:nth-child(8)'].map((part) => page.locator(part).boundingBox()),
  );
  t.ok(list!.y + list!.height < 900, 'eight rows are above the fold');
  t.ok(map!.width * map!.height > 0.6 * 1440 * 900, 'the map has most of the window');
});

t.test('every color scheme has its legend', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CLOSE));
  await settled(page);
  for (const name of ['Year built', 'Acreage', 'Sale price', 'Deal score', 'Owner type', 'Assessed value']) {
    await page.getByLabel('Color by').selectOption({ label: name });
    t.equal(await page.locator('.map-legend h2').innerText(), name);
    t.equal(await page.locator('.map-legend li').count(), 7);
  }
});

t.test('a link shows the same view', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CLOSE), {
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  await settled(page);
  await page.getByLabel('Color by').selectOption('owner');
  await page.getByLabel('Sort by').selectOption('sale_price');
  await chipOf(page, 'Zoning').click();
  await page.getByLabel('Residential').check();
  await page.keyboard.press('Escape');
  await settled(page);
  await drag(page, 30, 30);
  await settled(page);
  await rows(page).nth(1).click();
  await panel(page).locator('.owner-name').waitFor();
  await settled(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = String(await page.evaluate('navigator.clipboard.readText()'));
  const seen = async (page: Page) => ({
    count: await count(page).innerText(),
    rows: await rows(page).allInnerTexts(),
    title: await panel(page).getByRole('heading', { level: 2 }).innerText(),
    legend: await page.locator('.map-legend').innerText(),
    at: parameters(page).get('at'),
    zoning: await chipOf(page, 'Zoning').innerText(),
  });
  const before = await seen(page);
  const again = await openPage(t, browser, link);
  await settled(again);
  await panel(again).locator('.owner-name').waitFor();
  t.same(await seen(again), before);
});

t.test('invalid values in an address are ignored', { skip }, async (t) => {
  const wrong =
    '&color=red&sort=fox&order=up&zoning=moon&owners=,&value=a..b&built=1.5..&absentee=maybe&saleDateRange=2023-02-29..x';
  const page = await openPage(t, browser, address(CLOSE, wrong));
  await settled(page);
  t.equal(await page.getByLabel('Color by').inputValue(), 'value');
  await page.goto(`${url}/map?at=here`);
  await settled(page);
  t.match(parameters(page).get('at'), /^4\d\.\d+,-96/);
});

t.test('by keyboard only', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CROWDED));
  await settled(page);
  await page.locator('.map-canvas canvas').focus();
  const zoom = () => Number(parameters(page).get('at')!.split(',')[2]);
  await page.keyboard.press('+');
  await until(zoom, (now) => now > CROWDED.zoom + 0.9);
  const at = parameters(page).get('at');
  await page.keyboard.press('ArrowRight');
  await until(
    () => parameters(page).get('at'),
    (now) => now !== at,
  );
  await settled(page);

  const first = await rows(page).count();
  t.equal(first, 100, 'a page of the list');
  await page.getByRole('button', { name: 'Show more' }).focus();
  await page.keyboard.press('Enter');
  await until(
    () => rows(page).count(),
    (now) => now > first,
  );
  t.equal(
    await page.evaluate(`[...document.querySelectorAll('.map-rows button')].indexOf(document.activeElement)`),
    first,
  );
  const id = await page.evaluate('document.activeElement.dataset.id');
  await page.keyboard.press('Enter');
  await panel(page).locator('.owner-name, .quiet').first().waitFor();
  await until(
    () => page.evaluate('document.activeElement.tagName'),
    (tag) => tag === 'H2',
  );
  t.equal(parameters(page).get('parcel'), id);
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'hidden' });
  t.not(await page.evaluate('document.activeElement.tagName'), 'BODY', 'the focus is not lost');
});

t.test('a phone has the list and the panel as sheets', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CLOSE), { phone: true });
  await settled(page);
  t.equal(await rows(page).first().isVisible(), false);
  const sheet = page.locator('.map-side');
  const height = async () => (await sheet.boundingBox())!.height;
  t.ok((await count(page).boundingBox())!.y < 820, 'the count shows');
  await page.getByRole('button', { name: 'Show the list' }).tap();
  await rows(page).first().waitFor();
  const half = await until(height, (now) => now > 300);
  await noViolations(t, page, 'the list as half a sheet');
  await page.getByRole('button', { name: 'Show more of the list' }).tap();
  await until(height, (now) => now > half + 100);
  const handle = (await page.getByRole('button', { name: 'Back to the map' }).boundingBox())!;
  await page.mouse.move(195, handle.y + 10);
  await page.mouse.down();
  await page.mouse.move(195, handle.y + 200, { steps: 4 });
  await page.mouse.move(195, handle.y + 330, { steps: 4 });
  await page.mouse.up();
  await until(height, (now) => now === half);
  t.pass('a drag ends at the nearest height');
  await noViolations(t, page, 'the list as a sheet');
  await rows(page).first().tap();
  await panel(page).getByRole('heading', { name: 'Deal score' }).waitFor();
  const box = (await panel(page).boundingBox())!;
  t.match(box, { x: 0, width: 390 });
  t.ok(box.y > 200, 'the map stays in view above it');
  t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, 'nothing wider than the screen');
  await panel(page)
    .getByText(/hazards in all|No risks/)
    .waitFor();
  await noViolations(t, page, 'the panel as a sheet');
  await panel(page).getByRole('button', { name: 'Close the parcel' }).tap();
  await panel(page).waitFor({ state: 'hidden' });
});

for (const dark of [false, true]) {
  t.test(`the map page is accessible in ${dark ? 'dark' : 'light'}`, { skip }, async (t) => {
    const page = await openPage(t, browser, address(CLOSE, '&color=owner'), { dark });
    await settled(page);
    await noViolations(t, page, 'map and list');
    for (const chip of ['Assessed value', 'Filters']) {
      await chipOf(page, chip).click();
      await noViolations(t, page, `the form of the chip ${chip}`);
      await page.keyboard.press('Escape');
    }
    await rows(page).first().click();
    await panel(page)
      .getByText(/hazards in all|No risks/)
      .waitFor();
    await panel(page).locator('.price-chart canvas, .entries, .quiet').first().waitFor();
    await panel(page).locator('summary', { hasText: 'calls' }).click();
    await noViolations(t, page, 'the panel');
  });
}

t.test('leaving the page leaves nothing running', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CLOSE));
  await settled(page);
  await page.getByRole('link', { name: 'Terrier', exact: true }).click();
  await page.locator('main.page-home h1').getByText('US parcels').waitFor();
  t.equal(new URL(page.url()).pathname, '/');
  t.equal(await page.locator('.map-canvas').count(), 0);
  t.equal(await page.locator('link[rel="stylesheet"][href*="/assets/map/"]').count(), 0);
  await page.goBack();
  await settled(page);
});

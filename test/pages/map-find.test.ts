/** The map page: its search box, an owner's parcels, condominiums, the card under the pointer, and two parcels compared. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { call } from '../helper.ts';
import { noViolations, openPage, openWithKey, withoutChromium } from './browser.ts';
import {
  count,
  idOf,
  mapPages,
  panel,
  parameters,
  parcels,
  pixelOf,
  placeOf,
  rows,
  settled,
  until,
  zoomOf,
} from './map-page.ts';

const skip = withoutChromium;
const { browser, harness, app, url, address } = await mapPages(t);
const key = skip ? '' : await harness.key();

const box = (page: Page) => page.getByRole('combobox', { name: 'Search the map' });
const options = (page: Page) => page.getByRole('option');
const group = (page: Page) => page.getByRole('region', { name: 'Group of parcels' });
const heading = (page: Page, name: string) => panel(page).getByRole('heading', { level: 2, name });
const house = parcels.find(({ unit, street, location }) => unit === null && street && location)!;
const COUNTRY = { lat: 39, lng: -98, zoom: 4 };
const far = address(COUNTRY);

t.test('an address is found by keyboard alone', { skip }, async (t) => {
  const page = await openPage(t, browser, far);
  await settled(page);
  await box(page).focus();
  await page.keyboard.type(house.street!);
  await options(page).first().waitFor();
  t.equal(await box(page).getAttribute('aria-expanded'), 'true');
  await noViolations(t, page, 'the suggestions');
  const first = options(page).first();
  await page.keyboard.press('ArrowDown');
  t.equal(await box(page).getAttribute('aria-activedescendant'), await first.getAttribute('id'));
  t.equal(await first.getAttribute('aria-selected'), 'true');
  await page.keyboard.press('ArrowUp');
  t.equal(await box(page).getAttribute('aria-activedescendant'), null, 'back in the box');
  await page.keyboard.press('ArrowDown');
  const title = await first.locator('.who span').first().innerText();
  await page.keyboard.press('Enter');
  await heading(page, title).waitFor();
  await until(
    () => zoomOf(page),
    (zoom) => zoom >= 16.9,
  );
  t.equal(await box(page).getAttribute('aria-expanded'), 'false');

  await box(page).fill('zzzzqqqq');
  await page.getByText('Nothing is found for this. Use a key to find owners too.').waitFor();
  await page.keyboard.press('Escape');
  t.equal(await box(page).inputValue(), 'zzzzqqqq', 'the first Escape closes');
  await page.keyboard.press('Escape');
  t.equal(await box(page).inputValue(), '', 'the second one clears');
});

t.test('a parcel number and an id open the parcel at once', { skip }, async (t) => {
  for (const typed of [house.parcel_id, idOf(house)]) {
    const page = await openPage(t, browser, far);
    await settled(page);
    await box(page).fill(typed);
    await page.keyboard.press('Enter');
    await until(
      () => parameters(page).get('parcel'),
      (id) => id === idOf(house),
    );
    await until(
      () => zoomOf(page),
      (zoom) => zoom >= 16.9,
    );
  }
  t.pass();
});

t.test('coordinates open what is at them', { skip }, async (t) => {
  const { lat, lon } = house.location!;
  for (const typed of [`${lat}, ${lon}`, `${lat} N ${-lon} W`]) {
    const page = await openPage(t, browser, far);
    await settled(page);
    await box(page).fill(typed);
    await options(page).filter({ hasText: 'Go to these coordinates' }).click();
    await panel(page).or(group(page)).locator('h2').first().waitFor();
    await until(
      () => zoomOf(page),
      (zoom) => zoom >= 16.9,
    );
  }
  const page = await openPage(t, browser, far);
  await settled(page);
  await box(page).fill('0, 0');
  await page.keyboard.press('Enter');
  await page.getByText('No parcel is within 30 meters of these coordinates.').waitFor();
  t.pass();
});

t.test('an owner shows all of the owner\u2019s parcels', { skip }, async (t) => {
  const owners = Map.groupBy(parcels, ({ owner_name }) => owner_name);
  const [name, owned] = [...owners].find(
    ([owner, { length }]) => owner !== null && /^[A-Z ]+$/.test(owner) && length > 3 && length < 50,
  )!;
  const page = await openWithKey(t, browser, far, key);
  await settled(page);
  await box(page).fill(name!);
  await options(page).filter({ hasText: 'Owner' }).first().waitFor();
  await options(page).filter({ hasText: 'Owner' }).first().click();
  await group(page).getByRole('heading', { level: 2 }).filter({ hasNotText: 'Loading' }).waitFor();
  const { total } = (
    await call(app, 'GET', `/api/v1/owners/${encodeURIComponent(name!)}/properties`, { key })
  ).json();
  t.ok(total >= owned.length);
  t.equal(await group(page).locator('.other').count(), total);
  await until(
    () => zoomOf(page),
    (zoom) => zoom > 5,
  );
  await noViolations(t, page, 'an owner');
  t.equal(parameters(page).get('owner'), name);

  await group(page).locator('.other').nth(1).click();
  await panel(page).locator('.owner-name').waitFor();
  await page.keyboard.press('Escape');
  await group(page).waitFor();
  t.equal(await page.evaluate('document.activeElement.className'), 'other', 'back to where it was opened');
  await page.reload();
  await group(page).getByRole('heading', { level: 2, name: name! }).waitFor();
  await group(page).getByRole('button', { name: 'Close the list' }).click();
  await group(page).waitFor({ state: 'hidden' });
  t.equal(parameters(page).get('owner'), null);
});

t.test('a card under the pointer says what a lot is', { skip }, async (t) => {
  const page = await openPage(t, browser, address(placeOf(18, house), '&color=built'));
  await settled(page);
  const { x, y } = await pixelOf(page, house.location!);
  const card = page.locator('.map-card');
  await until(
    async () => {
      await page.mouse.move(x - 3, y);
      await page.mouse.move(x, y);
      return (await card.isVisible()) ? card.innerText() : '';
    },
    (text) => text.includes(house.street!),
  );
  const text = await card.innerText();
  t.match(text, /Owner: \w+/);
  t.match(text, house.year_built === null ? /Year built: –/ : `Year built: ${house.year_built}`);
  await noViolations(t, page, 'the card');
  await page.mouse.move(x, 10);
  await card.waitFor({ state: 'hidden' });
});

t.test('a condominium opens as a list of its units', { skip }, async (t) => {
  const flats = parcels.filter(({ unit, location }) => unit !== null && location !== null);
  const [stack] = [...Map.groupBy(flats, ({ street }) => street).values()].sort(
    (a, b) => b.length - a.length,
  );
  const [flat] = stack!;
  const page = await openPage(t, browser, address(placeOf(17, flat)));
  await settled(page);
  const { x, y } = await pixelOf(page, flat!.location!);
  await until(
    async () => {
      await page.mouse.click(x, y);
      return group(page).isVisible();
    },
    (open) => open,
  );
  await group(page).getByRole('heading', { level: 2, name: flat!.street! }).waitFor();
  t.equal(await group(page).locator('.other').count(), stack!.length);
  await noViolations(t, page, 'the units');
  await group(page).locator('.other').first().click();
  await panel(page).locator('.owner-name, .quiet').first().waitFor();
  t.match(parameters(page).get('stack'), /^[\d.-]+,[\d.-]+$/, 'a link shows the list too');
});

t.test('two parcels are shown side by side', { skip }, async (t) => {
  const page = await openPage(t, browser, address(placeOf(16.5, house)));
  await settled(page);
  const open = async (at: number) => {
    await rows(page).nth(at).click();
    await panel(page).locator('.owner-name, .quiet').first().waitFor();
    await until(
      () => panel(page).locator('h2').innerText(),
      (title) => title !== 'Loading …',
    );
    return panel(page).locator('h2').innerText();
  };
  const first = await open(0);
  const kept = parameters(page).get('parcel');
  await panel(page).getByRole('button', { name: 'Compare', exact: true }).click();
  await panel(page).getByText('Open another parcel to see it beside this one.').waitFor();
  t.equal(parameters(page).get('compare'), kept);
  await settled(page);
  const at = (await rows(page).first().getAttribute('data-id')) === kept ? 1 : 0;
  const second = await open(at);
  const table = panel(page).getByRole('table');
  await table.waitFor();
  t.same(await table.getByRole('columnheader').allInnerTexts(), [first, second]);
  const ids = table.getByRole('row', { name: /^Parcel/ });
  t.same(await ids.getByRole('cell').allInnerTexts(), [kept, parameters(page).get('parcel')]);
  t.equal(await ids.getByRole('img', { name: 'differs' }).count(), 1);
  for (const row of await table.locator('tbody tr').all()) {
    const [left, right] = await row.getByRole('cell').allInnerTexts();
    t.equal(await row.getByRole('img', { name: 'differs' }).count(), left === right ? 0 : 1);
  }
  await noViolations(t, page, 'a comparison');
  await page.reload();
  await table.waitFor();
  await panel(page).getByRole('button', { name: 'Stop comparing' }).click();
  await table.waitFor({ state: 'hidden' });
  t.equal(parameters(page).get('compare'), null);
});

t.test('an address may name a county or state instead of a point', { skip }, async (t) => {
  const page = await openPage(t, browser, `${url}/map?fips=31109`);
  await settled(page);
  t.match(parameters(page).get('at'), /^40\.\d+,-96\.\d+/);
  t.match(await count(page).innerText(), /in view/);
  const other = await openPage(t, browser, `${url}/map?fips=02`);
  await settled(other);
  t.ok(Number(parameters(other).get('at')!.split(',')[0]) > 50, 'Alaska');
});

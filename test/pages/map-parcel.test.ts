import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { openPage, withoutChromium } from './browser.ts';
import { COUNTY, panel, parameters, parcels, pixelOf, settled, until } from './map-page.ts';
import { bent, CLOSE, fullMapPages, HOSTILE_OWNER, hostile } from './map-records.ts';

const skip = withoutChromium;
const { browser, url, address } = await fullMapPages(t);

t.test('a parcel on the map opens with everything known about it', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CLOSE), {
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  await settled(page);
  const { x, y } = await pixelOf(page, hostile.location!);
  await until(
    async () => {
      await page.mouse.click(x, y);
      await sleep(300);
      return panel(page).isVisible();
    },
    (open) => open,
  );
  await panel(page).getByRole('heading', { name: hostile.street! }).waitFor();
  const shown = panel(page);
  for (const name of [
    'Estimated value',
    'Owner',
    'Deeds and prices',
    'Permits',
    'Risks',
    'Assessed values',
    'Deal score',
  ]) {
    await shown.getByRole('heading', { name, exact: true }).waitFor();
  }
  await shown.getByText(/Natural hazards in all/).waitFor();
  await shown.locator('.owner-name').waitFor();
  t.equal(await shown.locator('.owner-name').innerText(), HOSTILE_OWNER, 'a name is text, never markup');
  t.equal(await page.locator('main img, [onerror]').count(), 0);
  await shown.locator('.price-chart canvas').waitFor();
  t.match(
    await shown.locator('.price-chart').getAttribute('aria-label'),
    /Prices over time: \d{4}-\d\d-\d\d \$/,
  );
  t.equal((await shown.locator('.entries').first().locator('li').count()) > 0, true, 'deeds');
  t.equal(await shown.locator('.bars').last().locator('li').count(), 5, 'the five parts of the score');

  await shown.locator('summary', { hasText: 'calls' }).click();
  t.equal(await shown.getByRole('button', { name: 'Copy as curl' }).count(), 7);
  await shown.getByRole('button', { name: 'Copy as curl' }).nth(2).click();
  await shown.getByRole('button', { name: 'Copied' }).waitFor();
  t.equal(
    await page.evaluate('navigator.clipboard.readText()'),
    `curl -s '${url}/api/v1/parcels/${COUNTY}:${hostile.parcel_id}/deeds'`,
  );
  await shown.getByRole('button', { name: 'Close the parcel' }).click();
  await shown.waitFor({ state: 'hidden' });
  t.equal(parameters(page).get('parcel'), null);
});

t.test('names that change the writing direction or are very long stay in place', { skip }, async (t) => {
  const place = { lat: bent.location!.lat, lng: bent.location!.lon, zoom: 17 };
  for (const phone of [false, true]) {
    const page = await openPage(t, browser, address(place, `&parcel=${COUNTY}:${bent.parcel_id}`), { phone });
    await panel(page).locator('.owner-name').waitFor();
    await settled(page);
    const wide = `[...document.querySelectorAll('html, main, .map-rows, [aria-label="Parcel"]')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML.slice(0, 80))`;
    t.same(await page.evaluate(wide), [], 'nothing is wider than its place');
    const turning = `[...document.querySelectorAll('body *')].filter((one) =>
      [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.includes('\u202e')))`;
    t.ok(await page.evaluate(`${turning}.length > 1`), 'they are shown');
    const leaking = `${turning}.filter((one) => getComputedStyle(one).unicodeBidi !== 'isolate').length`;
    t.equal(await page.evaluate(leaking), 0, 'each by itself');
  }
});

t.test('an owner’s other parcels open from the panel', { skip }, async (t) => {
  const owners = Map.groupBy(parcels, ({ owner_name }) => owner_name);
  const [, owned] = [...owners].find(([name, { length }]) => name !== null && length > 3 && length < 50)!;
  const page = await openPage(t, browser, address(CLOSE, `&parcel=${COUNTY}:${owned[0]!.parcel_id}`));
  const heading = panel(page).getByRole('heading', { level: 2 });
  const other = panel(page).locator('.other').first();
  await other.waitFor();
  const name = await other.locator('span').first().innerText();
  await other.click();
  await until(
    () => heading.innerText(),
    (text) => text === name,
  );
  t.not(parameters(page).get('parcel'), `${COUNTY}:${owned[0]!.parcel_id}`);
  await settled(page);
});

t.test('an unknown parcel is reported', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CLOSE, '&parcel=31109:none'), { expected: /404/ });
  await panel(page).getByText('There is no parcel 31109:none').waitFor();
  await panel(page).getByRole('button', { name: 'Close the parcel' }).click();
  await settled(page);
  t.pass();
});

t.test('parcels at one place link to each other', { skip }, async (t) => {
  const flats = parcels.filter(({ unit, location }) => unit !== null && location !== null);
  const stacks = Map.groupBy(
    flats,
    ({ location }) => `${location!.lat.toFixed(4)} ${location!.lon.toFixed(4)}`,
  );
  const [stack] = [...stacks.values()].sort((a, b) => b.length - a.length);
  const [flat] = stack!;
  const place = { lat: flat!.location!.lat, lng: flat!.location!.lon, zoom: 17 };
  const page = await openPage(t, browser, address(place, `&parcel=${COUNTY}:${flat!.parcel_id}`));
  const section = panel(page).locator('section', { hasText: 'At the same place' });
  await section.locator('button').first().click();
  await panel(page).getByRole('heading', { level: 2 }).getByText('Loading').waitFor({ state: 'hidden' });
  await panel(page).locator('.owner-name').waitFor();
  t.not(parameters(page).get('parcel'), `${COUNTY}:${flat!.parcel_id}`);
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import t from 'tap';
import { demoDeeds, demoPermits, demoRisks } from '../../src/loading/demo/generate.ts';
import { call, makeHarness } from '../helper.ts';
import { FaultyProxy } from '../tcp-proxy.ts';
import { makeBrowser, noViolations, openPage, servePages, withoutChromium } from './browser.ts';
import {
  COUNTY,
  CROWDED,
  count,
  drag,
  panel,
  parameters,
  parcels,
  pixelOf,
  rows,
  searched,
  settled,
  until,
} from './map-page.ts';

type Records = Record<string, unknown>[];
const chosen = new Set(parcels.map(({ parcel_id }) => parcel_id));
const ours = (records: Iterable<object>) =>
  [...(records as Iterable<Record<string, unknown>>)].filter(
    ({ county_fips, parcel_id }) => county_fips === COUNTY && chosen.has(parcel_id as string),
  );
const deeds = ours(demoDeeds());
const permits = ours(demoPermits());
/** A parcel with everything, whose owner gets a name that is markup. */
const HOSTILE_OWNER = '<img onerror=alert(1) src=x>';
const hostile = parcels.find(({ parcel_id, location, street, unit }) => {
  const sales = deeds.filter((deed) => deed.parcel_id === parcel_id && Number(deed.sale_price_usd) > 50_000);
  const hasPermit = permits.some((permit) => permit.parcel_id === parcel_id);
  return location && street && unit === null && hasPermit && sales.length > 1;
})!;
hostile.owner_name = HOSTILE_OWNER;
/** Another one, with names that change the writing direction and have no places to break a line. */
const bent = parcels.findLast(
  ({ location, parcel_id }) => location !== null && parcel_id !== hostile.parcel_id,
)!;
bent.owner_name = `WREN \u202e ETTEDO ${'W'.repeat(300)}`;
bent.street = `1 \u202e${'M'.repeat(300)} ST`;
/** With few enough parcels around it to list each. */
const CLOSE = { lat: hostile.location!.lat, lng: hostile.location!.lon, zoom: 16.5 };

const skip = withoutChromium;
const browser = await makeBrowser(t);
const harness = await makeHarness(t);
if (!skip) {
  await harness.load('parcels', parcels as object[] as Records);
  await harness.load('deeds', deeds);
  await harness.load('permits', permits);
  await harness.load(
    'risks',
    [...demoRisks()].filter(({ county_fips }) => county_fips === COUNTY) as object[] as Records,
  );
}
const elasticsearch = new FaultyProxy(harness.env.ELASTICSEARCH_URL!);
await elasticsearch.start();
t.teardown(async () => {
  await elasticsearch.set('pass');
  await elasticsearch.stop();
});
const { app, url } = await servePages(t, harness);

const address = ({ lat, lng, zoom }: typeof CLOSE, more = '', base = url) =>
  `${base}/map?at=${lat},${lng},${zoom}${more}`;
/** The button that opens the form of a filter. */
const chipOf = (page: Page, name: string) =>
  page.locator('.map-chips .opens').filter({ hasText: new RegExp(`^${name}`) });

/** The API's total for the search that the page made last. */
async function totalOf(body: unknown): Promise<number> {
  return (await call(app, 'POST', '/api/v1/search', { body })).json().total;
}

/** The search that the page makes after an action, once its list shows as many parcels. */
async function searchOf(page: Page, act: () => Promise<unknown>) {
  let body: Awaited<ReturnType<typeof searched>>;
  // The page may search more than once; it shows the last result.
  const follow = (request: Request) => {
    if (request.url().endsWith('/api/v1/search')) body = request.postDataJSON();
  };
  page.on('request', follow);
  const asked = searched(page);
  await act();
  await asked;
  await settled(page);
  const isShown = async (shown: string) => {
    const total = await totalOf(body);
    return shown.startsWith(total === 0 ? 'No parcels' : `${total} parcel`);
  };
  await until(async () => isShown(await count(page).innerText()), Boolean);
  page.off('request', follow);
  return body;
}

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

t.test('a pan sends a new request and aborts the previous one', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CLOSE));
  await settled(page);
  const first = parameters(page).get('at');
  const { bounds } = await searchOf(page, () => drag(page, 200, 60));
  t.not(parameters(page).get('at'), first, 'the address follows');
  t.ok(bounds.west < CLOSE.lng && bounds.east > bounds.west, 'the bounds are those in view');
  t.match(await count(page).innerText(), / parcels? in view$/);

  // The next pan ends a search without an answer.
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

t.test('every filter and every sort of the search can be used', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CLOSE));
  await settled(page);
  const absentee = page.getByRole('button', { name: 'Only absentee owners' });
  const all = await totalOf(await searchOf(page, () => absentee.click()));
  t.ok(all > 0);
  t.equal(await absentee.getAttribute('aria-pressed'), 'true');
  await searchOf(page, () => absentee.click());

  /** Opens the form of a filter, or "Filters" for one without its own, acts, and closes it. */
  const within = (chip: string, act: () => Promise<unknown>) => async () => {
    await chipOf(page, chip).click();
    await act();
    await page.keyboard.press('Escape');
  };
  const fill = (label: string, value: string, chip = 'Filters') =>
    within(chip, async () => {
      await page.getByLabel(label, { exact: true }).fill(value);
      await page.keyboard.press('Enter');
    });
  const tick = (label: string, chip: string) => within(chip, () => page.getByLabel(label).check());

  t.match(await searchOf(page, tick('Residential', 'Zoning')), {
    filters: { zoningCategories: ['residential'] },
  });
  t.match(await searchOf(page, tick('LLC', 'Owner')), { filters: { ownerTypes: ['llc'] } });
  t.match(await searchOf(page, tick('Individual', 'Owner')), {
    filters: { ownerTypes: ['individual', 'llc'] },
  });
  t.match(await searchOf(page, fill('Assessed value, USD: at least', '100000', 'Assessed value')), {
    filters: { valueRange: { min: 100_000 } },
  });
  t.match(await searchOf(page, fill('Year built: at most', '1990', 'Year built')), {
    filters: { yearBuiltRange: { max: 1990 } },
  });
  t.match(await searchOf(page, fill('Lot size, acres: at most', '2.5', 'Lot size')), {
    filters: { acreageRange: { max: 2.5 } },
  });
  t.match(await searchOf(page, fill('Bedrooms: at least', '2')), { filters: { bedroomsRange: { min: 2 } } });
  t.match(await searchOf(page, fill('Bathrooms: at most', '3.5')), {
    filters: { bathroomsRange: { max: 3.5 } },
  });
  t.match(await searchOf(page, fill('Floor area, square feet: at least', '400')), {
    filters: { buildingSqftRange: { min: 400 } },
  });
  t.match(await searchOf(page, fill('Sale price, USD: at most', '900000')), {
    filters: { salePriceRange: { max: 900_000 } },
  });
  t.match(await searchOf(page, fill('Sale date: from', '2001-02-03')), {
    filters: { saleDateRange: { min: '2001-02-03' } },
  });
  const told = Object.fromEntries(parameters(page));
  t.match(told, {
    zoning: 'residential',
    owners: 'individual,llc',
    value: '100000..',
    built: '..1990',
    acres: '..2.5',
    saleDateRange: '2001-02-03..',
  });

  t.same(
    await page.locator('.map-chips .chip.on').allInnerTexts(),
    [
      'Assessed value\n$100K and over',
      'Zoning\nResidential',
      'Owner\nIndividual, LLC',
      'Year built\nup to 1990',
      'Lot size\nup to 2.5 acres',
      'Filters\n5',
      'Floor area\n400 square feet and over',
      'Bedrooms\n2 and over',
      'Bathrooms\nup to 3.5',
      'Sale price\nup to $900K',
      'Sale date\nfrom 2001-02-03',
    ],
    'a chip shows its value',
  );
  t.notHas(
    (await searchOf(page, () => page.getByRole('button', { name: 'Remove the filter Bedrooms' }).click()))
      .filters,
    { bedroomsRange: {} },
  );

  await chipOf(page, 'Year built').click();
  await page.getByLabel('Year built: at least', { exact: true }).fill('2001');
  await page.keyboard.press('Enter');
  t.match(await page.locator('#map-built-problem').innerText(), /above the upper end/);
  await page.keyboard.press('Escape');
  t.equal(parameters(page).get('built'), '..1990', 'nothing is asked with an impossible range');
  const cleared = await searchOf(page, () => page.getByRole('button', { name: 'Clear the filters' }).click());
  t.same(cleared.filters, {});

  for (const sort of ['assessed_value', 'sale_price', 'acreage', 'year_built', 'deal_score']) {
    t.match(await searchOf(page, () => page.getByLabel('Sort by').selectOption(sort)), {
      sort,
      order: 'desc',
    });
  }
  const body = await searchOf(page, () => page.getByLabel('Order', { exact: true }).selectOption('asc'));
  t.match(body, { sort: 'deal_score', order: 'asc' });
  const { data } = (await call(app, 'POST', '/api/v1/search', { body })).json();
  t.equal(await rows(page).first().getAttribute('data-id'), data[0].id, 'the list is in that order');
  t.equal(
    await rows(page).first().locator('.worth').innerText(),
    `${data[0].deal_score} of 100`,
    'and shows what it is in the order of',
  );
});

t.test('a form that opens leaves the focus in a field that somebody has chosen', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CLOSE));
  await settled(page);
  const opened = (choose: string) =>
    page.evaluate(`(async () => {
      const form = document.querySelector('#map-chip-acres');
      const shown = new Promise((resolve) => form.addEventListener('toggle', resolve, { once: true }));
      document.querySelector('[popovertarget="map-chip-acres"]').click();
      ${choose}
      await shown;
      const focused = document.activeElement.getAttribute('aria-label');
      const hidden = new Promise((resolve) => form.addEventListener('toggle', resolve, { once: true }));
      form.hidePopover();
      await hidden;
      return focused;
    })()`);
  t.equal(await opened(''), 'Lot size, acres: at least', 'the first one, as long as nobody has');
  t.equal(await opened(`form.querySelector('[aria-label$="at most"]').focus();`), 'Lot size, acres: at most');
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
  for (const name of ['Owner', 'Deeds and prices', 'Permits', 'Risks', 'Deal score']) {
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
  t.equal(await shown.getByRole('button', { name: 'Copy as curl' }).count(), 5);
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

t.test('an unknown parcel is reported', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CLOSE, '&parcel=31109:none'), { expected: /404/ });
  await panel(page).getByText('There is no parcel 31109:none').waitFor();
  await panel(page).getByRole('button', { name: 'Close the parcel' }).click();
  await settled(page);
  t.pass();
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
  t.equal(
    await page.evaluate('document.documentElement.scrollWidth'),
    390,
    'nothing is wider than the screen',
  );
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

t.test('leaving the page leaves nothing running', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CLOSE));
  await settled(page);
  await page.getByRole('link', { name: 'Terrier', exact: true }).click();
  await page.locator('main.page-home h1').getByText('US parcels').waitFor();
  t.equal(new URL(page.url()).pathname, '/');
  t.equal(await page.locator('.map-canvas').count(), 0);
  t.equal(await page.locator('link[rel="stylesheet"][href*="map.css"]').count(), 0);
  await page.goBack();
  await settled(page);
});

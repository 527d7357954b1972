import type { Page } from 'playwright-core';
import t from 'tap';
import { deactivateKey, listKeys } from '../../src/accounts/keys.ts';
import { countyName } from '../../src/domain/geography.ts';
import { noteTry } from '../../src/stores/mysql/source-layers.ts';
import { makeHarness } from '../helper.ts';
import {
  LOOKS,
  makeBrowser,
  noViolations,
  openPage,
  openWithKey,
  PATIENCE,
  servePages,
  withoutChromium,
} from './browser.ts';

const WAKE = '37183';
/** Nebraska’s first counties: the n-th has n + 1 sales, and a median that grew by n percent. */
const NEBRASKA = Array.from({ length: 24 }, (_, n) => `31${String(2 * n + 1).padStart(3, '0')}`);
const nameOf = (fips: string) => `${countyName(fips)}, ${fips === WAKE ? 'NC' : 'NE'}`;

let documents = 0;
const sale = (county_fips: string, sale_date: string, sale_price_usd: number) => ({
  county_fips,
  parcel_id: 'P-1',
  document_number: `D-${documents++}`,
  recorded_date: sale_date,
  sale_date,
  sale_price_usd,
  grantor: 'WREN, ODETTE',
  grantee: 'ALDER, BENEDICT',
  document_type: 'Warranty Deed',
  is_arm_length: true,
});

const harness = await makeHarness(t);
await harness.load('parcels', [
  ...NEBRASKA.map((county_fips) => ({ county_fips, parcel_id: 'P-1', total_assessed_value: 1_000 })),
  ...Array.from({ length: 10 }, (_, n) => ({
    county_fips: WAKE,
    parcel_id: `P-${n}`,
    owner_name: n === 0 ? null : 'ALDER, BENEDICT',
    ...(n < 6 ? { location: { lat: 35.8, lon: -78.6 } } : {}),
  })),
]);
await harness.load('deeds', [
  ...NEBRASKA.flatMap((county, n) => [
    sale(county, '2023-11-01', 100_000),
    ...Array.from({ length: n + 1 }, () => sale(county, '2024-11-01', 100_000 + n * 1_000)),
  ]),
  ...Array.from({ length: 40 }, () => sale(WAKE, '2024-11-01', 500_000)),
]);
const browser = await makeBrowser(t);
const { url } = await servePages(t, harness);
const options = { skip: withoutChromium };

const rows = (page: Page) => page.locator('.market-table tbody tr');
const firstCounty = (page: Page, name: string) =>
  rows(page).first().getByRole('rowheader', { name }).waitFor();
const chip = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Counties in the charts' }).getByText(name);
const inAddress = (page: Page, part: string) =>
  page.waitForURL((address) => address.search.includes(part), { timeout: PATIENCE });

t.test('without a key, the page says so, offers the dialog and shows the coverage', options, async (t) => {
  const page = await openPage(t, browser, `${url}/market`);
  await page.getByText('Sales figures need an API key').waitFor();
  await page.locator('[data-area="37"]').getByText('90.0%').waitFor();
  t.notOk(await page.getByRole('heading', { name: 'Trends' }).isVisible(), 'no section is empty');
  await noViolations(t, page);

  await page.locator('.market-gate button').click();
  await page.getByLabel('Key', { exact: true }).fill(await harness.key());
  await page.keyboard.press('Enter');
  await firstCounty(page, nameOf(WAKE));
  await page.getByRole('heading', { name: 'Trends' }).waitFor();
  t.equal(await page.getByText('Sales figures need an API key').count(), 0);
});

t.test('the table is filtered, sorted and paged, and a link shows the same', options, async (t) => {
  const key = await harness.key();
  const page = await openWithKey(t, browser, `${url}/market`, key);
  await firstCounty(page, nameOf(WAKE));
  t.equal(await rows(page).count(), 20);
  await page.getByText('1–20 of 25 counties').waitFor();
  t.match(await rows(page).nth(1).innerText(), /24\s+\$123,000\s+\$123,000\s+\+23\.0%/);
  t.match(await rows(page).nth(1).innerText(), /few sales/);

  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('21–25 of 25 counties').waitFor();
  await inAddress(page, 'offset=20');

  await page.getByLabel('State', { exact: true }).selectOption({ label: 'Nebraska' });
  await page.getByText('1–20 of 24 counties').waitFor();
  await page.getByLabel('Minimum sales').fill('22');
  await page.keyboard.press('Enter');
  await page.getByText('1–3 of 3 counties').waitFor();
  await page.getByRole('button', { name: 'Median' }).click();
  await page
    .getByRole('columnheader', { name: 'Median' })
    .and(page.locator('[aria-sort="descending"]'))
    .waitFor();
  await page.getByRole('button', { name: 'Median' }).press('Enter');
  await firstCounty(page, nameOf(NEBRASKA[21]!));
  t.equal(await page.getByRole('columnheader', { name: 'Median' }).getAttribute('aria-sort'), 'ascending');
  const link = page.url();
  t.notMatch(link, /terrier_/, 'the key is not in the address');

  const copy = await openWithKey(t, browser, link, key);
  await firstCounty(copy, nameOf(NEBRASKA[21]!));
  await copy.getByText('1–3 of 3 counties').waitFor();
  t.equal(await copy.getByLabel('State', { exact: true }).inputValue(), '31');

  await page.getByLabel('Quarter', { exact: true }).selectOption('1985Q1');
  await page.getByText('No county has such sales').waitFor();
});

t.test('a county and a state lead to the map, with what was sold in the quarter', options, async (t) => {
  const page = await openWithKey(t, browser, `${url}/market`, await harness.key());
  await firstCounty(page, nameOf(WAKE));
  const link = page.getByRole('link', { name: `Map of the sales in ${nameOf(WAKE)}` });
  t.equal(
    await link.getAttribute('href'),
    `/map?fips=${WAKE}&saleDateRange=2024-10-01..2024-12-31&color=price`,
  );
  await page
    .locator('[data-area="37"]')
    .getByRole('link', { name: /^Map of / })
    .click();
  await page.waitForURL(/\/map\?at=3[3-6]\.\d+,-(7|8)\d/, { timeout: PATIENCE });
});

t.test('counties are added to the charts and removed; a table has the numbers', options, async (t) => {
  const page = await openWithKey(t, browser, `${url}/market`, await harness.key());
  await chip(page, nameOf(WAKE)).waitFor();
  await page.locator('.market-plot canvas').nth(2).waitFor();
  t.equal(await page.locator('.market-plot canvas').count(), 3);
  t.equal(await page.locator('.market-legend li').count(), 5, 'the five busiest to begin with');

  await page.getByLabel(`Chart ${nameOf(NEBRASKA[15]!)}`).check();
  await chip(page, nameOf(NEBRASKA[15]!)).waitFor();
  await page.getByRole('button', { name: `Take ${nameOf(WAKE)} out` }).click();
  await chip(page, nameOf(WAKE)).waitFor({ state: 'detached' });
  t.notOk(await page.getByLabel(`Chart ${nameOf(WAKE)}`).isChecked());
  await inAddress(page, `counties=${[23, 22, 21, 20, 15].map((n) => NEBRASKA[n]).join()}`);

  await page.getByText('The numbers as a table').click();
  const numbers = page.getByRole('region', { name: 'The numbers of the charts' });
  t.match(
    await numbers.getByRole('row').nth(1).innerText(),
    new RegExp(`2024 Q4\\s+${nameOf(NEBRASKA[23]!)}\\s+24\\s+\\$123,000\\s+\\+23\\.0%`),
  );
  await page.getByLabel('Years').selectOption('0');
  await inAddress(page, 'years=0');
  await chip(page, nameOf(NEBRASKA[20]!)).waitFor();

  await page.getByLabel(`Chart ${nameOf(NEBRASKA[19]!)}`).check();
  await page.getByLabel(`Chart ${nameOf(NEBRASKA[16]!)}`).click();
  await page.getByText('The charts hold 6 counties').waitFor();
  t.notOk(await page.getByLabel(`Chart ${nameOf(NEBRASKA[16]!)}`).isChecked());
});

t.test('the links of the table of states are visible on a wide screen', options, async (t) => {
  const page = await openPage(t, browser, `${url}/market`, {
    context: { viewport: { width: 1440, height: 900 } },
  });
  const table = page.getByRole('region', { name: 'States with parcels' });
  await table.waitFor();
  const [inside, whole] = await table.evaluate((element) => [element.clientWidth, element.scrollWidth]);
  t.ok(whole! <= inside!, `${whole} pixels wide in ${inside}`);
});

t.test('below the map are the sources of the records and how current they are', options, async (t) => {
  const at = new Date('2026-03-01T03:17:00.000Z');
  await noteTry(
    harness.database,
    { source: 'us-nc-wake', layer: 'parcels/0' },
    {
      county_fips: WAKE,
      publisher: 'gis.example.gov',
      outcome: 'loaded',
      message: null,
      at,
      load: { rows: 1_234, rejected: 0, left_out: [], columns: ['PIN'], fingerprints: {} },
    },
  );
  const page = await openPage(t, browser, `${url}/market`);
  const row = page.getByRole('region', { name: 'Sources of the records' }).locator('tbody tr');
  await row.waitFor();
  t.equal(await row.count(), 1);
  const text = (await row.innerText()).replace(/\s+/g, ' ');
  t.match(text, /^Wake County parcels gis\.example\.gov 1,234 .* loaded$/);
  await noViolations(t, page);
});

t.test(
  'coverage is a map of states and of one state’s counties, by mouse and keyboard',
  options,
  async (t) => {
    const page = await openPage(t, browser, `${url}/market`);
    const shape = page.locator('.market-map path[data-fips="37"]');
    await shape.waitFor();
    t.equal((await page.locator('.market-map path').count()) > 50, true, 'every state has an outline');
    await shape.hover();
    await page.getByText('North Carolina: 90.0% of 10 parcels with an owner').waitFor();
    await page.getByLabel('Parcels', { exact: true }).selectOption({ label: 'with a location' });
    await page.locator('.market-map text', { hasText: '60%' }).waitFor();
    await inAddress(page, 'share=geocoded_pct');

    await shape.click();
    await page.getByRole('heading', { name: 'Counties of North Carolina' }).waitFor();
    t.equal(await page.locator('.market-map path').count(), 100, 'every county has an outline');
    t.match(
      await page.locator(`[data-area="${WAKE}"]`).innerText(),
      /Wake County\s+10\s+90\.0%\s+0\.0%\s+60\.0%/,
    );
    await inAddress(page, 'coverage=37');
    await page.reload();
    await page.getByRole('heading', { name: 'Counties of North Carolina' }).waitFor();
    await page.getByRole('button', { name: 'All states' }).press('Enter');
    await page.getByRole('button', { name: 'Nebraska' }).press('Enter');
    await page.getByRole('heading', { name: 'Counties of Nebraska' }).waitFor();
  },
);

t.test('an expired key, a deactivated one, and a wrong address', options, async (t) => {
  const gone = await harness.key({ expiresAt: new Date(Date.now() - 1_000) });
  const expected = /status of (400|403|503)/;
  const page = await openWithKey(t, browser, `${url}/market`, gone, { expected });
  await page.locator('.market-gate', { hasText: 'expired' }).first().waitFor();
  await noViolations(t, page);
  await page.getByRole('button', { name: 'Use another key' }).first().click();
  const next = await harness.key({ name: 'to deactivate' });
  await page.getByLabel('Key', { exact: true }).fill(next);
  await page.getByRole('button', { name: 'Use it' }).click();
  await firstCounty(page, nameOf(WAKE));

  const { id } = (await listKeys(harness.database)).find(({ name }) => name === 'to deactivate')!;
  await deactivateKey(harness.database, id);
  // This is noticed within two seconds; until then the table is sorted back and forth.
  const sort = page.getByRole('button', { name: 'Sales' });
  const again = page.getByRole('button', { name: 'Try again' });
  const refused = page.locator('.market-gate', { hasText: 'deactivated' }).first();
  const deadline = Date.now() + PATIENCE;
  while (Date.now() < deadline && (await refused.count()) === 0) {
    await sort
      .or(again)
      .first()
      .click({ timeout: 2_000 })
      .catch(() => {});
  }
  await refused.waitFor();

  const wrong = await openWithKey(t, browser, `${url}/market?quarter=soon`, await harness.key(), {
    expected,
  });
  await wrong.getByText('quarter must').first().waitFor();
  await wrong.getByLabel('Quarter', { exact: true }).selectOption('2024Q4');
  await firstCounty(wrong, nameOf(WAKE));
});

t.test('without Elasticsearch: a clear message, and a way to try again', options, async (t) => {
  const away = await servePages(t, harness, { ELASTICSEARCH_URL: 'http://127.0.0.1:9' });
  const page = await openWithKey(t, browser, `${away.url}/market`, await harness.key(), {
    expected: /status of 503/,
  });
  await page.getByText('Elasticsearch is unavailable').nth(1).waitFor();
  t.equal(await page.getByRole('button', { name: 'Try again' }).count(), 2, 'of the table and of the map');
});

for (const [name, look] of LOOKS) {
  t.test(`the market page is accessible ${name}`, options, async (t) => {
    const page = await openWithKey(t, browser, `${url}/market?coverage=37`, await harness.key(), look);
    await page.locator('.market-plot canvas').nth(2).waitFor();
    await page.locator('.market-map path').first().waitFor();
    await page.getByText('The numbers as a table').click();
    await noViolations(t, page);
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    t.notOk(wide, 'nothing is wider than the window');
  });
}

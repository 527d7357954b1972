import t from 'tap';
import { madeCounty } from '../api/features/values/made-county.ts';
import { call, makeHarness } from '../helper.ts';
import { makeBrowser, openPage, openWithKey, servePages, withoutChromium } from './browser.ts';
import { panel } from './map-page.ts';

const skip = withoutChromium;
const browser = await makeBrowser(t);
const harness = await makeHarness(t);
const COUNTY = '31109';
const { parcels, deeds, withheld } = madeCounty(COUNTY, 310, { withheld: 1 });
if (!withoutChromium) {
  await harness.load('deeds', deeds);
  await harness.load('parcels', parcels);
}
const { app, url } = await servePages(t, harness);
const [number] = withheld.keys();
const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`;

t.test('the panel shows a value with its bounds, its error and the most alike sales', { skip }, async (t) => {
  const key = await harness.key();
  const { estimate, low, high, as_of, error, comparables } = (
    await call(app, 'GET', `/api/v1/parcels/${COUNTY}:${number}/value`, { key })
  ).json();
  const { lat, lon } = parcels.at(-1) as { lat?: number; lon?: number };
  const page = await openPage(t, browser, `${url}/map?at=${lat},${lon},17&parcel=${COUNTY}:${number}`);
  const section = panel(page).locator('section', {
    has: page.getByRole('heading', { name: 'Estimated value' }),
  });
  await section.getByText(`${dollars(estimate)} on ${as_of}`).waitFor();
  await section.getByText(`Four of five prices are between ${dollars(low)} and ${dollars(high)}.`).waitFor();
  const { median_abs_pct_error, within_10_pct } = error;
  const [off, within] = [median_abs_pct_error, within_10_pct].map((value: number) => value.toFixed(1));
  await section
    .getByText(new RegExp(`off by at most ${off} ?%; ${within} ?% were within 10 % \\(310 sales tested\\)`))
    .waitFor();
  await section.getByText('It is no appraisal.').waitFor();
  const alike = section.locator('.others li');
  t.equal(await alike.count(), 5);
  const [first] = comparables;
  const text = await alike.first().innerText();
  for (const shown of [
    first.address,
    dollars(first.price_today),
    `Sold ${first.sale_date}`,
    dollars(first.sale_price),
  ])
    t.match(text, shown, 'the most alike sale comes first');
  await alike.first().getByRole('button').click();
  await panel(page).getByRole('heading', { name: first.address, exact: true }).waitFor();
  t.equal(new URL(page.url()).searchParams.get('parcel'), first.id, 'and opens');
});

t.test('the market page lists how far off values are, by each way of testing', { skip }, async (t) => {
  const page = await openWithKey(t, browser, `${url}/market`, await harness.key());
  const rows = page.getByRole('region', { name: 'How far off estimated values are' }).locator('tbody tr');
  await rows.first().waitFor();
  t.same(await rows.locator('td:last-child').allInnerTexts(), ['ten folds', 'prices of the last year']);
});

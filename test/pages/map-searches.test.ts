import type { Page, Request } from 'playwright-core';
import t from 'tap';
import { call } from '../helper.ts';
import { openPage, withoutChromium } from './browser.ts';
import { chipOf, count, drag, parameters, rows, searched, settled, until } from './map-page.ts';
import { CLOSE, fullMapPages } from './map-records.ts';

const skip = withoutChromium;
const { browser, app, address } = await fullMapPages(t);

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

t.test('a pan sends a new request', { skip }, async (t) => {
  const page = await openPage(t, browser, address(CLOSE));
  await settled(page);
  const first = parameters(page).get('at');
  const { bounds } = await searchOf(page, () => drag(page, 200, 60));
  t.not(parameters(page).get('at'), first, 'the address follows');
  t.ok(bounds.west < CLOSE.lng && bounds.east > bounds.west, 'the bounds are those in view');
  t.match(await count(page).innerText(), / parcels? in view$/);
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

import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { WATCHING } from '../contract/place.ts';
import { listed } from '../listed.ts';
import { makeBrowser, openPage, openWithKey, withoutChromium } from '../pages/browser.ts';
import type { Findings } from '../proof/findings.ts';
import type { Rig } from './rig.ts';

/** Texts that run, load or break out if a page treats them as markup, an attribute, an address or a template. */
const TEXTS = listed(`<svg/onload=zq9=1> · "><img src=x onerror=zq9=1> · '-zq9=1-' · <script>zq9=1</script> ·
    javascript:zq9=1 · </title></textarea></style><iframe srcdoc="<script>parent.zq9=1</script>"> ·
    <svg><a xlink:href="javascript:zq9=1"><text>x</text></a></svg> ·
    <math><mtext><table><mglyph><style><img src=x onerror=zq9=1> ·
    {{constructor.constructor("zq9=1")()}} · [x](javascript:zq9=1) ![x](x"onerror="zq9=1) ·
    data:text/html,<script>zq9=1</script> · &lt;img src=x onerror=zq9=1&gt;`);
const COUNTY = '31055';
const AT = { lat: 41.26, lon: -96.05 };
/** Elements that no page makes by itself. */
const FOREIGN =
  'body script:not([src]), iframe, object, embed, base, math, form[action], [onerror], [onload], [onclick], [srcdoc], [href^="javascript:" i], [src^="javascript:" i], [*|href^="javascript:" i]';
const PATIENCE = 20_000;

const names = (list: string[], text: string) => Object.fromEntries(list.map((name) => [name, text]));

/** Records of every kind, with each text in every text field. */
function records() {
  const parcels = TEXTS.map((text, at) => ({
    county_fips: COUNTY,
    parcel_id: `H-${at}`,
    location: { lat: AT.lat + at / 20_000, lon: AT.lon },
    total_assessed_value: 100_000 + at,
    year_built: 1990,
    acreage: 0.2,
    zip: '68102',
    ...names(
      listed(`owner_name · owner_name_2 · street · city · mailing_address · mailing_city · land_use ·
          zoning · source`),
      text,
    ),
  }));
  const place = (at: number) => ({ county_fips: COUNTY, parcel_id: `H-${at}` });
  const deeds = TEXTS.map((text, at) => ({
    ...place(at),
    document_number: `${at} ${text}`,
    recorded_date: '2024-01-05',
    sale_date: '2024-01-02',
    sale_price_usd: 200_000,
    ...names(['grantor', 'grantee', 'document_type', 'source'], text),
  }));
  const permits = TEXTS.map((text, at) => ({
    ...place(at),
    permit_number: `${at} ${text}`,
    filed_date: '2024-03-01',
    ...names(
      ['permit_type', 'permit_status', 'applicant_name', 'contractor_name', 'description', 'source'],
      text,
    ),
  }));
  return { parcels, deeds, permits };
}

const settle = async (page: Page) => {
  await page.waitForLoadState('networkidle', { timeout: PATIENCE }).catch(() => {});
  await page.waitForTimeout(300);
};

/** What a page made of the texts: whether one ran, and elements that came from one. */
async function looked(page: Page, where: string): Promise<{ shows: boolean; faults: string[] }> {
  const ran = await page.evaluate('globalThis.zq9 !== undefined');
  const foreign = (await page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(FOREIGN)})].map((one) => one.outerHTML.slice(0, 120))`,
  )) as string[];
  const shows = (await page.evaluate(`document.body.innerText.includes('zq9')`)) as boolean;
  return {
    shows,
    faults: [
      ...(ran ? [`${where}: it ran`] : []),
      ...foreign.map((html) => `${where}: made of a text: ${html}`),
    ],
  };
}

/** Addresses of pages, including those that contain a text. */
const addresses = () => {
  const map = `/map?at=${AT.lat},${AT.lon},18`;
  const texts = TEXTS.map(encodeURIComponent);
  return [
    '/',
    map,
    ...TEXTS.map((_, at) => `${map}&parcel=${COUNTY}%3AH-${at}`),
    ...texts.slice(0, 4).map((text) => `${map}&owner=${text}`),
    `${map}&parcel=${texts[1]}&compare=${texts[0]}&color=${texts[0]}&sort=${texts[0]}&zoning=${texts[0]}&area=${texts[0]}`,
    `/map?fips=${texts[0]}&at=${texts[1]}`,
    '/market',
    `/market?state=${texts[1]}&quarter=${texts[0]}&sort=${texts[0]}&county=${texts[3]}`,
    '/docs',
    `/docs/${texts[1]}`,
    `/docs/api#${texts[0]}`,
    `/docs/changes`,
    '/console',
  ];
};

async function typedInto(page: Page): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Search the map' });
  await box.fill(TEXTS[1]!);
  await page.waitForTimeout(800);
  await box.fill('svg onload');
  await page.waitForTimeout(1_500);
}

/** Opens everything that the console collapses. */
async function unfolded(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Webhook endpoints' }).waitFor({ timeout: PATIENCE });
  for (const name of [/endpoint/i, /history/i, /deliver/i]) {
    const links = page.getByRole('link', { name });
    if ((await links.count()) > 0)
      await links
        .first()
        .click({ timeout: 2_000 })
        .catch(() => {});
  }
  for (const fold of await page.locator('summary').all())
    await fold.click({ timeout: 1_000 }).catch(() => {});
  await settle(page);
}

/** Puts script into every text, and opens every page that shows one: nothing may run, and no element may come from one. */
export async function pageFindings({ place }: Rig): Promise<Findings> {
  const title = `Pages: ${TEXTS.length} scripts in every text`;
  if (withoutChromium) return { title, figures: [`not run: ${withoutChromium}`], faults: [] };
  const undo: (() => unknown)[] = [];
  const faults: string[] = [];
  const t = {
    teardown: (step: () => unknown) => undo.push(step),
    fail: (what: string) => faults.push(what),
  } as unknown as Test;
  const { harness, first, call, port } = place;
  const url = `http://127.0.0.1:${port}`;
  const loads: string[] = [];
  try {
    for (const [kind, all] of Object.entries(records())) {
      const report = await harness.load(kind as 'parcels', all);
      loads.push(`${report.created} ${kind}`);
    }
    for (const text of TEXTS.slice(0, 6)) {
      await call('POST', '/api/v1/keys', first.key, { name: text });
      const path = encodeURI(`${place.receiverUrl}?${text}`).replaceAll('#', '');
      await call('POST', '/api/v1/webhooks', first.key, { ...WATCHING, url: path, description: text });
    }
    const browser = await makeBrowser(t);
    // The browser's messages about refused requests are expected; a message that a policy had to stop something is not.
    const expected = /status of 4\d\d|^console error: Failed to load resource/;
    let shows = 0;
    const all = addresses();
    for (const address of all) {
      // A fragment replaces the key.
      const page = address.includes('#')
        ? await openPage(t, browser, `${url}${address}`, { expected })
        : await openWithKey(t, browser, `${url}${address}`, first.key, { expected });
      await settle(page);
      if (address === '/console')
        await unfolded(page).catch((error) => faults.push(`the console: ${error.message.slice(0, 200)}`));
      if (address.startsWith('/map?at') && !address.includes('&')) await typedInto(page);
      const { shows: isShown, faults: found } = await looked(page, address.slice(0, 80));
      if (isShown) shows++;
      faults.push(...found);
      await page.context().close();
    }
    if (shows < TEXTS.length) faults.push(`only ${shows} pages showed a text: little was tried`);
    return {
      title,
      figures: [
        `${loads.join(', ')} with a text in each field`,
        `${all.length} addresses opened in Chromium, ${shows} of them show a text`,
      ],
      faults,
    };
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

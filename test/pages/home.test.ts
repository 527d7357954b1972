import t from 'tap';
import { makeHarness } from '../helper.ts';
import { LOOKS, makeBrowser, noViolations, openPage, servePages, withoutChromium } from './browser.ts';

const harness = await makeHarness(t);
const browser = await makeBrowser(t);
const { url } = await servePages(t, harness);
const options = { skip: withoutChromium };

t.test('with nothing loaded, the home page links to the guide on loading', options, async (t) => {
  const page = await openPage(t, browser, url);
  await page.getByText('Nothing yet.').waitFor();
  await page.getByRole('link', { name: 'loading a county' }).click();
  await page.getByRole('heading', { name: 'Loading a county', level: 1 }).waitFor();
});

t.test('load some', options, async () => {
  await harness.load('parcels', [
    ...[1, 2, 3].map((n) => ({ county_fips: '31109', parcel_id: `P-${n}`, owner_name: 'WREN, ODETTE' })),
    { county_fips: '37183', parcel_id: 'P-1', location: { lat: 35.8, lon: -78.6 } },
  ]);
});

t.test('the home page counts what is loaded, and links to each page', options, async (t) => {
  const page = await openPage(t, browser, url);
  await page.locator('.figures .card', { hasText: '4' }).filter({ hasText: 'parcels' }).waitFor();
  t.match(
    await page.locator('.figures').innerText(),
    /4\s+parcels\s+2\s+states\s+75\.0%\s+with an owner\s+25\.0%/,
  );
  t.match(await page.getByRole('row', { name: 'Nebraska' }).innerText(), /3\s+100\.0%/);

  for (const name of ['Map', 'Market', 'Console', 'Docs']) {
    await page.locator('.way', { has: page.getByRole('heading', { name, exact: true }) }).click();
    await page.waitForURL(({ pathname }) => pathname === `/${name.toLowerCase()}`);
    await page.locator('main h1').filter({ hasNotText: 'US parcels' }).waitFor({ state: 'attached' });
    t.equal(await page.title(), `${name} · Terrier`);
    await page.getByRole('link', { name: 'Terrier', exact: true }).click();
    await page.locator('.figures .card').first().waitFor();
  }
  await page.getByRole('link', { name: 'Nebraska' }).press('Enter');
  await page.getByRole('heading', { name: 'Counties of Nebraska' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'US parcels, exact and fast' }).waitFor();
});

t.test(
  'a key is typed into the dialog, kept from page to page, and forgotten there again',
  options,
  async (t) => {
    const expected = /status of 40[13]/;
    const page = await openPage(t, browser, url, { expected });
    const open = () => page.locator('#key-button').click();
    await open();
    await page.getByLabel('Key', { exact: true }).fill('terrier_unknown');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Use another key').waitFor();
    await noViolations(t, page, 'the dialog holds to the rules');

    const expired = await harness.key({ expiresAt: new Date(Date.now() - 1_000) });
    await page.getByLabel('Key', { exact: true }).fill(expired);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('expired').waitFor();

    const key = await harness.key();
    await page.getByLabel('Key', { exact: true }).fill(key);
    await page.keyboard.press('Enter');
    await page.getByText(`Key ${key.slice(0, 13)}`).waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Docs' }).click();
    await page.getByRole('heading', { name: 'Docs', level: 1 }).waitFor();
    t.equal(await page.getByText(`Key ${key.slice(0, 13)}`).count(), 1);
    const kept = () => page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]');
    t.same(await kept(), [0, 1, ''], 'it is kept in the tab alone');

    await page.reload();
    await page.getByText(`Key ${key.slice(0, 13)}`).click();
    await page.getByRole('button', { name: 'Forget it' }).click();
    await page.getByText('Use a key').waitFor();
    t.same(await kept(), [0, 0, ''], 'until it is forgotten');
    await page.reload();
    await page.getByText('Use a key').waitFor();
  },
);

t.test('without Elasticsearch the home page says so, and still links to the pages', options, async (t) => {
  const away = await servePages(t, harness, { ELASTICSEARCH_URL: 'http://127.0.0.1:9' });
  const page = await openPage(t, browser, away.url, { expected: /status of 503/ });
  await page.getByText('What is loaded cannot be read at the moment.').waitFor();
  await page.getByText('Elasticsearch is unavailable').waitFor();
  t.equal(await page.locator('a.way').count(), 4);
});

for (const [name, look] of LOOKS) {
  t.test(`the home page is accessible ${name}`, options, async (t) => {
    const page = await openPage(t, browser, url, look);
    await page.getByRole('row', { name: 'Nebraska' }).waitFor();
    await noViolations(t, page);
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    t.notOk(wide, 'nothing is wider than the window');
  });
}

import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { type ApiKey, createKey, listKeys } from '../../src/accounts/keys.ts';
import { call, makeHarness } from '../helper.ts';
import {
  makeBrowser,
  noViolations,
  openPage,
  type PageOptions,
  servePages,
  withoutChromium,
} from './browser.ts';
import { press } from './console-page.ts';

const harness = await makeHarness(t);
const { database } = harness;
await harness.load('parcels', [{ county_fips: '31109', parcel_id: '1' }]);
const browser = await makeBrowser(t);
const { app, url } = await servePages(t, harness);
const options = { skip: withoutChromium };

const PARCEL = '/api/v1/parcels/31109:1';
const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'API keys' }).getByRole('listitem').filter({ hasText: name });
const status = async (key: string) => (await call(app, 'GET', PARCEL, { key })).status;

async function open(t: Test, key: string, more: PageOptions = {}): Promise<Page> {
  const page = await openPage(t, browser, `${url}/console`, more);
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await press(page, 'Sign in');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  return page;
}

const admin = () => createKey(database, { tier: 'scale', name: 'ops', isAdmin: true });

t.test('a key is made, shown once, rotated and deleted', options, async (t) => {
  // The browser reports the refused request.
  const page = await open(t, (await admin()).key, { expected: /status of 400/ });
  await card(page, 'ops').getByText('This key').waitFor();
  t.equal(
    await card(page, 'ops').getByText('For read, webhooks, export, manages keys; from any address').count(),
    1,
  );

  await press(page, 'New key');
  await page.getByLabel('Name', { exact: true }).fill('<img src=x>');
  await page.getByRole('checkbox', { name: /^webhooks/ }).uncheck();
  await page.getByRole('checkbox', { name: /^export/ }).uncheck();
  await page.getByLabel('Allowed addresses').fill('127.0.0.1\nnowhere');
  await press(page, 'Make the key');
  await page.getByRole('alert').filter({ hasText: 'allowed_addresses holds "nowhere"' }).waitFor();
  t.equal(await page.getByLabel('Allowed addresses').getAttribute('aria-invalid'), 'true');
  await page.getByLabel('Allowed addresses').fill('127.0.0.1\n203.0.113.0/24');
  await press(page, 'Make the key');

  const secret = page.locator('.secret-text');
  const key = (await secret.textContent())!;
  t.match(key, /^terrier_[\w-]{32}$/);
  await page.getByText('It is shown only once.').waitFor();
  t.equal(await status(key), 200, 'it works');
  t.equal((await call(app, 'GET', '/v1/webhooks', { key })).status, 403, 'for what was chosen');
  await card(page, '<img src=x>').getByText('For read; from 127.0.0.1, 203.0.113.0/24').waitFor();
  await press(page, 'I have stored it');
  t.notOk((await page.content()).includes(key.slice(13)), 'and is gone');

  await card(page, '<img src=x>').getByRole('button', { name: 'Rotate' }).click();
  await press(page, 'Rotate it');
  await page.getByText(/The old key works until/).waitFor();
  const next = (await secret.textContent())!;
  t.same([await status(key), await status(next)], [200, 200], 'both work for a while');
  await press(page, 'I have stored it');
  const old = card(page, key.slice(0, 13));
  await old.getByText('Being replaced').waitFor();
  await old.getByRole('button', { name: 'Delete' }).click();
  await press(page, 'Delete it');
  await press(page, 'Show 1 that have ended');
  await card(page, key.slice(0, 13)).getByText('Deleted').waitFor();
  t.match(
    (await listKeys(database)).find(({ prefix }) => key.startsWith(prefix)),
    { is_active: false },
  );
});

t.test('a key that somebody else may have is replaced at once', options, async (t) => {
  const page = await open(t, (await admin()).key);
  await press(page, 'New key');
  await page.getByLabel('Name', { exact: true }).fill('leaked');
  await press(page, 'Make the key');
  const secret = page.locator('.secret-text');
  const old = (await secret.textContent())!;
  await press(page, 'I have stored it');
  await card(page, 'leaked').getByRole('button', { name: 'Rotate' }).click();
  await page.getByLabel('The old key works too for').selectOption('Not at all');
  await noViolations(t, page, 'no violations in the dialog');
  await press(page, 'Rotate it');
  await page.getByText(/The old key has ended/).waitFor();
  t.same([await status(old), await status((await secret.textContent())!)], [403, 200]);
  await card(page, 'ops').getByRole('button', { name: 'Rotate' }).click();
  const offered = await page.getByLabel('The old key works too for').locator('option').allTextContents();
  t.notOk(offered.includes('Not at all'), 'the key of this page goes on until the new one is kept');
  await press(page, 'Keep it');
});

t.test('the last key that manages keys is not deleted, and the page says why', options, async (t) => {
  const page = await open(t, (await admin()).key, { expected: /status of 409/ });
  await card(page, 'ops').getByRole('button', { name: 'Delete' }).click();
  await press(page, 'Delete it');
  await page.getByText(/This key alone manages the keys of the account/).waitFor();
  await card(page, 'ops').getByText('Active').waitFor();
  t.pass('it stays');
});

t.test('use by day is drawn, and shown as a table', options, async (t) => {
  const first = await admin();
  const other: ApiKey & { key: string } = await createKey(database, {
    tier: 'scale',
    name: 'nightly',
    account: first.account,
  });
  for (let at = 0; at < 3; at++) t.equal(await status(other.key), 200);
  const page = await open(t, first.key);
  await page.getByLabel('Of', { exact: true }).selectOption({ label: `nightly (${other.prefix}…)` });
  const plot = page.getByRole('img', { name: /^Lookups by day, \d{4}-\d\d-\d\d to .*: 3 in all/ });
  await plot.waitFor();
  t.equal(await plot.locator('canvas').count(), 1);
  await page.getByText('The numbers as a table (1 day with use)').click();
  // The numbers of all keys are shown until those of the chosen key have arrived.
  const day = new Date().toISOString().slice(0, 10);
  const row = page.getByRole('region', { name: 'Use by day' }).last().getByRole('row');
  await row.filter({ hasText: new RegExp(`^${day}33$`) }).waitFor({ state: 'attached' });
  t.pass('three requests, three lookups');
});

t.test('a key without rights sees what it may, and what it lacks', options, async (t) => {
  const { account } = await admin();
  const plain = await createKey(database, { tier: 'scale', name: 'reader', account, scopes: ['read'] });
  const page = await open(t, plain.key);
  await page.getByText('This key does not manage the keys of its account').waitFor();
  await page.getByText('This key has no webhooks').waitFor();
  t.equal(await page.getByRole('button', { name: 'New key' }).count(), 0);
  t.equal(await page.getByRole('heading', { name: 'Webhook endpoints' }).count(), 0);
  t.equal(await card(page, 'ops').count(), 0);
  t.equal(await card(page, 'reader').getByRole('button').count(), 0);
});

for (const more of [{}, { dark: true }, { phone: true }]) {
  t.test(`the keys are accessible: ${JSON.stringify(more)}`, options, async (t) => {
    const first = await admin();
    await createKey(database, {
      tier: 'scale',
      name: 'x'.repeat(200),
      account: first.account,
      allowedAddresses: Array.from({ length: 50 }, (_, at) => `2001:db8:1:2:3:4:5:${at}`),
    });
    const page = await open(t, first.key, more);
    await page.getByRole('img', { name: /^Requests by day/ }).waitFor();
    await press(page, 'New key');
    await page.getByLabel('Name', { exact: true }).fill('more');
    await noViolations(t, page, 'with the form');
    await press(page, 'Make the key');
    await page.locator('.secret-text').waitFor();
    await noViolations(t, page, 'with a new key');
    const [inner, outer] = (await page.evaluate('[document.body.scrollWidth, innerWidth]')) as [
      number,
      number,
    ];
    t.ok(inner <= outer, 'nothing is wider than the page');
  });
}

t.test('with sign-up on, anyone can make an account', options, async (t) => {
  const { url: open, app: signing } = await servePages(t, harness, { SIGNUP: 'on' });
  const page = await openPage(t, browser, `${open}/console`);
  await page.getByRole('heading', { name: 'No key yet?' }).waitFor();
  await noViolations(t, page);
  await page.getByLabel('What it is for').fill('My map');
  await press(page, 'Make a free key');
  const key = (await page.locator('.secret-text').textContent())!;
  t.equal((await call(signing, 'GET', '/v1/usage', { key })).json().tier, 'free');
  await press(page, 'I have stored it');
  await page.getByText('Free plan').first().waitFor();
  await card(page, 'My map').getByText('manages keys').waitFor();
  t.pass('and is signed in');

  const again = await openPage(t, browser, `${open}/console`, { expected: /status of 429/ });
  await again.getByLabel('What it is for').fill('Another');
  await press(again, 'Make a free key');
  await again.getByRole('alert').filter({ hasText: 'An account was made from this address today' }).waitFor();
  const off = await openPage(t, browser, `${url}/console`);
  await off.getByRole('heading', { name: 'Sign in with an API key' }).waitFor();
  t.equal(await off.getByRole('heading', { name: 'No key yet?' }).count(), 0, 'nor offered where it is off');
});

import type { Page } from 'playwright-core';
import t from 'tap';
import { deactivateKey, listKeys } from '../../src/accounts/keys.ts';
import { eventually } from '../webhooks/support.ts';
import { noViolations, openPage, openWithKey, withoutChromium } from './browser.ts';
import { consolePages, create, keyField, meter, press, sees, typeKey } from './console-page.ts';

const { harness, browser, url, open } = await consolePages(t);
const options = { skip: withoutChromium };

const idOf = async (key: string) =>
  (await listKeys(harness.database)).find(({ prefix }) => key.startsWith(prefix))!.id;

const OFFER = 'Use the key of this link?';
const offer = (page: Page) => page.getByRole('dialog', { name: OFFER });
const keyButton = async (page: Page) => (await page.locator('#key-button').textContent())!;

t.test('a key in the address is used only after confirmation', options, async (t) => {
  const key = await harness.key();
  for (const path of ['/console', '/map']) {
    const page = await openPage(t, browser, `${url}/market`);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.headers().authorization ?? ''));
    await page.goto(`${url}${path}#key=${key}`);
    await offer(page).waitFor();
    t.match(await offer(page).textContent(), key.slice(0, 13), 'it names the key');
    t.notOk((await offer(page).textContent())!.includes(key), 'not the whole of it');
    t.equal(page.url(), `${url}${path}`, 'the address is clean before the answer');
    await noViolations(t, page, 'the question');
    await press(page, 'Do not use it');
    await offer(page).waitFor({ state: 'detached' });
    t.equal(await keyButton(page), 'Use a key');
    if (path === '/console') await keyField(page).waitFor();
    await page.reload();
    t.equal(await offer(page).count(), 0, 'it is gone');
    t.notOk(
      sent.some((header) => header.includes(key)),
      'nothing was asked with it',
    );
  }
  const page = await openWithKey(t, browser, `${url}/console`, key);
  await sees(t, page, 'No endpoints yet.');
  t.equal(page.url(), `${url}/console`);
});

t.test('unusable keys are explained, and another one can be given', options, async (t) => {
  const expected = /status of 40[13]/;
  const page = await openPage(t, browser, `${url}/console`, { expected });
  await typeKey(page, 'not a key');
  await sees(t, page, /no well-formed API key. Use another key/);
  await typeKey(page, await harness.key({ expiresAt: new Date(Date.now() - 60_000) }));
  await sees(t, page, /This API key expired at .*Use another key/);
  await noViolations(t, page, 'no violations in the sign-in form');
  const key = await harness.key();
  await typeKey(page, key);
  await create(page, 'https://93.184.215.14/hook');
  await deactivateKey(harness.database, await idOf(key));
  await sees(t, page, 'This API key was deactivated. Use another key.');
  await keyField(page).waitFor();
  t.equal(await page.getByRole('heading', { name: 'Webhook endpoints' }).count(), 0);
  await typeKey(page, await harness.key());
  await sees(t, page, 'No endpoints yet.');

  const handed = await harness.key({ expiresAt: new Date(Date.now() - 60_000) });
  const other = await openWithKey(t, browser, `${url}/console`, handed, { expected });
  await sees(t, other, /This API key expired at/);
});

t.test('a key in the address replaces another only after confirmation', options, async (t) => {
  const [own, strangers] = [await harness.key(), await harness.key({ tier: 'pro' })];
  const page = await open(t, own);
  const goTo = (hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await goTo(`#key=${strangers}`);
  await offer(page).waitFor();
  const question = await offer(page).textContent();
  t.match(question, `It replaces the key in use (${own.slice(0, 13)}…)`);
  t.match(question, strangers.slice(0, 13));
  await page.keyboard.press('Escape');
  await offer(page).waitFor({ state: 'detached' });
  t.equal(page.url(), `${url}/console`, 'the address is clean');
  t.match(await keyButton(page), own.slice(0, 13));
  await sees(t, page, /^Team plan$/);

  await goTo(`#key=${own}`);
  await eventually('the same key is taken from the address', async () => page.url() === `${url}/console`);
  t.equal(await offer(page).count(), 0, 'and is nothing to ask about');
  await goTo('#key=%3Cimg%3E');
  await eventually('what can be no key is taken from it too', async () => page.url() === `${url}/console`);
  t.equal(await offer(page).count(), 0);
  t.match(await keyButton(page), own.slice(0, 13));

  await goTo(`#key=${strangers}`);
  await press(page, 'Use this key');
  await sees(t, page, /^Developer plan$/);
  t.match(await keyButton(page), strangers.slice(0, 13));
});

t.test('plans without webhooks say so', options, async (t) => {
  const page = await open(t, await harness.key({ tier: 'free' }));
  await sees(t, page, 'The Free plan has no webhooks');
  await sees(t, page, 'not in this plan');
  t.equal(await page.getByRole('button', { name: 'New endpoint' }).filter({ visible: true }).count(), 0);
  await noViolations(t, page);
  await press(page, 'Use another key');
  const dialog = page.getByRole('dialog', { name: 'API key' });
  await dialog.getByLabel('Key').fill(await harness.key({ tier: 'pro' }));
  await press(page, 'Use it');
  await sees(t, page, /^Developer plan$/);
  const active = await meter(page, 'Active endpoints');
  t.equal(await active.getAttribute('aria-valuemax'), '50');
});

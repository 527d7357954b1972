import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import t from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { FaultyProxy } from '../tcp-proxy.ts';
import { deed, eventually, loadNews, makeDispatcher, makeReceiver, verified } from '../webhooks/support.ts';
import { LOOKS, noViolations, openPage, PATIENCE, servePages, withoutChromium } from './browser.ts';
import { consolePages, create, delivery, meter, press, sees, typeKey } from './console-page.ts';

const { harness, browser, url, open } = await consolePages(t);
const elasticsearch = new FaultyProxy(harness.env.ELASTICSEARCH_URL!);
const mysql = new FaultyProxy(harness.env.DATABASE_URL!);
for (const proxy of [elasticsearch, mysql]) {
  await proxy.start();
  t.teardown(async () => {
    await proxy.set('pass');
    await proxy.stop();
  });
}

const { url: shaky } = await servePages(t, harness, {
  ELASTICSEARCH_URL: elasticsearch.url,
  DATABASE_URL: mysql.url,
});
const options = { skip: withoutChromium };

t.test('an endpoint is created, and its deliveries are shown live', options, async (t) => {
  const receiver = await makeReceiver(t);
  await makeDispatcher(t, harness);
  const page = await open(t, await harness.key());
  await sees(t, page, 'No endpoints yet.');
  await sees(t, page, /^Team plan$/);
  const note = '<img src="/nowhere.png" onerror="alert(1)">';
  const secret = await create(page, receiver.url, { note });
  t.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/);
  await sees(t, page, 'It is shown only once.');
  await sees(t, page, note);
  t.equal(await page.locator('main img').count(), 0, 'a description is text, never markup');
  await sees(t, page, 'Nothing has been sent to it yet.');

  let release = () => {};
  receiver.answer = (_request, response) => {
    release = () => response.writeHead(204).end();
  };
  await press(page, 'Send a test');
  await delivery(page, 'Sending').waitFor();
  t.pass('it is seen while it is sent');
  await receiver.until(1);
  release();
  await delivery(page, 'Delivered').waitFor();
  t.pass('and its state changes without a click');
  t.ok(verified(receiver.got[0]!, secret), 'the secret that was shown verifies it');

  receiver.answer = (_request, response) => response.writeHead(503).end();
  await loadNews(harness, 'deeds', [deed('C-1', { is_arm_length: false, document_type: 'Quitclaim' })]);
  const waiting = delivery(page, 'answered 503; next attempt');
  await waiting.waitFor();
  t.pass('news come by themselves, and a refusal says when it is tried again');
  await waiting.locator('summary').click();
  const attempt = waiting.getByRole('table').getByRole('row').nth(1);
  t.match(await attempt.textContent(), /^1.*ms.*answered 503$/, 'an attempt with its result');
  const payload = waiting.getByRole('group', { name: 'Payload' });
  t.match(await payload.textContent(), '"event_type": "parcel.owner_changed"', 'and what was sent');
  const headers = waiting.getByRole('group', { name: /^Headers/ });
  t.match(await headers.textContent(), /^x-terrier-attempt: 1$/m);
  await sees(t, page, '1 waiting, 1 delivered');
  const events = await meter(page, 'Webhook events today');
  await eventually('the event is counted', async () =>
    /^1 of/.test((await events.getAttribute('aria-valuetext'))!),
  );

  receiver.answer = (request) => request.socket.destroy();
  await press(page, 'Send a test');
  await delivery(page, /Outcome unknown.*not retried automatically/).waitFor();
  t.pass('a connection that breaks off leaves it unknown, and that is said');

  await press(page, 'I have stored it');
  t.notOk((await page.content()).includes(secret), 'the secret is gone');
  await page.getByRole('link', { name: 'Docs' }).click();
  await page.getByRole('link', { name: 'Console' }).click();
  await press(page, 'Deliveries');
  await delivery(page, 'Delivered').waitFor();
  t.notOk((await page.content()).includes(secret), 'and does not come again; the key stays between pages');
});

t.test('an unavailable part of the service is named, and its recovery is shown', options, async (t) => {
  const expected = /status of (5\d\d|422)|Failed to load/;
  const page = await open(t, await harness.key(), { expected, at: shaky });
  await elasticsearch.set('refuse');
  await press(page, 'New endpoint');
  await page.getByLabel('Address').fill('https://93.184.215.14/hook');
  await page.getByLabel('Parcels, one a line').fill('R-1');
  await press(page, 'Create the endpoint');
  await sees(t, page, /Elasticsearch is unavailable/);
  await elasticsearch.set('pass');
  await eventually(
    'it is created when Elasticsearch is back',
    async () => {
      const button = page.getByRole('button', { name: 'Create the endpoint' });
      // The button is gone if the earlier click worked after all.
      await button.click({ timeout: 1_000 }).catch(() => {});
      return (await page.locator('.secret-text').count()) > 0;
    },
    PATIENCE,
  );
  await sees(t, page, 'Nothing has been sent to it yet.');
  await mysql.set('refuse');
  await sees(t, page, /unavailable; try again in a few seconds This is how it last was/);
  t.equal(await page.getByRole('listitem', { name: /^Endpoint/ }).count(), 1, 'what was known stays');

  const blind = await openPage(t, browser, `${shaky}/console`, { expected });
  await typeKey(blind, await harness.key());
  await sees(t, blind, /The key store is unavailable/);
  await mysql.set('pass');
  await page.getByText('This is how it last was').waitFor({ state: 'hidden' });
  t.pass('the page goes on by itself');
});

t.test('the verifier is shown in four languages, as it is in its file', options, async (t) => {
  const page = await openPage(t, browser, `${url}/console`);
  const source = page.locator('#verifier code');
  const files = ['verify.ts', 'verify.py', 'verify.go', 'TerrierSignature.java'];
  await page.getByRole('tab', { name: 'TypeScript' }).focus();
  for (const file of files) {
    const text = await readFile(resolve(PROJECT_ROOT, 'src/web/console/verifiers', file), 'utf8');
    await eventually(`${file} is shown`, async () => (await source.textContent()) === text, PATIENCE);
    await page.keyboard.press('ArrowRight');
  }
  await page.getByRole('tab', { name: 'TypeScript', selected: true }).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('tab', { name: 'Python' }).click();
  await source.filter({ hasText: 'compare_digest' }).waitFor();
  await press(page, 'Copy the source');
  await sees(t, page, 'Copied');
  t.match(await page.evaluate('navigator.clipboard.readText()'), /def verify/);
});

for (const [name, look] of LOOKS) {
  t.test(`everything is shown and accessible ${name}`, options, async (t) => {
    const receiver = await makeReceiver(t);
    receiver.answer = (_request, response) => response.writeHead(500).end();
    await makeDispatcher(t, harness);
    const page = await openPage(t, browser, `${url}/console`, look);
    await page.locator('#verifier code').filter({ hasText: 'verify' }).waitFor();
    await noViolations(t, page, 'signing in');
    await typeKey(page, await harness.key());
    await create(page, receiver.url, { parcels: `31:109:R-1\n31:109:${'R-'.repeat(30)}` });
    await press(page, 'Send a test');
    await delivery(page, 'Waiting').locator('summary').click();
    await page.getByRole('group', { name: 'Payload' }).waitFor();
    await page.locator('.delivery-filter summary').click();
    await press(page, 'New endpoint');
    await noViolations(t, page, 'an endpoint, its secret, a delivery, the form');
    const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    t.ok((wider as number) <= 0, 'nothing is wider than the screen');
  });
}

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { deactivateKey, listKeys } from '../../src/accounts/keys.ts';
import { PROJECT_ROOT } from '../../src/config.ts';
import { STATE } from '../../src/domain/delivery-states.ts';
import { EVENT_CATALOG, EVENT_TYPES } from '../../src/domain/events.ts';
import { call, makeHarness } from '../helper.ts';
import { FaultyProxy } from '../tcp-proxy.ts';
import {
  deed,
  eventually,
  loadNews,
  makeDispatcher,
  makeReceiver,
  permit,
  verified,
} from '../webhooks/support.ts';
import {
  LOOKS,
  makeBrowser,
  noViolations,
  openPage,
  openWithKey,
  PATIENCE,
  type PageOptions,
  servePages,
  withoutChromium,
} from './browser.ts';

const harness = await makeHarness(t);
await harness.load('parcels', [
  { county_fips: '31109', parcel_id: 'R-1' },
  { county_fips: '31109', parcel_id: 'R-2' },
  { county_fips: '31055', parcel_id: 'R-2' },
]);
const browser = await makeBrowser(t);
const elasticsearch = new FaultyProxy(harness.env.ELASTICSEARCH_URL!);
const mysql = new FaultyProxy(harness.env.DATABASE_URL!);
for (const proxy of [elasticsearch, mysql]) {
  await proxy.start();
  t.teardown(async () => {
    await proxy.set('pass');
    await proxy.stop();
  });
}
const { app, url } = await servePages(t, harness);
const { url: shaky } = await servePages(t, harness, {
  ELASTICSEARCH_URL: elasticsearch.url,
  DATABASE_URL: mysql.url,
});
const options = { skip: withoutChromium };

const keyField = (page: Page) => page.getByRole('textbox', { name: 'API key' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

/** Waits until a text is visible. */
async function sees(t: Test, page: Page, text: string | RegExp): Promise<void> {
  await page.locator('body').getByText(text).filter({ visible: true }).first().waitFor();
  t.pass(`it says ${text}`);
}

async function typeKey(page: Page, key: string): Promise<void> {
  await keyField(page).fill(key);
  await keyField(page).press('Enter');
}

async function open(t: Test, key: string, more: PageOptions & { at?: string } = {}): Promise<Page> {
  const page = await openPage(t, browser, `${more.at ?? url}/console`, more);
  await typeKey(page, key);
  await page.getByRole('heading', { name: 'Webhook endpoints' }).waitFor();
  return page;
}

/** Creates an endpoint that watches a parcel, by typing; returns its secret as shown. */
async function create(page: Page, address: string, { parcels = '31:109:R-1', note = '' } = {}) {
  await press(page, 'New endpoint');
  await page.getByLabel('Address').fill(address);
  await page.getByLabel('Parcels, one a line').fill(parcels);
  await page.getByLabel('Description (optional)').fill(note);
  await press(page, 'Create the endpoint');
  return (await page.locator('.secret-text').textContent())!;
}

const meter = async (page: Page, name: string) => (await page.getByRole('meter', { name }).all())[0]!;
const delivery = (page: Page, text: string | RegExp) =>
  page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').filter({ hasText: text });

const idOf = async (key: string) =>
  (await listKeys(harness.database)).find(({ prefix }) => key.startsWith(prefix))!.id;

t.test('an endpoint is created, and its deliveries are shown live', options, async (t) => {
  const receiver = await makeReceiver(t);
  await makeDispatcher(t, harness);
  const page = await open(t, await harness.key());
  await sees(t, page, 'No endpoints yet.');
  await sees(t, page, /^Team plan$/);
  const note = '<img src="/nowhere.png" onerror="alert(1)">';
  const secret = await create(page, receiver.url, { note });
  t.match(secret, /^whsec_[A-Za-z0-9_-]{32}$/);
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

t.test('each kind of filter works, and the API’s messages about wrong ones are shown', options, async (t) => {
  const page = await open(t, await harness.key(), { expected: /status of (400|422)/ });
  const problem = page.locator('#new-problem');
  const refused = async (pattern: RegExp, field: string) => {
    await press(page, 'Create the endpoint');
    await problem.filter({ hasText: pattern }).waitFor();
    const focused = await page.evaluate('document.activeElement.id || document.activeElement.name');
    t.equal(focused, field, `${pattern} is told beside ${field}`);
  };
  await press(page, 'New endpoint');
  await refused(/url must not be empty/, 'new-url');
  await page.getByLabel('Address').fill('http://example.com/hook');
  await refused(/parcel_ids must not be empty/, 'new-parcels');
  await page.getByLabel('Parcels, one a line').fill('31:109:R-1\nR-2');
  await refused(/url must begin with https/, 'new-url');
  await page.getByLabel('Address').fill('https://93.184.215.14/hook');
  await refused(/R-2 \(several parcels\)/, 'new-parcels');
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
  await refused(/event_types must not be empty/, 'event_types');
  await page.getByRole('checkbox', { name: /parcel\.permit_filed/ }).check();

  await page.getByRole('radio', { name: /A county/ }).check();
  await page.getByLabel('State, 2-digit FIPS code').fill('31');
  await sees(t, page, 'Nebraska');
  await page.getByLabel('County, 3-digit FIPS code').fill('998');
  await refused(/county_fips/, 'new-county');
  await page.getByLabel('County, 3-digit FIPS code').fill('109');
  await sees(t, page, 'Lancaster');
  await press(page, 'Create the endpoint');
  await sees(t, page, 'Watches county 109 of state 31');

  await press(page, 'New endpoint');
  await page.getByLabel('Address').fill('https://93.184.215.14/hook');
  await page.getByRole('radio', { name: /A state/ }).check();
  t.notOk(await page.getByLabel('County, 3-digit FIPS code').isVisible());
  await page.getByLabel('State, 2-digit FIPS code').fill('42');
  await press(page, 'Create the endpoint');
  await sees(t, page, 'Watches state 42');
  const active = await meter(page, 'Active endpoints');
  await eventually('both are counted', async () =>
    /^2 of/.test((await active.getAttribute('aria-valuetext'))!),
  );
  t.equal(await page.locator('.secret').count(), 2, 'both secrets stay until they are put away');
});

t.test('the event types to choose from are those of the API', options, async (t) => {
  const page = await open(t, await harness.key());
  await press(page, 'New endpoint');
  const boxes = page.getByRole('checkbox');
  await boxes.first().waitFor();
  const values = await boxes.evaluateAll((all) =>
    all.map((box) => (box as unknown as { value: string }).value),
  );
  t.same(values, EVENT_TYPES);
  t.ok(await boxes.last().isChecked());
  for (const type of EVENT_TYPES) await sees(t, page, EVENT_CATALOG[type].summary);
});

t.test('ids that no loaded parcel has are named when an endpoint is created', options, async (t) => {
  const page = await open(t, await harness.key());
  await create(page, 'https://93.184.215.14/one');
  t.equal(await page.locator('.unmatched').count(), 0, 'a parcel that is there');
  await press(page, 'I have stored it');
  await create(page, 'https://93.184.215.14/two', { parcels: '31:109:R-1\n31:109:r-1' });
  await sees(t, page, /No loaded parcel has this id: 31:109:r-1\. Check their spelling/);
});

t.test('disabling asks first, and is permanent', options, async (t) => {
  const page = await open(t, await harness.key());
  await create(page, 'https://93.184.215.14/hook');
  await press(page, 'I have stored it');
  await press(page, 'Disable');
  const dialog = page.getByRole('dialog', { name: 'Disable this endpoint?' });
  await dialog.waitFor();
  await noViolations(t, page, 'no violations in the question');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await sees(t, page, 'Active');
  await press(page, 'Disable');
  await press(page, 'Disable it');
  await sees(t, page, /disabled .* by you/);
  const buttons = page.getByRole('listitem', { name: /^Endpoint/ }).getByRole('button');
  t.same(await buttons.filter({ visible: true }).allTextContents(), ['Deliveries'], 'its history stays');
});

t.test('failed sends are explained, and why an earlier version disabled an endpoint', options, async (t) => {
  const key = await harness.key();
  const page = await open(t, key);
  await create(page, 'https://93.184.215.14/hook');
  const [{ id }] = (await call(app, 'GET', '/api/v1/webhooks', { key })).json().data;
  const query = (sql: string) => harness.database.$client.query(sql, [id]);
  await query(
    `INSERT INTO webhook_health SELECT id, 214, '2026-01-28 12:00:00', NULL
       FROM webhook_endpoints WHERE public_id = ?`,
  );
  await page.reload();
  await sees(t, page, /214 sends failed since/);
  await query(
    `UPDATE webhook_endpoints SET is_active = 0, disabled_reason = 'failing', disabled_at = NOW() WHERE public_id = ?`,
  );
  await page.reload();
  await sees(t, page, /disabled .*, because all sends failed/);
  await noViolations(t, page, 'no violations');
});

t.test('deliveries that were not kept are told', options, async (t) => {
  const key = await harness.key();
  const page = await open(t, key);
  await create(page, 'https://93.184.215.14/hook');
  const [{ id }] = (await call(app, 'GET', '/api/v1/webhooks', { key })).json().data;
  await harness.database.$client.query(
    `INSERT INTO webhook_unsent SELECT account_id, UTC_DATE(), 7, 75050 FROM webhook_endpoints WHERE public_id = ?`,
    [id],
  );
  await page.reload();
  await sees(t, page, /75,050 webhook deliveries beyond the quota could neither be sent nor kept/);
  await noViolations(t, page, 'no violations');
});

t.test('an unknown outcome is settled', options, async (t) => {
  const receiver = await makeReceiver(t);
  receiver.answer = (request) => request.socket.destroy();
  await makeDispatcher(t, harness);
  const page = await open(t, await harness.key());
  await create(page, receiver.url);
  await press(page, 'Send a test');
  await delivery(page, 'Outcome unknown').waitFor();
  await page.getByRole('button', { name: /^It arrived dlv_/ }).click();
  await delivery(page, 'Delivered').waitFor();
  t.equal(receiver.got.length, 1, 'it is not sent again');
  t.equal(await page.evaluate('document.activeElement.tagName'), 'SUMMARY', 'the focus stays at it');
});

const permits = (prefix: string, many: number) =>
  Array.from({ length: many }, (_, at) => permit(`${prefix}-${at}`, { parcel_id: 'R-2' }));

t.test('deliveries are filtered and paged, and what a filter finds is retried', options, async (t) => {
  const receiver = await makeReceiver(t);
  const page = await open(t, await harness.key(), { expected: /status of 400/ });
  await create(page, receiver.url, { parcels: '31:109:R-2' });
  const quitclaim = { parcel_id: 'R-2', is_arm_length: false, document_type: 'Quitclaim' };
  await loadNews(harness, 'deeds', [deed('paged', quitclaim)]);
  await loadNews(harness, 'permits', permits('paged', 120));
  await sees(t, page, 'Page 1: 100 queued');
  await press(page, 'Older');
  await sees(t, page, 'Page 2: 21 queued');
  t.match(await page.evaluate('document.activeElement.textContent'), 'Page 2', 'the focus is at its top');
  t.ok(await page.getByRole('button', { name: 'Older' }).isDisabled());
  await press(page, 'Newer');
  await sees(t, page, 'Page 1: 100 queued');

  await page.locator('.delivery-filter summary').click();
  await page.getByLabel('Event type').selectOption('parcel.owner_changed');
  await press(page, 'Show these');
  await sees(t, page, /^1 queued$/);
  await sees(t, page, 'Filter: 1 chosen');
  await page.getByLabel('Parcel', { exact: true }).fill('R-2');
  await press(page, 'Show these');
  await sees(t, page, /canonical_id must be the id of a parcel/);
  t.match(
    await page.evaluate('document.activeElement.id'),
    /canonical_id$/,
    'the focus is where it is wrong',
  );
  await noViolations(t, page, 'no violations in the filter');
  await sees(t, page, /^1 queued$/);
  await page.getByLabel('Parcel', { exact: true }).fill('31109:R-2');
  await page.getByLabel('Queued before').fill('2000-01-01T12:00');
  await press(page, 'Show these');
  await sees(t, page, 'No delivery fits.');
  await press(page, 'Show all');
  await sees(t, page, 'Page 1: 100 queued');

  await harness.database.$client.query(
    `UPDATE webhook_deliveries SET state = ?, due_at = NULL
      WHERE event_id IN (SELECT id FROM webhook_events WHERE canonical_id = '31:109:R-2')`,
    [STATE.dead_lettered],
  );
  await page.getByLabel('Event type').selectOption('parcel.permit_filed');
  await page.getByLabel('Status').selectOption('Dead letter');
  await page.getByLabel('Queued since').fill('2000-01-01T12:00');
  await press(page, 'Show these');
  await sees(t, page, 'Page 1: 100 dead letter');
  await press(page, 'Retry dead letters');
  const dialog = page.getByRole('dialog', { name: 'Retry 120 dead letters?' });
  await dialog.waitFor();
  await noViolations(t, page, 'no violations in the question');
  await press(page, 'Retry them');
  await sees(t, page, '120 deliveries queued again');
  await sees(t, page, 'No delivery fits.');
  await press(page, 'Show all');
  await makeDispatcher(t, harness);
  await receiver.until(120);
  t.ok(
    receiver.got.every(({ body }) => body.event_type === 'parcel.permit_filed'),
    'nothing besides',
  );
  await press(page, 'Older');
  await sees(t, page, 'Page 2: 20 delivered, 1 dead letter');
});

t.test('unknown outcomes are settled by how far they got', options, async (t) => {
  const receiver = await makeReceiver(t);
  receiver.answer = (request) => request.socket.destroy();
  await makeDispatcher(t, harness);
  const page = await open(t, await harness.key());
  await create(page, receiver.url, { parcels: '31:109:R-2' });
  await loadNews(harness, 'permits', permits('sent', 3));
  await sees(t, page, '3 outcome unknown');
  await receiver.close();
  await loadNews(harness, 'permits', permits('refused', 2));
  await sees(t, page, '5 outcome unknown');

  await press(page, 'Settle unknown outcomes');
  await page.getByRole('dialog', { name: 'Settle 5 unknown outcomes?' }).waitFor();
  t.ok(await page.getByRole('radio', { name: 'Nothing has left: 2 (connect 2)' }).isChecked());
  t.ok(await page.getByRole('radio', { name: 'Send them again' }).isChecked(), 'what loses nothing');
  await noViolations(t, page, 'no violations in the question');
  await page.getByRole('radio', { name: /^Give them up/ }).check();
  await press(page, 'Settle them');
  await sees(t, page, '2 deliveries settled');
  await sees(t, page, '2 dead letter, 3 outcome unknown');

  await press(page, 'Settle unknown outcomes');
  await page.getByRole('dialog', { name: 'Settle 3 unknown outcomes?' }).waitFor();
  await page.getByRole('radio', { name: /^They arrived/ }).check();
  await press(page, 'Settle them');
  await sees(t, page, '2 dead letter, 3 delivered');
});

t.test('dead letters are retried, one and all', options, async (t) => {
  const receiver = await makeReceiver(t);
  const key = await harness.key();
  const page = await open(t, key);
  await create(page, receiver.url);
  const strict = await makeDispatcher(t, harness, { devHosts: [] });
  for (let sent = 1; sent <= 3; sent++) {
    await press(page, 'Send a test');
    await delivery(page, 'Dead letter')
      .nth(sent - 1)
      .waitFor();
  }
  t.pass('what may not be sent is a dead letter');
  await strict.stop();
  await makeDispatcher(t, harness);
  await delivery(page, 'Dead letter')
    .first()
    .getByRole('button', { name: /^Retry dlv_/ })
    .click();
  await delivery(page, 'Delivered').first().waitFor();
  await press(page, 'Retry dead letters');
  await page.getByRole('dialog', { name: 'Retry 2 dead letters?' }).waitFor();
  await press(page, 'Retry them');
  await delivery(page, 'Delivered').nth(2).waitFor();
  t.equal(await page.getByRole('button', { name: /Retry/ }).filter({ visible: true }).count(), 0);
  t.equal(receiver.got.length, 3);
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

import t from 'tap';
import { STATE } from '../../src/domain/delivery-states.ts';
import { call } from '../helper.ts';
import { deed, loadNews, makeDispatcher, makeReceiver, permit } from '../webhooks/support.ts';
import { noViolations, withoutChromium } from './browser.ts';
import { consolePages, create, delivery, press, sees } from './console-page.ts';

const { harness, app, open } = await consolePages(t);
const options = { skip: withoutChromium };

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
  t.match(await page.evaluate('document.activeElement.id'), /canonical_id$/, 'the focus is on what is wrong');
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

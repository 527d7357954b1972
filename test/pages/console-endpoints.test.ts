import t from 'tap';
import { EVENT_CATALOG, EVENT_TYPES } from '../../src/domain/events.ts';
import { call } from '../helper.ts';
import { eventually } from '../webhooks/support.ts';
import { noViolations, withoutChromium } from './browser.ts';
import { consolePages, create, meter, press, sees } from './console-page.ts';

const { harness, app, open } = await consolePages(t);
const options = { skip: withoutChromium };

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

t.test('the file that names counties here and draws them on the map is loaded once', options, async (t) => {
  const page = await open(t, await harness.key());
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/us-atlas/counties-10m.json')) loads.push(request.url());
  });
  await press(page, 'New endpoint');
  await page.getByRole('radio', { name: /A state/ }).check();
  await page.getByLabel('State, 2-digit FIPS code').fill('31');
  await sees(t, page, 'Nebraska');
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  await page.locator('.counted', { hasText: 'in view' }).waitFor();
  t.equal(loads.length, 1);
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

/** Shared by the tests of the console: its pages over three parcels, and functions that use and read it. */
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { makeHarness } from '../helper.ts';
import { makeBrowser, openPage, type PageOptions, servePages } from './browser.ts';

export const keyField = (page: Page) => page.getByRole('textbox', { name: 'API key' });
export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();

/** Waits until a text is visible. */
export async function sees(t: Test, page: Page, text: string | RegExp): Promise<void> {
  await page.locator('body').getByText(text).filter({ visible: true }).first().waitFor();
  t.pass(`it says ${text}`);
}

export async function typeKey(page: Page, key: string): Promise<void> {
  await keyField(page).fill(key);
  await keyField(page).press('Enter');
}

/** Creates an endpoint that watches a parcel, by typing; returns its secret as shown. */
export async function create(page: Page, address: string, { parcels = '31:109:R-1', note = '' } = {}) {
  await press(page, 'New endpoint');
  await page.getByLabel('Address').fill(address);
  await page.getByLabel('Parcels, one a line').fill(parcels);
  await page.getByLabel('Description (optional)').fill(note);
  await press(page, 'Create the endpoint');
  return (await page.locator('.secret-text').textContent())!;
}

export const meter = async (page: Page, name: string) => (await page.getByRole('meter', { name }).all())[0]!;
export const delivery = (page: Page, text: string | RegExp) =>
  page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').filter({ hasText: text });

/** A browser, the pages, and `open`, which opens the console with a key. */
export async function consolePages(t: Test) {
  const harness = await makeHarness(t);
  await harness.load('parcels', [
    { county_fips: '31109', parcel_id: 'R-1' },
    { county_fips: '31109', parcel_id: 'R-2' },
    { county_fips: '31055', parcel_id: 'R-2' },
  ]);
  const browser = await makeBrowser(t);
  const { app, url } = await servePages(t, harness);
  const open = async (t: Test, key: string, more: PageOptions & { at?: string } = {}): Promise<Page> => {
    const page = await openPage(t, browser, `${more.at ?? url}/console`, more);
    await typeKey(page, key);
    await page.getByRole('heading', { name: 'Webhook endpoints' }).waitFor();
    return page;
  };
  return { harness, browser, app, url, open };
}

/** Shared by the tests of the map page: the demo's parcels that they load, and functions that use and read the page. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { demoParcels } from '../../src/loading/demo/generate.ts';
import { makeHarness } from '../helper.ts';
import { makeBrowser, servePages, withoutChromium } from './browser.ts';

export const COUNTY = '31109';
const PARCELS = 1_000;

/** The first parcels of the first county of the demo. */
export const parcels = [...demoParcels()].slice(0, PARCELS);

export interface Place {
  lat: number;
  lng: number;
  zoom: number;
}
/** With more parcels around it than are drawn individually. */
export const CROWDED: Place = { lat: 40.806, lng: -96.702, zoom: 12 };
/** The place of a parcel at a zoom level; by default of the first parcel with a location. */
export function placeOf(zoom: number, parcel = parcels.find(({ location }) => location)!): Place {
  return { lat: parcel.location!.lat, lng: parcel.location!.lon, zoom };
}
export const idOf = ({ parcel_id }: { parcel_id: string }) => `${COUNTY}:${parcel_id}`;

/** A browser, and the pages served over only these parcels. */
export async function mapPages(t: Test, settings: Record<string, string> = {}) {
  const browser = await makeBrowser(t);
  const harness = await makeHarness(t);
  if (!withoutChromium) await harness.load('parcels', parcels as object[] as Record<string, unknown>[]);
  const { app, url } = await servePages(t, harness, settings);
  const address = ({ lat, lng, zoom }: Place, more = '', base = url) =>
    `${base}/map?at=${lat},${lng},${zoom}${more}`;
  return { browser, harness, app, url, address };
}

export const parameters = (page: Page) => new URL(page.url()).searchParams;
export const zoomOf = (page: Page) => Number(parameters(page).get('at')!.split(',')[2]);
export const count = (page: Page) => page.locator('.counted');
export const rows = (page: Page) => page.locator('.map-rows button');
/** The button that opens the form of a filter. */
export const chipOf = (page: Page, name: string) =>
  page.locator('.map-chips .opens').filter({ hasText: new RegExp(`^${name}`) });
export const panel = (page: Page) => page.getByRole('region', { name: 'Parcel', exact: true });

/** Waits until the page has an answer for what is in view. */
export async function settled(page: Page): Promise<void> {
  await page
    .locator('main:not([aria-busy]) .counted', { hasText: /in view|in the area/ })
    .waitFor({ state: 'attached' });
}

/** Waits until `read` returns what `good` accepts, and returns it. */
export async function until<T>(read: () => Promise<T> | T, good: (value: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 300; tries++) {
    const value = await read();
    if (good(value)) return value;
    await sleep(100);
  }
  throw new Error(`never as expected: ${await read()}`);
}

/** Where a place of the map is on the screen. */
export async function pixelOf(page: Page, { lat, lon }: { lat: number; lon: number }) {
  const [atLat, atLng, zoom] = parameters(page).get('at')!.split(',').map(Number) as [number, number, number];
  const box = (await page.locator('.map-canvas').boundingBox())!;
  const world = 512 * 2 ** zoom;
  const x = (longitude: number) => (longitude / 360) * world;
  const y = (latitude: number) => (-Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)) * world;
  return {
    x: box.x + box.width / 2 + x(lon) - x(atLng),
    y: box.y + box.height / 2 + y(lat) - y(atLat),
  };
}

/** Drags the mouse over the map, from its middle. */
export async function drag(page: Page, byX: number, byY: number): Promise<void> {
  const box = (await page.locator('.map-canvas').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + byX / 2, y + byY / 2);
  await page.mouse.move(x + byX, y + byY);
  await page.mouse.up();
}

/** The body of the next search that the page makes. */
export const searched = (page: Page) =>
  page.waitForRequest((request) => request.url().endsWith('/api/v1/search')).then((r) => r.postDataJSON());

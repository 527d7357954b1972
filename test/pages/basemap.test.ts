import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namedFlavor } from '@protomaps/basemaps';
import type { Page } from 'playwright-core';
import t from 'tap';
import { call, makeHarness } from '../helper.ts';
import { landAround, pmtilesFile } from '../pmtiles-file.ts';
import { square } from '../squares.ts';
import { makeBrowser, noViolations, openPage, PATIENCE, servePages, withoutChromium } from './browser.ts';

const PLACE = { lat: 40.81, lng: -96.7 };
const LOT = 0.0004;

const skip = withoutChromium;
const folder = await mkdtemp(join(tmpdir(), 'terrier-basemap-'));
t.teardown(() => rm(folder, { recursive: true }));
const path = join(folder, 'town.pmtiles');
await writeFile(path, pmtilesFile({ tiles: landAround(PLACE, 14) }));

const browser = await makeBrowser(t);
const harness = await makeHarness(t);
if (!skip)
  await harness.load('parcels', [
    {
      county_fips: '31109',
      parcel_id: 'LOT-1',
      street: '12 MADE UP ST',
      owner_name: 'TALLOW ANSEL',
      outline: square(PLACE.lng - LOT / 2, PLACE.lat - LOT / 2, LOT),
    },
  ]);
const { app, url } = await servePages(t, harness, { BASEMAP_PMTILES: path });

// On a busy machine, the first search of a server takes longer than a page waits.
if (!skip) await call(app, 'POST', '/api/v1/search', { body: {} });

/** The colors of the map at points given as shares of its width and height. */
async function colorsOf(page: Page, spots: [number, number][]): Promise<string[]> {
  const picture = (await page.locator('.map-canvas').screenshot()).toString('base64');
  // Evaluated by the debugger, to which the Content-Security-Policy does not apply.
  return (await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${picture}'), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    return ${JSON.stringify(spots)}.map(([x, y]) => {
      const [r, g, b] = context.getImageData(bitmap.width * x, bitmap.height * y, 1, 1).data;
      return '#' + [r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('');
    });
  })()`)) as string[];
}

/** Waits until the map has one of the colors at one of the points. */
async function showing(page: Page, color: string): Promise<boolean> {
  const spots = Array.from({ length: 100 }, (_, n): [number, number] => [
    0.05 + (n % 10) * 0.09,
    0.1 + Math.floor(n / 10) * 0.08,
  ]);
  for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
    if ((await colorsOf(page, spots)).includes(color)) return true;
  }
  return false;
}

for (const scheme of ['light', 'dark'] as const) {
  t.test(`streets and water are drawn under the lots, ${scheme}`, { skip }, async (t) => {
    const ranges: number[] = [];
    const page = await openPage(t, browser, `${url}/docs`, { dark: scheme === 'dark' });
    page.on('response', (answer) => {
      if (answer.url().endsWith('/basemap.pmtiles')) ranges.push(answer.status());
    });
    await page.goto(`${url}/map?at=${PLACE.lat},${PLACE.lng},14.5`);
    const { earth, water } = namedFlavor(scheme);
    const hex = (color: string) => (color.length === 4 ? color.replace(/[\da-f]/g, '$&$&') : color);
    t.ok(await showing(page, hex(earth)), `land is ${earth}`);
    t.ok(await showing(page, hex(water)), `water is ${water}`);
    t.ok(ranges.length > 1 && ranges.every((status) => status === 206), `ranges of the archive: ${ranges}`);
    t.match(await page.locator('.maplibregl-ctrl-attrib').innerText(), /© OpenStreetMap contributors/);
    await noViolations(t, page);
  });
}

t.test('a change of the theme changes the basemap', { skip }, async (t) => {
  const page = await openPage(t, browser, `${url}/map?at=${PLACE.lat},${PLACE.lng},16`);
  t.ok(await showing(page, namedFlavor('light').earth), 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  t.ok(await showing(page, namedFlavor('dark').earth), 'dark');
});

import { readFile } from 'node:fs/promises';
import t from 'tap';
import { makeHarness } from '../helper.ts';
import { makeBrowser, noViolations, openPage, servePages, withoutChromium } from './browser.ts';
import { press, sees } from './console-page.ts';

const harness = await makeHarness(t);
const PLACE = { county_fips: '31109', city: 'LINCOLN', zip: '68508' };
await harness.load('parcels', [
  { ...PLACE, parcel_id: 'R-1', street: '12 ELM ST' },
  { ...PLACE, parcel_id: 'R-2', street: '14 ELM ST' },
]);
const browser = await makeBrowser(t);
const { url } = await servePages(t, harness);
const HEAD = 'Name,Site Address,City,ZIP Code\n';

t.test('a pasted list comes back with ids', { skip: withoutChromium }, async (t) => {
  const page = await openPage(t, browser, `${url}/console`);
  await page
    .getByLabel('Rows, with the names')
    .fill(`${HEAD}"Quill, Ida",12 Elm Street,Lincoln,68508\nMarten,99 Elm St,Lincoln,68508\n`);
  await press(page, 'Match');
  await sees(t, page, /^1 of 2 rows matched/);
  await noViolations(t, page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the rows with ids' }).click(),
  ]);
  t.equal(
    await readFile((await download.path())!, 'utf8'),
    '\ufeffName,Site Address,City,ZIP Code,terrier_match,terrier_score,terrier_id\r\n' +
      '"Quill, Ida",12 Elm Street,Lincoln,68508,exact,1,31109:R-1\r\n' +
      'Marten,99 Elm St,Lincoln,68508,none,0,\r\n',
  );
});

t.test('a file is read, with tabs and numbers too', { skip: withoutChromium }, async (t) => {
  const page = await openPage(t, browser, `${url}/console`);
  const rows = Array.from({ length: 600 }, (_, at) => `r ${(at % 3) + 1}\t31109`);
  const buffer = Buffer.from(`\ufeffAPN\tFIPS\r\n${rows.join('\r\n')}`);
  await page.getByLabel('Or a CSV file').setInputFiles({ name: 'list.tsv', mimeType: 'text/plain', buffer });
  await press(page, 'Match');
  await sees(t, page, /^400 of 600 rows matched/);
});

t.test('what cannot be read is said', { skip: withoutChromium }, async (t) => {
  const page = await openPage(t, browser, `${url}/console`);
  const cases: [string, RegExp][] = [
    ['', /first line must name/],
    ['a,b\n1,2', /first line must name a column address/],
    [HEAD, /no rows below/],
  ];
  for (const [text, words] of cases) {
    await page.getByLabel('Rows, with the names').fill(text);
    await press(page, 'Match');
    await sees(t, page, words);
  }
});

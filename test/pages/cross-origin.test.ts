import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { makeHarness } from '../helper.ts';
import { portOf } from '../port-of.ts';
import { makeBrowser, servePages, withoutChromium } from './browser.ts';

const harness = await makeHarness(t);
await harness.load('parcels', [
  { county_fips: '31109', parcel_id: '1', owner_name: 'WREN, ODETTE', location: { lat: 40.8, lon: -96.7 } },
]);
const key = await harness.key({ tier: 'license' });
const CLIENT = resolve(PROJECT_ROOT, 'clients/typescript');
const FETCH = fileURLToPath(import.meta.resolve('openapi-fetch'));

const PAGE = `<!doctype html><title>another origin</title><link rel="icon" href="data:,">
<script type="importmap">{"imports": {"openapi-fetch": "/vendor/${basename(FETCH)}"}}</script>`;

/** Serves a customer's own page, which includes the client. */
async function customersPage(t: Test): Promise<string> {
  const server = createServer(async ({ url = '/' }, response) => {
    if (url === '/') return void response.setHeader('content-type', 'text/html').end(PAGE);
    const name = basename(url);
    const file = url.startsWith('/vendor/') ? FETCH : resolve(CLIENT, name);
    response.setHeader('content-type', 'text/javascript').end(await readFile(file));
  });
  const port = await portOf(server);
  t.teardown(() => server.close());
  return `http://127.0.0.1:${port}/`;
}

/** What runs in the page: it sends requests with the client, and reports what it could read. */
const ASK = async ({ baseUrl, key }: { baseUrl: string; key: string }) => {
  const path = '/client/client.mjs';
  const { createTerrier } = await import(path);
  const terrier = createTerrier({ baseUrl, key });
  const body = { bounds: { north: 50, south: 24, east: -66, west: -125 } };
  const read = (response: Response) =>
    Object.fromEntries(
      ['etag', 'x-request-id', 'x-ratelimit-remaining'].map((name) => [name, response.headers.get(name)]),
    );
  const { data, response } = await terrier.POST('/api/v1/search', { body });
  const again = await fetch(`${baseUrl}/api/v1/search`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'if-none-match': response.headers.get('etag')!,
      'x-request-id': 'of-the-page',
    },
    body: JSON.stringify(body),
  });
  const refused = await terrier
    .GET('/api/v1/market/trends')
    .catch(({ status, code, requestId }: Record<string, unknown>) => ({ status, code, requestId }));
  return { total: data.total, headers: read(response), again: again.status, named: read(again), refused };
};

t.test('terrier/client works in a page of another origin', { skip: withoutChromium }, async (t) => {
  const { url } = await servePages(t, harness);
  const browser = await makeBrowser(t);
  const page = await browser!.newPage();
  await page.goto(await customersPage(t));
  const told = await page.evaluate(ASK, { baseUrl: url, key });
  t.equal(told.total, 1);
  t.match(told.headers, {
    etag: /^W\//,
    'x-request-id': /^[0-9a-f-]{36}$/,
    'x-ratelimit-remaining': /^\d+$/,
  });
  t.equal(told.again, 304, 'what it has costs nothing');
  t.equal(told.named['x-request-id'], 'of-the-page');
  t.match(told.refused, { status: 400, code: 'invalid_parameter', requestId: /./ });
});

t.test('a page of an unlisted origin is refused', { skip: withoutChromium }, async (t) => {
  const { url } = await servePages(t, harness, { CORS_ORIGINS: 'https://maps.example' });
  const browser = await makeBrowser(t);
  const page = await browser!.newPage();
  await page.goto(await customersPage(t));
  const message = await page.evaluate(ASK, { baseUrl: url, key }).catch(String);
  t.match(message, /Failed to fetch/);
});

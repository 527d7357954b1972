import { createHook } from 'node:async_hooks';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import { PROJECT_ROOT } from '../../../src/config.ts';
import { makeHarness } from '../../helper.ts';
import { each } from '../../listed.ts';

const harness = await makeHarness(t, { indices: false });
const app = await harness.app();

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers });
const varies = (header: unknown) => String(header).toLowerCase().split(/, */).includes('accept-encoding');

const PAGES = each('/ /map /market /console /docs /docs/webhooks');
const MAPLIBRE = '/assets/vendor/maplibre/maplibre-gl.mjs';
const FILES = [
  ...PAGES,
  ...each('/openapi.json /assets/app.js /assets/catalog.js /assets/guides/webhooks.md'),
  MAPLIBRE,
];

/** How often something is compressed while `work` runs. */
async function compressions(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'ZLIB') count++;
    },
  }).enable();
  await work();
  hook.disable();
  return count;
}

t.test('pages and files are compressed once, however often they are asked for', async (t) => {
  for (const url of FILES) {
    const gzip = () => ask(url, { 'accept-encoding': 'gzip' });
    const br = () => ask(url, { 'accept-encoding': 'gzip, deflate, br' });
    // The first page also begins to compress it for the others that have the same text.
    t.ok((await compressions(() => Promise.all([gzip(), gzip(), br(), br()]))) <= 2, url);
    t.equal(await compressions(async () => [await gzip(), await br(), await gzip()]), 0, `${url}, again`);
    const plain = await ask(url);
    t.equal(plain.headers['content-encoding'], undefined);
    const [zipped, small] = [await gzip(), await br()];
    t.equal(zipped.headers['content-encoding'], 'gzip');
    t.equal(small.headers['content-encoding'], 'br');
    t.ok(gunzipSync(zipped.rawPayload).equals(plain.rawPayload), url);
    t.ok(brotliDecompressSync(small.rawPayload).equals(plain.rawPayload), url);
    t.ok(small.rawPayload.length < plain.rawPayload.length / 1.5, url);
    t.equal(Number(small.headers['content-length']), small.rawPayload.length);
    const head = await ask(url, { 'accept-encoding': 'gzip' }, 'HEAD');
    t.equal(head.headers['content-length'], zipped.headers['content-length'], `HEAD ${url}`);
    t.equal(head.body, '');
    const known = await ask(url, { 'if-none-match': String(head.headers.etag) }, 'HEAD');
    t.equal(known.statusCode, 304);
    t.equal(known.headers['content-length'], undefined, 'a 304 tells no other length');
  }
  t.equal(
    (await ask(MAPLIBRE, { 'accept-encoding': 'br;q=0, gzip;q=0.5' })).headers['content-encoding'],
    'gzip',
  );
  for (const none of ['identity', '', 'zstd', 'x-gzip', 'br;q=0', ','])
    t.equal((await ask(MAPLIBRE, { 'accept-encoding': none })).headers['content-encoding'], undefined, none);
});

t.test('pages and files are not sent again to who has them', async (t) => {
  for (const url of FILES) {
    const first = await ask(url, { 'accept-encoding': 'br' });
    const tag = String(first.headers.etag);
    t.match(tag, /^W\/"[\w-]+"$/, url);
    for (const named of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await ask(url, { 'if-none-match': named, 'accept-encoding': 'br' });
      t.same([again.statusCode, again.body, again.headers.etag], [304, '', tag], `${url}: ${named}`);
      t.ok(varies(again.headers.vary));
      t.equal(again.headers['cache-control'], first.headers['cache-control']);
    }
    t.equal((await ask(url, { 'if-none-match': 'W/"other"' })).statusCode, 200);
  }
  t.not((await ask('/map')).headers.etag, (await ask('/market')).headers.etag);
});

t.test('caches keep the answers of every route apart by Accept-Encoding', async (t) => {
  const key = { authorization: `Bearer ${await harness.key()}` };
  const rows: [string, number, Record<string, string>?][] = [
    ...FILES.map((url): [string, number] => [url, 200]),
    ['/assets/icon.svg', 200],
    ['/livez', 200],
    ['/api/v1/usage', 200, key],
    ['/api/v1/usage', 401],
    ['/api/v1/nowhere', 404],
    ['/assets/nowhere.js', 404],
  ];
  for (const [url, status, headers] of rows)
    for (const encoding of [
      {} as Record<string, string>,
      { 'accept-encoding': 'identity' },
      { 'accept-encoding': 'br' },
    ]) {
      const answer = await ask(url, { ...headers, ...encoding });
      t.equal(answer.statusCode, status, url);
      t.ok(varies(answer.headers.vary), `${status} ${url}`);
      t.equal(String(answer.headers.vary).match(/accept-encoding/gi)?.length, 1, 'named once');
    }
});

t.test('modules of packages import addresses, as browsers need', async (t) => {
  const hooks = await ask('/assets/vendor/preact-hooks/hooks.mjs');
  const address = /from ?'([^']+)'/.exec(hooks.body)![1]!;
  t.equal((await ask(address)).statusCode, 200, address);
});

t.test('only what the pages load is served', async (t) => {
  const web = join(PROJECT_ROOT, 'src/web');
  const found = new Set<string>();
  for (const name of await readdir(web, { recursive: true }))
    if (/\.(js|css|html)$/.test(name))
      for (const [address] of (await readFile(join(web, name), 'utf8')).matchAll(/\/assets\/[\w./-]+\.\w+/g))
        found.add(address);
  t.ok(found.size > 15);
  for (const address of found) t.equal((await ask(address)).statusCode, 200, address);
  const vendor = '/assets/vendor';
  const others = each(`
    /assets/index.html /assets/ /assets /assets/vendor /assets/guides /assets/nowhere.js
    ${vendor}/maplibre/maplibre-gl.mjs.map ${vendor}/maplibre/maplibre-gl-dev.mjs ${vendor}/maplibre/maplibre-gl.d.ts
    ${vendor}/terra-draw/terra-draw.umd.js.map ${vendor}/terra-draw/terra-draw.modern.js ${vendor}/marked/marked.umd.js
    ${vendor}/uplot/uPlot.cjs.js ${vendor}/us-atlas/package.json ${vendor}/us-atlas/nation-10m.json
    ${vendor}/client/client.mjs ${vendor}/pmtiles/pmtiles.js.map ${vendor}/toString /assets/__proto__
    ${vendor}/preact/preact.mjs.map ${vendor}/preact/index.js ${vendor}/preact-hooks/hooks.mjs.map ${vendor}/htm/htm.js
    /assets/guides/..%2Fpackage.json /assets/..%2f..%2fpackage.json /assets/guides/pages/map.png
  `);
  for (const address of others) t.equal((await ask(address)).statusCode, 404, address);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { gunzipSync, gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { openLayer } from '../../../../src/loading/readers/arcgis/layer.ts';
import { IMPATIENT, serve } from '../local-server.ts';
import { type LayerServer, layerServer, METADATA, PATH, parcels } from './made-up-layer.ts';
import { allRows, linesOf, pagesAsked } from './reading.ts';

const COUNT = 20_000;
const ALL = parcels(COUNT);
const LINES = ALL.map(({ attributes }) => attributes.OBJECTID).join();
const CHILD = resolve(import.meta.dirname, 'reading-child.ts');

/** A process that is killed with kill -9 when it has read three pages. */
async function killReader(address: string, folder: string): Promise<void> {
  const child = spawn(process.execPath, [CHILD, address, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let pages = 0;
  for await (const _ of createInterface(child.stdout)) {
    if (++pages === 3) child.kill('SIGKILL');
  }
  if (child.signalCode === null) await once(child, 'exit');
  if (child.signalCode !== 'SIGKILL') throw new Error('The reader ended by itself');
}

/** A reader that stops after three pages. */
async function stopReader(address: string, folder: string): Promise<void> {
  const table = await openLayer(address, { allowPrivate: true, patience: IMPATIENT, pages: folder });
  let pages = 0;
  for await (const _ of table.read()) if (++pages === 3) break;
  await table.close();
}

/** A layer of which three pages have been read; the fourth may also be stored. */
async function interrupted(t: Test, layer: LayerServer, read: typeof killReader) {
  const state = { features: ALL, ...layer };
  const server = await serve(t, (...request) => layerServer(state)(...request));
  const folder = join(t.testdir(), 'pages');
  const address = `${server.origin}${PATH}`;
  await read(address, folder);
  const kept = readdirSync(folder).filter((name) => /^page-\d{6}\.ndjson\.gz$/.test(name)).length;
  t.ok(kept === 3 || kept === 4, `${kept} pages are whole`);
  server.seen.length = 0;
  async function open() {
    const table = await openLayer(address, { allowPrivate: true, patience: IMPATIENT, pages: folder });
    t.teardown(() => table.close());
    return table;
  }
  return { ...server, state, folder, kept, open };
}

t.test('after kill -9, only the missing pages are requested', async (t) => {
  const { seen, folder, kept, open } = await interrupted(t, {}, killReader);
  const table = await open();
  t.equal(linesOf(await allRows(table)), LINES);
  t.same(
    pagesAsked(seen).map((query) => query.get('resultOffset')),
    Array.from({ length: 20 - kept }, (_, index) => String((index + kept) * 1_000)),
  );
  t.same(table.remarks, []);

  seen.length = 0;
  t.equal((await allRows(await open())).length, COUNT, 'a whole layer is read from its pages');
  t.same(pagesAsked(seen), []);

  rmSync(folder, { recursive: true });
  t.equal((await allRows(await open())).length, COUNT);
  t.equal(pagesAsked(seen).length, 20, 'pages that are deleted are asked for again');
});

t.test('this works by ranges of object ids too, with the remarks on the stored rows', async (t) => {
  const metadata = { ...METADATA, advancedQueryCapabilities: { supportsPagination: false } };
  const features = ALL.map((one, index) => (index === 5 ? { ...one, geometry: { rings: 'none' } } : one));
  const { seen, state, kept, open } = await interrupted(t, { metadata, features }, killReader);
  const table = await open();
  t.equal(linesOf(await allRows(table)), LINES);
  t.match(table.remarks, [/^1 row with coordinates that are not numbers/]);
  const pages = pagesAsked(seen).length;
  const other = await serve(t, layerServer(state));
  const fresh = await openLayer(`${other.origin}${PATH}`, { allowPrivate: true, patience: IMPATIENT });
  await allRows(fresh);
  await fresh.close();
  t.equal(pages, pagesAsked(other.seen).length - kept);
  t.notOk(seen.some(({ searchParams }) => searchParams.has('outStatistics')));
});

t.test('pages of a layer that has changed, or of yesterday, are not used', async (t) => {
  const changes: [name: string, change: (parts: { state: LayerServer; folder: string }) => void][] = [
    [
      'edited',
      ({ state }) => Object.assign(state, { metadata: { ...METADATA, editingInfo: { lastEditDate: 1 } } }),
    ],
    [
      'another column',
      ({ state }) => {
        const fields = [...METADATA.fields, { name: 'NEW', type: 'esriFieldTypeString' }];
        state.metadata = { ...METADATA, fields };
      },
    ],
    ['another count', ({ state }) => Object.assign(state, { features: ALL.slice(0, 19_999) })],
    [
      'older than a day',
      ({ folder }) => {
        for (const name of readdirSync(folder)) {
          const page = gunzipSync(readFileSync(join(folder, name))).toString();
          const begun = Date.now() - 86_400_001;
          writeFileSync(join(folder, name), gzipSync(page.replace(/"begun":\d+/, `"begun":${begun}`)));
        }
      },
    ],
    [
      'a first page that is damaged',
      ({ folder }) => writeFileSync(join(folder, 'page-000001.ndjson.gz'), 'damaged'),
    ],
  ];
  for (const [name, change] of changes) {
    await t.test(name, async (t) => {
      const parts = await interrupted(t, {}, stopReader);
      change(parts);
      const rows = await allRows(await parts.open());
      t.equal(rows.length, parts.state.features.length);
      t.equal(pagesAsked(parts.seen)[0]?.get('resultOffset'), '0');
      t.equal(pagesAsked(parts.seen).length, 20);
    });
  }
});

t.test('a damaged page and those after it are requested again', async (t) => {
  const { seen, folder, open } = await interrupted(t, {}, stopReader);
  const path = join(folder, 'page-000002.ndjson.gz');
  writeFileSync(path, readFileSync(path).subarray(0, 500));
  t.equal(linesOf(await allRows(await open())), LINES);
  t.equal(pagesAsked(seen)[0]?.get('resultOffset'), '1000');
});

t.test('a folder that cannot be made is named', async (t) => {
  const { origin } = await serve(t, layerServer({ features: ALL }));
  const pages = join(t.testdir({ file: '' }), 'file');
  const table = await openLayer(`${origin}${PATH}`, { allowPrivate: true, patience: IMPATIENT, pages });
  t.teardown(() => table.close());
  await t.rejects(allRows(table), {
    message: /^The pages of the layer cannot be kept in .*file: E[A-Z]+\.$/,
  });
});

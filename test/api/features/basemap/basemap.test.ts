import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FetchSource, PMTiles, TileType } from 'pmtiles';
import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { landTile, pmtilesFile } from '../../../pmtiles-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'terrier-basemap-'));
t.teardown(() => rm(folder, { recursive: true }));
const tiles = [landTile(0, 0, 0), landTile(1, 0, 0), landTile(1, 1, 1)];
const archive = pmtilesFile({ tiles });
const path = join(folder, 'town.pmtiles');
await writeFile(path, archive);

const harness = await makeHarness(t, { indices: false });
const app = await harness.app({ BASEMAP_PMTILES: path });
const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: '/basemap.pmtiles', headers });

t.test('the archive is served in ranges, without a key', async (t) => {
  const { length } = archive;
  const cases: [range: string, from: number, to: number][] = [
    ['bytes=0-126', 0, 126],
    ['bytes=100-199', 100, 199],
    [`bytes=${length - 10}-`, length - 10, length - 1],
    ['bytes=-7', length - 7, length - 1],
    ['bytes=0-16383999', 0, length - 1],
    [`bytes=-${length + 5}`, 0, length - 1],
    ['bytes=0-99999999999999999999999', 0, length - 1],
    [`bytes=-${'9'.repeat(400)}`, 0, length - 1],
  ];
  for (const [range, from, to] of cases) {
    const answer = await get({ range });
    t.equal(answer.statusCode, 206, range);
    t.match(answer.headers, {
      'content-range': `bytes ${from}-${to}/${length}`,
      'content-length': String(to - from + 1),
      'content-type': 'application/vnd.pmtiles',
      'accept-ranges': 'bytes',
    });
    t.same(answer.rawPayload, archive.subarray(from, to + 1), 'the bytes themselves');
  }
});

t.test('a range past the end is refused with the length', async (t) => {
  for (const range of [
    `bytes=${archive.length}-`,
    `bytes=${archive.length + 10}-${archive.length + 20}`,
    'bytes=-0',
    'bytes=99999999999999999999999-',
    `bytes=${'9'.repeat(400)}-`,
  ]) {
    const answer = await call(app, 'GET', '/basemap.pmtiles', { headers: { range } });
    t.equal(answer.status, 416, range);
    t.equal(answer.json().code, 'range_not_satisfiable');
    t.equal(answer.headers['content-range'], `bytes */${archive.length}`);
  }
});

t.test('without exactly one valid range, the whole file is sent', async (t) => {
  const many = `bytes=${Array(1_000).fill('0-0').join()}`;
  for (const range of [
    undefined,
    'bytes=0-1,5-6',
    'bytes=0-9,5-20',
    many,
    'bytes=5-1',
    'bytes=-',
    'bytes=--5',
    'bytes=1-2-3',
    'bytes=0x0-0x5',
    'bytes=1e1-20',
    'bytes=0.5-3',
    'bytes= 0-1',
    'bytes=\u0661-5',
    'bytes',
    'lines=1-2',
  ]) {
    const answer = await get(range === undefined ? {} : { range });
    t.equal(answer.statusCode, 200, range ?? 'no header');
    t.ok(answer.rawPayload.equals(archive), 'once');
  }
  const head = await get({}, 'HEAD');
  t.equal(head.statusCode, 200);
  t.equal(head.headers['content-length'], String(archive.length));
  t.equal(head.rawPayload.length, 0);
});

t.test('the ETag is strong, and changes when the file is replaced', async (t) => {
  const { etag } = (await get({ range: 'bytes=0-9' })).headers as { etag: string };
  t.match(etag, /^"[^"]+"$/);
  t.match((await get()).headers['cache-control'], /public, max-age=/);
  const known = await get({ 'if-none-match': etag });
  t.equal(known.statusCode, 304);
  t.equal(known.rawPayload.length, 0);
  t.equal((await get({ 'if-none-match': '*' })).statusCode, 304);
  t.equal((await get({ 'if-range': etag, range: 'bytes=0-9' })).statusCode, 206);
  t.equal((await get({ 'if-range': '"another"', range: 'bytes=0-9' })).statusCode, 200);
  await writeFile(path, pmtilesFile({ tiles: tiles.slice(0, 2) }));
  t.not((await get()).headers.etag, etag);
  await writeFile(path, archive);
});

t.test('a reader of PMTiles finds the tiles over HTTP', async (t) => {
  const served = await harness.app({ BASEMAP_PMTILES: path });
  const url = await served.listen({ host: '127.0.0.1', port: 0 });
  const reader = new PMTiles(new FetchSource(`${url}/basemap.pmtiles`));
  t.match(await reader.getHeader(), { specVersion: 3, tileType: TileType.Mvt, minZoom: 0, maxZoom: 1 });
  for (const { z, x, y, body } of tiles) {
    const found = await reader.getZxy(z, x, y);
    t.same(Buffer.from(found!.data), Buffer.from(body), `${z}/${x}/${y}`);
  }
  t.equal(await reader.getZxy(1, 0, 1), undefined, 'a tile that is not there');
});

t.test('without the setting there is no archive, and the pages know it', async (t) => {
  const bare = await harness.app();
  t.equal((await bare.inject('/basemap.pmtiles')).statusCode, 404);
  t.match((await bare.inject('/assets/catalog.js')).body, /export const BASEMAP = false;/);
  t.match((await app.inject('/assets/catalog.js')).body, /export const BASEMAP = true;/);
});

t.test('a file that the map cannot draw stops the start, and the message says why', async (t) => {
  const cases: [what: string, file: Buffer | null, message: RegExp][] = [
    ['missing', null, /the file cannot be opened \(ENOENT\)/],
    ['empty', Buffer.alloc(0), /it is not a PMTiles archive\. Take a file from/],
    ['other', Buffer.from('SQLite format 3\0'.repeat(20)), /it is not a PMTiles archive/],
    ['old', pmtilesFile({ tiles, version: 2 }), /it is PMTiles version 2, and only version 3 can be read/],
    ['images', pmtilesFile({ tiles, tileType: TileType.Png }), /it does not hold vector tiles/],
    ['cut', archive.subarray(0, 140), /it is cut off or damaged/],
    ['header', archive.subarray(0, 20), /it is cut off or damaged/],
    [
      'schema',
      pmtilesFile({ tiles, layers: ['transportation', 'water', 'place'] }),
      /it is not of Protomaps’ schema: it has no layer earth, roads, places/,
    ],
  ];
  for (const [what, file, message] of cases) {
    const bad = join(folder, `${what}.pmtiles`);
    if (file !== null) await writeFile(bad, file);
    await t.rejects(harness.app({ BASEMAP_PMTILES: bad }), message, what);
    await t.rejects(harness.app({ BASEMAP_PMTILES: bad }), /^BASEMAP_PMTILES=.* cannot be used: /, what);
  }
  await t.rejects(harness.app({ BASEMAP_PMTILES: folder }), /it is not a file/);
});

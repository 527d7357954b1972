import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openLayer } from '../../../../src/loading/readers/arcgis/layer.ts';
import { SHARED_DATA, withoutSharedData } from '../../../helper.ts';
import { IMPATIENT, serve } from '../local-server.ts';
import { PATH } from './made-up-layer.ts';
import { allRows } from './reading.ts';

interface Saved {
  metadata: string;
  count?: string;
  ids?: string;
  statistics?: string;
  page?: string;
}

const REFUSED = '{"error":{"code":400,"message":"not saved","details":[]}}';

const named = (
  name: string,
  folder = '',
  parts: (keyof Saved)[] = ['metadata', 'count', 'ids', 'page'],
): Saved => {
  const ends = {
    metadata: 'metadata',
    count: 'count-only',
    ids: 'ids-only',
    statistics: 'statistics',
    page: '0',
  };
  const files = parts.map((part) => [part, `${folder}${name}-${ends[part]}.json`]);
  return { metadata: '', ...Object.fromEntries(files) };
};

/** Serves a real layer's saved answers; the counts are of more rows than the one saved page. */
async function replayed(t: Test, saved: Saved, count?: number) {
  const text = (file: string | undefined) =>
    file === undefined ? REFUSED : readFileSync(join(SHARED_DATA!, 'arcgis', file), 'utf8');
  const { origin } = await serve(t, (_, response, url) => {
    const query = url.searchParams;
    if (url.pathname === PATH) response.end(text(saved.metadata));
    else if (query.has('returnCountOnly')) {
      response.end(count === undefined ? text(saved.count) : JSON.stringify({ count }));
    } else if (query.has('returnIdsOnly')) response.end(text(saved.ids));
    else if (query.has('outStatistics')) response.end(text(saved.statistics));
    else response.end(text(saved.page));
  });
  const table = await openLayer(`${origin}${PATH}`, {
    allowPrivate: true,
    patience: { ...IMPATIENT, tries: 2 },
  });
  t.teardown(() => table.close());
  return table;
}

t.test('saved answers of real layers are read', { skip: withoutSharedData }, async (t) => {
  const all: (keyof Saved)[] = ['metadata', 'count', 'ids', 'statistics', 'page'];
  const cook = {
    metadata: 'us-il-cook/metadata.json',
    count: 'us-il-cook/count-only.json',
    ids: 'us-il-cook/ids-only.json',
  };

  await t.test('parcels of Washington County, Minnesota, are read', async (t) => {
    const table = await replayed(t, named('us-nm-washington', '', ['metadata', 'count', 'page']));
    t.match(table, { geometry: 'Polygon', projection: 'EPSG:3857', count: 10, lastEdited: null });
    t.equal(table.columns.length, 76);

    const rows = await allRows(table);
    t.equal(rows.length, 10);
    for (const row of rows) {
      t.match(row, { geometry: { type: 'Polygon' } });
      const sold = 'cells' in row ? row.cells.SALE_DATE : undefined;
      t.ok(sold === null || /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?$/.test(String(sold)));
    }
  });

  await t.test('a point without coordinates, written as NaN, is read', async (t) => {
    const table = await replayed(t, named('us-ny-orange'));
    const rows = await allRows(table);
    t.equal(rows.length, 9);
    t.ok(rows.every((row) => 'cells' in row && row.line === row.cells['SHAPE.fid']));
    t.equal(rows.filter((row) => 'cells' in row && row.geometry === null).length, 1);
    t.same(table.remarks, []);
  });

  await t.test('answers in the layer’s own coordinate system are refused', async (t) => {
    const table = await replayed(t, named('us-mi-kent', 'us-mi-kent/', all), 15);
    t.equal(table.projection, 'NAD_1983_StatePlane_Michigan_South_FIPS_2113_IntlFeet');
    await t.rejects(allRows(table), { message: /sends coordinates that are not degrees/ });
    const other = await replayed(t, named('us-ca-tuolumne', 'us-ca-tuolumne/', all), 15);
    t.equal(other.projection, 'EPSG:2227');
    await t.rejects(allRows(other), { message: /sends coordinates that are not degrees/ });
  });

  await t.test('layers without paging are read by ranges of object ids', async (t) => {
    const cases: [Saved, rows: number, type: string][] = [
      // Two of its rows have the same id.
      [named('us-ca-carson', 'us-ca-carson/'), 6, 'Point'],
      [named('us-fl-polk', 'us-fl-polk/'), 10, 'Point'],
      [named('us-mo-columbia', 'us-mo-columbia/'), 43, 'Point'],
      [named('us-ks-brown'), 25, 'LineString'],
    ];
    for (const [saved, count, type] of cases) {
      const table = await replayed(t, saved, count);
      t.equal(table.geometry, type, saved.metadata);
      t.equal((await allRows(table)).length, count, saved.metadata);
    }
    const table = await replayed(t, named('us-ca-carson', 'us-ca-carson/'));
    await t.rejects(allRows(table), { message: /gave only 6 of its 30,551 rows/ }, 'a page is no layer');
  });

  await t.test('a server that pages may have more rows than it counts', async (t) => {
    const table = await replayed(t, named('us-esri-test', 'us-esri-test/'));
    t.equal((await allRows(table)).length, 1_000);
    t.same(table.remarks, ['The server counts 312 rows and gave 1,000.']);
  });

  await t.test('a server that answers every query with rows is read as far as possible', async (t) => {
    const partial = await replayed(t, { ...cook, page: 'us-il-cook/page-partial.json' });
    t.equal(partial.count, null);
    t.equal((await allRows(partial)).length, 2);
    t.same(partial.remarks, ['The server does not count the rows: whether all came cannot be checked.']);
    const full = await replayed(t, { ...cook, page: 'us-il-cook/page-full.json' });
    await t.rejects(allRows(full), { message: /cannot be read beyond row 500: its server gives neither/ });
  });

  await t.test('a layer that needs a token is refused, and the message says so', async (t) => {
    await t.rejects(replayed(t, { metadata: 'us-tx-runnels-metadata.json' }), {
      message: /needs a token, which only its publisher gives \(Token Required\)/,
    });
  });
});

import t, { type Test } from 'tap';
import type { DownloadOptions } from '../../../src/loading/readers/download.ts';
import { openTable } from '../../../src/loading/readers/open.ts';
import { downloadWhole } from '../../../src/loading/readers/pages.ts';
import { valuesOf } from '../../listed.ts';
import { type Handler, IMPATIENT, serve } from './local-server.ts';
import { allRows, cellsOf, folderOf, geometriesOf } from './table-files.ts';

async function served(t: Test, handler: Handler) {
  const server = await serve(t, handler);
  const get = (path: string, options: Partial<DownloadOptions> = {}) =>
    downloadWhole(`${server.origin}${path}`, {
      folder: t.testdir(),
      allowPrivate: true,
      patience: IMPATIENT,
      ...options,
    });
  /** The cells of all rows at an address. */
  async function rowsAt(path: string) {
    const got = await get(path);
    if (got.unchanged) throw new Error('It was not sent');
    return cellsOf(await allRows(await openTable(got.path))) as Record<string, unknown>[];
  }
  return { ...server, get, rowsAt };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A portal that sends at most `most` rows at once, and 1,000 to those who do not ask for more. */
const socrata =
  (count: number, most: number): Handler =>
  (_, response, { searchParams }) => {
    const from = Number(searchParams.get('$offset') ?? 0);
    const rows = numbered(count).slice(
      from,
      from + Math.min(most, Number(searchParams.get('$limit') ?? 1_000)),
    );
    response.setHeader('etag', `"${from}"`);
    response.end(`"apn","note"\n${rows.map((row) => `"A-${row}","two\nlines, and ""quotes"""\n`).join('')}`);
  };

t.test('a dataset of a Socrata portal is read to its end', async (t) => {
  for (const [count, most] of [
    [2_500, 1_000],
    [2_000, 1_000],
    [70, 50_000],
    [0, 1_000],
  ] as const) {
    const { rowsAt, seen } = await served(t, socrata(count, most));
    const rows = await rowsAt('/resource/abcd-1234.csv?$where=town=%27Y%27&$limit=10');
    t.same(
      valuesOf(rows, 'apn'),
      numbered(count).map((row) => `A-${row}`),
      `${count} rows, at most ${most} at once`,
    );
    for (const { searchParams } of seen) {
      t.equal(searchParams.get('$where'), "town='Y'", 'the rows that the address selects');
      t.equal(searchParams.get('$order'), ':id', 'in an order that stays');
    }
  }
  const { get, rowsAt, seen } = await served(t, socrata(3, 2));
  t.match(await get('/resource/abcd-1234.csv'), { etag: null }, 'an ETag is that of one page');
  const found = await rowsAt('/resource/abcd-1234.json');
  t.equal(found.length, 3);
  t.match(seen.at(-1)?.pathname, /\.csv$/);
});

t.test('a dataset of a Socrata portal as GeoJSON is read to its end', async (t) => {
  const { rowsAt } = await served(t, (_, response, { searchParams }) => {
    const from = Number(searchParams.get('$offset') ?? 0);
    response.end(collection(numbered(25).slice(from, from + 10), {}));
  });
  const rows = await rowsAt('/resource/abcd-1234.geojson');
  t.same(valuesOf(rows, 'apn'), numbered(25));
});

t.test('pages are limited together, as one file is', async (t) => {
  const { get } = await served(t, socrata(1_000, 10));
  await t.rejects(get('/resource/abcd-1234.csv', { most: 5_000 }), { message: /is larger than the limit/ });
});

t.test('a server that repeats a page is not asked for ever', async (t) => {
  const { get } = await served(t, (_, response) => response.end('apn\nA-1\n'));
  await t.rejects(get('/resource/abcd-1234.csv'), { message: /sends the same page again/ });
});

const feature = (apn: number) => ({ type: 'Feature', properties: { apn }, geometry: null });
const collection = (rows: number[], others: object) =>
  JSON.stringify({ type: 'FeatureCollection', features: rows.map(feature), ...others }, null, 1);

t.test('GeoJSON that links to its next page is read to its end', async (t) => {
  const { rowsAt } = await served(t, (_, response, { searchParams }) => {
    const page = Number(searchParams.get('page') ?? 0);
    const links = [
      { rel: 'next', type: 'text/html', href: '/page.html' },
      ...(page < 2 ? [{ rel: 'next', type: 'application/geo+json', href: `?page=${page + 1}` }] : []),
    ];
    response.end(collection([2 * page, 2 * page + 1], { numberMatched: 6, numberReturned: 2, links }));
  });
  t.same(valuesOf(await rowsAt('/collections/parcels/items'), 'apn'), [0, 1, 2, 3, 4, 5]);
});

t.test('pages of GeoJSON keep the coordinate system that they name', async (t) => {
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } };
  const { get } = await served(t, (_, response, { searchParams }) => {
    const page = Number(searchParams.get('page') ?? 0);
    const geometry = { type: 'Point', coordinates: [-10742000, 4950000] };
    const links = page < 2 ? [{ rel: 'next', href: `?page=${page + 1}` }] : [];
    response.end(JSON.stringify({ features: [{ ...feature(page), geometry }], links, crs }));
  });
  const got = await get('/wfs');
  if (got.unchanged) throw new Error('It was not sent');
  const table = await openTable(got.path);
  t.match(table.projection, /Mercator|3857/);
  t.equal(geometriesOf(await allRows(table)).filter((one) => one !== null).length, 3);
});

t.test('a next page, or a file, at what is no address is said', async (t) => {
  for (const [href, message] of [
    ['http://[', /"http:\/\/\[" is not a web address/],
    ['file:///etc/hosts', /"file:.*" is not a web address/],
  ] as const) {
    const answers = [
      collection([1], { links: [{ rel: 'next', href }] }),
      JSON.stringify({ status: 'Completed', resultUrl: href }),
    ];
    for (const answer of answers) {
      const { get } = await served(t, (_, response) => response.end(answer));
      await t.rejects(get('/data.geojson'), { message });
    }
  }
});

t.test('a status is not continued by the file that it announces', async (t) => {
  let asked = 0;
  const { rowsAt } = await served(t, ({ headers }, response) => {
    response.setHeader('etag', '"same"');
    if (asked++ === 0) return response.end(JSON.stringify({ status: 'Pending' }));
    const text = `apn\n${numbered(20)
      .map((row) => `A-${row}\n`)
      .join('')}`;
    const from = Number(/\d+/.exec(headers.range ?? '')?.[0] ?? 0);
    response.statusCode = from > 0 ? 206 : 200;
    if (from > 0) response.setHeader('content-range', `bytes ${from}-${text.length - 1}/${text.length}`);
    response.end(text.slice(from));
  });
  t.equal((await rowsAt('/downloads/data.csv')).length, 20);
});

t.test('a service whose last page says that there is more is not read as the whole', async (t) => {
  for (const others of [{ numberMatched: 5 }, { exceededTransferLimit: true }]) {
    const { get } = await served(t, (_, response, { searchParams }) => {
      const isLast = searchParams.has('page');
      const links = isLast ? [] : [{ rel: 'next', href: '?page=1' }];
      response.end(collection(isLast ? [3, 4] : [1, 2], { ...others, links }));
    });
    await t.rejects(get('/items'), { message: /only a part of the data/ });
  }
});

t.test('a file that says that it is only a part of the data is not read as the whole', async (t) => {
  const { write } = await folderOf(t);
  const parts: [others: object, message: RegExp][] = [
    [{ exceededTransferLimit: true }, /only a part of the data: .*exceededTransferLimit/],
    [{ properties: { exceededTransferLimit: true } }, /exceededTransferLimit/],
    [{ numberMatched: 2500, numberReturned: 1000 }, /it has 1000 of 2500 rows/],
    [{ links: [{ rel: 'next', href: 'https://example.gov/?page=2' }] }, /links to a next page/],
  ];
  for (const [others, message] of parts) {
    for (const text of [
      collection([1, 2], others),
      JSON.stringify({ ...others, type: 'FeatureCollection', features: [feature(1)] }),
    ]) {
      const path = await write('part.geojson', text);
      const read = async () => allRows(await openTable(path));
      await t.rejects(read(), { message });
    }
  }
  const whole = collection([1, 2], {
    exceededTransferLimit: false,
    numberMatched: 2,
    numberReturned: 2,
    links: [{ rel: 'self', href: 'https://example.gov/' }],
  });
  t.equal((await allRows(await openTable(await write('whole.geojson', whole)))).length, 2);
});

t.test('a download that its server still prepares is waited for', async (t) => {
  const status = (value: object) => JSON.stringify(value);
  for (const before of [
    [202, ''],
    [200, status({ status: 'Pending', progressInPercent: 0 })],
    [202, status({ status: 'ExportingData' })],
  ] as const) {
    let asked = 0;
    const { rowsAt } = await served(t, (_, response) => {
      const isReady = asked++ >= 8;
      response.statusCode = isReady ? 200 : before[0];
      response.end(isReady ? 'apn\nA-1\n' : before[1]);
    });
    t.same(await rowsAt('/downloads/data.csv'), [{ apn: 'A-1' }]);
  }
  const { rowsAt } = await served(t, (_, response, { pathname }) => {
    response.end(
      pathname === '/ready.csv' ? 'apn\nA-2\n' : status({ status: 'Completed', resultUrl: '/ready.csv' }),
    );
  });
  t.same(await rowsAt('/downloads/data.csv'), [{ apn: 'A-2' }]);
});

t.test('a download that is never ready fails for now, and one that failed says so', async (t) => {
  const { get } = await served(t, (_, response, { pathname }) => {
    response.end(
      JSON.stringify(
        pathname === '/failed' ? { status: 'Failed', message: 'Export broke' } : { status: 'Pending' },
      ),
    );
  });
  await t.rejects(get('/pending'), {
    message: /is not ready: its server still prepares the file\. Try again later\.$/,
    nature: { temporary: true },
  });
  await t.rejects(get('/failed'), { message: /its server says "Export broke"/, nature: { temporary: true } });
});

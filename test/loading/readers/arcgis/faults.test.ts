import { gzipSync } from 'node:zlib';
import t from 'tap';
import { openLayer } from '../../../../src/loading/readers/arcgis/layer.ts';
import { IMPATIENT, serve } from '../local-server.ts';
import { type LayerServer, layerServer, METADATA, PATH, parcels } from './made-up-layer.ts';
import { ALL, answer, LINES, withoutPaging } from './many-parcels.ts';
import { allRows, linesOf, opened, pagesAsked } from './reading.ts';

const SOME = ALL.slice(0, 5_000);
const { maxRecordCount, advancedQueryCapabilities, ...old } = { ...METADATA, currentVersion: 10 };

/** A fault that happens the first `times` times that a page is requested. */
function first(times: number, fault: NonNullable<LayerServer['page']>): NonNullable<LayerServer['page']> {
  const met = new Map<string, number>();
  return (page, asked, response) => {
    const key = `${asked.offset} ${asked.where}`;
    const before = met.get(key) ?? 0;
    met.set(key, before + 1);
    return before < times ? fault(page, asked, response) : page;
  };
}

t.test('every row is read in spite of these faults', async (t) => {
  const cases: [name: string, server: LayerServer, most: number][] = [
    [
      'short pages that say there is more',
      {
        page: (page, { offset }) =>
          offset === 4_000 ? { ...page, features: page.features.slice(0, 123) } : page,
      },
      21,
    ],
    [
      'the last page is full and says there is more',
      { page: (page) => ({ ...page, exceededTransferLimit: page.features.length > 0 }) },
      21,
    ],
    [
      'an empty page at the end says there is more, over and over',
      { page: (page) => ({ ...page, exceededTransferLimit: true }) },
      25,
    ],
    ['pages that do not say there is more (10.3)', { page: ({ features }) => ({ features }) }, 21],
    [
      'pages are shorter than it says, and do not tell',
      { page: ({ features }) => ({ features: features.slice(0, 900) }) },
      24,
    ],
    [
      'the offset is ignored, and no page says that there is more',
      { page: (page, { where }) => (where === '1=1' ? { features: ALL.slice(0, 1_000) } : page) },
      40,
    ],
    ['500, then good', { features: SOME, page: first(1, answer(500, 'broken')) }, 10],
    [
      '429 with Retry-After, then good',
      { features: SOME, page: first(1, answer(429, '', { 'retry-after': '3600' })) },
      10,
    ],
    [
      'an error with status 200, then good',
      { features: SOME, page: first(1, () => ({ error: { code: 500, message: 'Error' } })) },
      10,
    ],
    ['HTML, then good', { features: SOME, page: first(1, answer(200, '<!DOCTYPE html><html></html>')) }, 10],
    [
      'truncated JSON, then good',
      { features: SOME, page: first(1, answer(200, '{"features":[{"attributes":{"OBJ')) },
      10,
    ],
    ['nothing, then good', { features: SOME, page: first(1, answer(200, '')) }, 10],
    ['no rows, then good', { features: SOME, page: first(1, () => ({})) }, 10],
    [
      'connections that break, then good',
      {
        features: SOME,
        page: first(1, (page, _, response) => {
          response.writeHead(200, { 'content-length': '99999999' });
          response.write(JSON.stringify(page).slice(0, 5_000), () => response.destroy());
          return null;
        }),
      },
      10,
    ],
    ['paging is not supported', { metadata: withoutPaging }, 40],
    ['nor are statistics', { metadata: withoutPaging, statistics: null }, 40],
    ['version 10.0, which names no limit', { metadata: old, page: ({ features }) => ({ features }) }, 80],
    [
      'paging is named and refused',
      {
        page: (page, { where }) =>
          where === '1=1' ? { error: { code: 400, message: 'Failed to execute query.', details: [] } } : page,
      },
      40,
    ],
    [
      'the offset is ignored',
      {
        page: (page, { where }) =>
          where === '1=1' ? { features: ALL.slice(0, 1_000), exceededTransferLimit: true } : page,
      },
      40,
    ],
    [
      'deep pages fail',
      {
        page: (page, { offset, where }) =>
          offset >= 15_000 && where === '1=1' ? { error: { code: 500 } } : page,
      },
      60,
    ],
    ['ranges that are cut off where ids are dense', { metadata: withoutPaging, features: uneven() }, 150],
  ];
  for (const [name, server, most] of cases) {
    const features = server.features ?? ALL;
    const { table, seen } = await opened(t, { ...server, features });
    const rows = await allRows(table);
    t.equal(linesOf(rows), features.map(({ attributes }) => attributes.OBJECTID).join(), name);
    t.ok(pagesAsked(seen).length <= most, `${name}: ${pagesAsked(seen).length} requests`);
    t.equal(table.share(), 1);
  }
});

/** Rows whose ids are close together at the end, after wide gaps. */
function uneven() {
  return ALL.map(({ attributes, geometry }, index) => ({
    attributes: { ...attributes, OBJECTID: index < 100 ? index * 40_000 : 8_000_000 + index },
    geometry,
  }));
}

t.test('a page that takes too long is requested in smaller ones, which grow again', async (t) => {
  for (const metadata of [METADATA, withoutPaging]) {
    let slow = true;
    const { table, seen } = await opened(
      t,
      {
        metadata,
        features: ALL,
        page: (page) => {
          if (page.features.length <= 300) slow = false;
          return slow ? null : page;
        },
      },
      { patience: { ...IMPATIENT, tries: 6, answer: 1_000 } },
    );
    t.equal(linesOf(await allRows(table)), LINES);
    if (metadata !== METADATA) continue;
    const sizes = pagesAsked(seen).map((query) => Number(query.get('resultRecordCount')));
    t.same(sizes.slice(0, 3), [1_000, 500, 250]);
    t.ok(sizes.slice(3).includes(1_000));
  }
});

t.test('slow drips, endless answers and gzip bombs are cut off, and less is requested', async (t) => {
  const bomb = gzipSync(Buffer.alloc(200_000_000, ' '));
  const faults: [name: string, fault: NonNullable<LayerServer['page']>, answer: number][] = [
    [
      'a slow drip',
      (_page, _asked, response) => {
        const drip = setInterval(() => response.write(' '), 10);
        response.on('close', () => clearInterval(drip));
        return null;
      },
      2_000,
    ],
    [
      'an endless answer',
      (_page, _asked, response) => {
        const more = () => response.destroyed || response.write(Buffer.alloc(1 << 20, ' '), more);
        more();
        return null;
      },
      30_000,
    ],
    [
      'a gzip bomb',
      (_page, _asked, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
        return null;
      },
      30_000,
    ],
  ];
  for (const [name, fault, answer] of faults) {
    const { table, seen } = await opened(
      t,
      {
        features: ALL.slice(0, 1_500),
        page: (page, asked, response) => (asked.count > 600 ? fault(page, asked, response) : page),
      },
      { patience: { ...IMPATIENT, answer } },
    );
    t.equal((await allRows(table)).length, 1_500, name);
    t.equal(pagesAsked(seen)[1]?.get('resultRecordCount'), '500', name);
  }
});

t.test('pages that stay empty are skipped, and the missing rows are noticed', async (t) => {
  const page: LayerServer['page'] = (found, { offset }) =>
    offset === 4_000 ? { features: [], exceededTransferLimit: true } : found;
  const { table } = await opened(t, { features: ALL, page });
  await t.rejects(allRows(table), { message: /gave only 19,000 of its 20,000 rows\. Try again later\.$/ });
});

t.test('faults that end the reading are explained in a sentence', async (t) => {
  const meters = {
    rings: [
      [
        [12_745_374, 656_587],
        [12_745_374, 656_687],
        [12_745_474, 656_687],
        [12_745_374, 656_587],
      ],
    ],
  };
  const cases: [name: string, server: LayerServer, message: RegExp][] = [
    [
      'coordinates in feet',
      { features: parcels(3).map(({ attributes }) => ({ attributes, geometry: meters })) },
      /sends coordinates that are not degrees, though it was asked for them \(outSR=4326\)\. Download its file instead/,
    ],
    [
      'a token is asked for in the middle',
      {
        page: (page, { offset }) => (offset > 0 ? { error: { code: 498, message: 'Invalid token.' } } : page),
      },
      /needs a token, which only its publisher gives \(Invalid token\.\)/,
    ],
    [
      'always an error',
      {
        page: () => ({ error: { code: 400, message: 'Failed to execute query.' } }),
        ids: null,
        statistics: null,
      },
      /its server says "Failed to execute query\." \(code 400\)\.$/,
    ],
    ['always 500', { page: answer(500, 'broken') }, /answers with status 500\. Try again later\.$/],
    [
      'neither paging nor object ids in ranges',
      { metadata: withoutPaging, ids: null, statistics: null },
      /cannot be read beyond row 1,000: its server gives neither the next rows nor ranges of object ids\. Ask its publisher for a file\.$/,
    ],
  ];
  for (const [name, server, message] of cases) {
    const { table, origin } = await opened(t, { features: ALL.slice(0, 3_000), ...server });
    await t.rejects(allRows(table), { message }, name);
    await t.rejects(allRows(table), { message: new RegExp(`^${origin}${PATH} `) }, name);
  }
});

t.test('a closed table reads no further', async (t) => {
  const { table } = await opened(t, { features: ALL });
  const reading = table.read();
  await reading.next();
  await table.close();
  await t.rejects(async () => {
    for await (const _ of reading);
  });
});

t.test('a redirect of the layer is followed', async (t) => {
  const { origin: real } = await serve(t, layerServer({ features: parcels(5) }));
  const { origin } = await serve(t, (request, response) => {
    response.writeHead(301, { location: `${real}${request.url}` }).end();
  });
  const table = await openLayer(`${origin}${PATH}`, { allowPrivate: true, patience: IMPATIENT });
  t.equal((await allRows(table)).length, 5);
  await table.close();
});

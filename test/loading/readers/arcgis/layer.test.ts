import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { oneAhead, openLayer } from '../../../../src/loading/readers/arcgis/layer.ts';
import { USER_AGENT } from '../../../../src/loading/readers/http.ts';
import { valuesOf } from '../../../listed.ts';
import { square } from '../../../squares.ts';
import { IMPATIENT, serve } from '../local-server.ts';
import { layerServer, METADATA, PATH, parcel, parcels } from './made-up-layer.ts';
import { ALL, LINES } from './many-parcels.ts';
import { allRows, opened, pagesAsked } from './reading.ts';

t.test('a layer describes itself', async (t) => {
  const { table, origin } = await opened(t, { features: parcels(3) });
  const { read, share, close, ...described } = table;
  t.same(described, {
    name: `${origin}${PATH}`,
    format: 'ArcGIS layer',
    columns: [
      { name: 'OBJECTID', alias: null, type: 'number', length: null, codes: null },
      { name: 'APN', alias: 'Parcel Number', type: 'text', length: 20, codes: null },
      { name: 'SOLD', alias: null, type: 'date', length: null, codes: null },
      { name: 'USE_CODE', alias: 'Use', type: 'text', length: 2, codes: { R1: 'Residential' } },
    ],
    encoding: null,
    projection: 'EPSG:32104',
    geometry: 'Polygon',
    count: 3,
    remarks: [],
    lastEdited: '2023-11-14T22:13:20.000Z',
  });
  t.equal(share(), 0);
  const rows = await allRows(table);
  t.same(valuesOf(rows, 'line'), [1, 8, 15]);
  t.same(rows[0], {
    line: 1,
    cells: { OBJECTID: 1, APN: 'APN-0', SOLD: '0000-00-00', USE_CODE: 'R1' },
    geometry: square(-96, 40, 0.0009),
  });
  t.equal(share(), 1);
});

t.test('20,000 rows are read page by page, each once and in order', async (t) => {
  const { table, seen } = await opened(t, { features: ALL });
  const shares: (number | null)[] = [];
  const lines: number[] = [];
  for await (const rows of table.read()) {
    lines.push(...rows.map(({ line }) => line));
    shares.push(table.share());
  }
  t.equal(lines.join(), LINES);
  t.same(
    shares,
    Array.from({ length: 20 }, (_, index) => (index + 1) / 20),
  );
  t.same(table.remarks, []);
  const asked = pagesAsked(seen);
  t.same(
    asked.map((query) => query.get('resultOffset')),
    Array.from({ length: 20 }, (_, index) => String(index * 1_000)),
  );
  t.same(Object.fromEntries(asked[0]!), {
    where: '1=1',
    outFields: '*',
    returnGeometry: 'true',
    outSR: '4326',
    returnTrueCurves: 'false',
    returnZ: 'false',
    returnM: 'false',
    orderByFields: 'OBJECTID',
    resultOffset: '0',
    resultRecordCount: '1000',
    f: 'json',
  });
});

t.test('only one page is fetched ahead', async (t) => {
  let fetched = 0;
  async function* source() {
    for (;;) yield ++fetched;
  }
  const values = oneAhead(source(), () => {});
  for (const value of [1, 2, 3]) {
    t.match(await values.next(), { value });
    // Nothing here waits for a timer or a socket: by now, all that would be fetched has been.
    await turn();
    t.equal(fetched, value + 1);
  }
  await values.return(undefined);
  await turn();
  t.equal(fetched, 4, 'none after the reader has stopped');
});

t.test('a reader who stops has asked for one page more than it has read', async (t) => {
  const second = Promise.withResolvers<void>();
  const { table, seen } = await opened(t, {
    features: parcels(5_000),
    page(page, { offset }) {
      if (offset === 1_000) second.resolve();
      return page;
    },
  });
  const reading = table.read();
  await reading.next();
  await second.promise;
  await reading.return(undefined);
  // A second reading comes after all that the first would still ask for.
  await allRows(table);
  t.same(
    pagesAsked(seen).map((query) => query.get('resultOffset')),
    ['0', '1000', '0', '1000', '2000', '3000', '4000'],
  );
});

t.test('the address may have more at its end', async (t) => {
  const agents = new Set<string | undefined>();
  const tokens = new Set<string | null>();
  const { origin } = await serve(t, (request, response, url) => {
    agents.add(request.headers['user-agent']);
    tokens.add(url.searchParams.get('token'));
    response.end(JSON.stringify(url.pathname === PATH ? METADATA : { count: 0, features: [] }));
  });
  const options = { allowPrivate: true, patience: IMPATIENT };
  for (const end of ['', '/', '/query', '/query/', '?f=json', '/query?where=1%3D1&f=pjson', '#top']) {
    const table = await openLayer(`${origin}${PATH}${end}`, options);
    t.equal(table.name, `${origin}${PATH}`, end);
    await table.close();
  }
  t.same([...tokens], [null]);
  const table = await openLayer(`${origin}${PATH}?token=abc`, options);
  t.equal(table.name, `${origin}${PATH}`, 'the token is not shown');
  await allRows(table);
  await table.close();
  t.same([...tokens], [null, 'abc'], 'but sent');
  t.same([...agents], [USER_AGENT]);
});

t.test('a table without geometry is read without locations', async (t) => {
  const { geometryType, extent, ...metadata } = { ...METADATA, type: 'Table' };
  const features = [{ attributes: parcel(0).attributes }];
  const { table, seen } = await opened(t, { metadata, features });
  t.match(table, { geometry: null, projection: null });
  t.match(await allRows(table), [{ line: 1, geometry: null }]);
  t.equal(pagesAsked(seen)[0]?.get('returnGeometry'), 'false');
});

t.test('an empty layer has no rows', async (t) => {
  for (const supportsPagination of [true, false]) {
    const metadata = { ...METADATA, advancedQueryCapabilities: { supportsPagination } };
    const { table } = await opened(t, { metadata, features: [] });
    t.same(await allRows(table), []);
    t.equal(table.share(), 1);
    t.same(table.remarks, []);
  }
});

t.test('rows without object ids are named by their position', async (t) => {
  const { objectIdField, ...metadata } = METADATA;
  metadata.fields = METADATA.fields.filter(({ name }) => name !== 'OBJECTID');
  const { table, seen } = await opened(t, { metadata, features: parcels(2_500) });
  t.same(
    valuesOf(await allRows(table), 'line'),
    Array.from({ length: 2_500 }, (_, index) => index + 1),
  );
  t.equal(pagesAsked(seen)[0]?.has('orderByFields'), false);
  t.same(table.remarks, ['The layer has no object ids: rows are named by their place, which may change.']);
});

t.test('rows that the address selects are the only ones read', async (t) => {
  const whole = parcels(6);
  const isSelected = ({ attributes: { OBJECTID } }: (typeof whole)[number]) => Number(OBJECTID) > 15;
  const all = layerServer({ features: whole });
  const some = layerServer({ features: whole.filter(isSelected) });
  const { origin, seen } = await serve(t, (request, response, url) => {
    const isAsked = /NAME = 'LINCOLN'/.test(url.searchParams.get('where') ?? '');
    (isAsked || url.searchParams.has('objectIds') ? some : all)(request, response, url);
  });
  for (const query of [
    '/query?where=NAME%20=%20%27LINCOLN%27&outFields=APN&returnCountOnly=true&f=html',
    '/query?where=&objectIds=22,29,36',
  ]) {
    seen.length = 0;
    const table = await openLayer(`${origin}${PATH}${query}`, { allowPrivate: true, patience: IMPATIENT });
    const rows = await allRows(table);
    await table.close();
    t.equal(table.count, 3);
    t.equal(rows.length, 3);
    t.match(table.remarks.join(), /Only the rows that the address selects \((where|objectIds)\) are read/);
    const queries = seen.filter(({ pathname }) => pathname.endsWith('/query'));
    t.ok(queries.every(({ searchParams }) => searchParams.get('f') === 'json'));
    t.equal(pagesAsked(seen)[0]?.get('outFields'), '*');
  }
  const table = await openLayer(`${origin}${PATH}/query?where=1%3D1&outFields=*&f=json`, {
    allowPrivate: true,
    patience: IMPATIENT,
  });
  t.equal((await allRows(table)).length, 6);
  t.same(table.remarks, []);
  await table.close();
});

t.test('a selection holds in ranges of object ids, too', async (t) => {
  const asked: string[] = [];
  const { origin } = await serve(
    t,
    layerServer({
      metadata: { ...METADATA, advancedQueryCapabilities: {} },
      features: parcels(3),
      page: (page, { where }) => {
        asked.push(where);
        return page;
      },
    }),
  );
  const table = await openLayer(`${origin}${PATH}?where=A%3D1%20OR%20B%3D2`, {
    allowPrivate: true,
    patience: IMPATIENT,
  });
  await allRows(table);
  await table.close();
  t.ok(asked.length > 0);
  t.ok(asked.every((where) => /^\(A=1 OR B=2\) AND \(OBJECTID >= \d+ AND OBJECTID <= \d+\)$/.test(where)));
});

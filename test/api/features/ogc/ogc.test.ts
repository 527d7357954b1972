/** The abstract tests of OGC API – Features, Part 1 (17-069r4, annex A), each asked over HTTP; and what Terrier adds to it. */
import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { valuesOf } from '../../../listed.ts';
import { checkError } from '../../../refusals.ts';
import { square } from '../../../squares.ts';

const harness = await makeHarness(t);
const LOTS = 25;
await harness.load('parcels', [
  ...Array.from({ length: LOTS }, (_, at) => ({
    county_fips: '31109',
    parcel_id: `R-${at}/1`,
    city: at % 2 ? 'LINCOLN' : 'WAVERLY',
    owner_name: at < 5 ? 'Quill Holdings LLC' : 'Ida Quill',
    year_built: 1950 + at,
    lat: 40.8 + at * 0.01,
    lon: -96.7,
    outline: square(-96.7, 40.8 + at * 0.01),
    ...(at < 10 && { sale_date: `20${10 + at}-06-15`, sale_price: 100_000 + at }),
  })),
  { county_fips: '31055', parcel_id: 'point', lat: 41.2, lon: -96 },
  { county_fips: '31055', parcel_id: 'nowhere' },
]);
const permit = { county_fips: '31109', parcel_id: 'R-1/1', contractor_name: 'Abel Roofing Inc' };
await harness.load('permits', [
  {
    ...permit,
    permit_number: 'B-1',
    filed_date: '2024-03-01',
    issued_date: '2024-04-01',
    lat: 40.81,
    lon: -96.7,
  },
  {
    ...permit,
    permit_number: 'B-2',
    issued_date: '2024-05-01',
    lat: 40.9,
    lon: -96.6,
    contractor_name: 'Quill',
  },
  { ...permit, permit_number: 'B-3', filed_date: '2024-06-01' },
]);
const { app, key } = await harness.api();
const ogc = (path: string, more: Parameters<typeof call>[3] = {}) =>
  call(app, 'GET', `/ogc${path}`, { key, ...more });

interface Link {
  href: string;
  rel: string;
  type: string;
}
const linkIn = ({ links }: { links: Link[] }, rel: string) => links.find((link) => link.rel === rel);
const pathOf = (href: string) => href.replace(/^http:\/\/[^/]+\/ogc/, '');
const numbers = (answer: Awaited<ReturnType<typeof ogc>>): string[] =>
  answer.json().features.map((one: { properties: { parcel_id: string } }) => one.properties.parcel_id);
const PARCELS = '/collections/parcels';
const ITEMS = `${PARCELS}/items`;
const PERMITS = '/collections/permits/items';
type Parameter = { name: string; in: string; schema: Record<string, unknown> };

t.test('the abstract tests of the standard', async (t) => {
  const document = (await ogc('/api')).json();
  const parameter = (name: string): Parameter =>
    document.paths[ITEMS].get.parameters.find((one: Parameter) => one.name === name);
  const tests: [name: string, test: () => Promise<unknown>][] = [
    [
      'core/root-op, root-success',
      async () => {
        const answer = await ogc('/');
        t.equal(answer.status, 200);
        for (const rel of ['service-desc', 'service-doc', 'conformance', 'data'])
          t.ok(linkIn(answer.json(), rel), rel);
      },
    ],
    [
      'core/api-definition-op, api-definition-success',
      async () => {
        const { href, type } = linkIn((await ogc('/')).json(), 'service-desc')!;
        const answer = await ogc(pathOf(href));
        t.equal(answer.headers['content-type']!.replace(/[ "]|; charset.*/g, ''), type);
        t.match(answer.json(), { openapi: /^3\.0\./, info: { title: String, version: String } });
      },
    ],
    [
      'core/conformance-op, conformance-success',
      async () => {
        const { conformsTo } = (await ogc('/conformance')).json();
        for (const name of ['core', 'geojson', 'oas30'])
          t.ok(conformsTo.includes(`http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`));
      },
    ],
    [
      'core/fc-md-op, fc-md-success, fc-md-links, fc-md-items, fc-md-extent',
      async () => {
        const answer = (await ogc('/collections')).json();
        t.equal(linkIn(answer, 'self')!.type, 'application/json');
        t.same(valuesOf(answer.collections, 'id'), ['parcels', 'sales', 'permits']);
        for (const one of answer.collections) {
          t.equal(linkIn(one, 'items')!.type, 'application/geo+json');
          t.same(one.crs, ['http://www.opengis.net/def/crs/OGC/1.3/CRS84']);
          const [west, south, east, north] = one.extent.spatial.bbox[0];
          const box = one.id === 'permits' ? [-96.7, 40.81, -96.6, 40.9] : [-96.7, 40.8, -96, 41.2];
          for (const [side, degrees] of [west, south, east, north].map((side, at) => [side, box[at]!]))
            t.ok(Math.abs(side - degrees) < 1e-6);
        }
      },
    ],
    [
      'core/sfc-md-op, sfc-md-success',
      async () => {
        const { collections } = (await ogc('/collections')).json();
        for (const one of collections) t.same((await ogc(`/collections/${one.id}`)).json(), one);
      },
    ],
    [
      'core/fc-op, fc-response, numberMatched, numberReturned',
      async () => {
        const answer = await ogc(ITEMS);
        t.match(answer.headers['content-type'], /^application\/geo\+json/);
        const { type, features, numberMatched, numberReturned } = answer.json();
        t.match(
          { type, numberMatched, numberReturned },
          { type: 'FeatureCollection', numberMatched: LOTS + 2, numberReturned: 10 },
        );
        t.equal(features.length, 10, 'the default of the API definition');
      },
    ],
    [
      'core/fc-bbox-definition',
      async () =>
        t.match(parameter('bbox'), { in: 'query', schema: { type: 'array', items: { type: 'number' } } }),
    ],
    [
      'core/fc-bbox-response',
      async () => {
        const inside = await ogc(`${ITEMS}?bbox=-96.7005,40.8095,-96.6995,40.8115&limit=100`);
        t.same(numbers(inside), ['R-1/1']);
        // The box meets the outline, and not the point.
        t.same(numbers(await ogc(`${ITEMS}?bbox=-96.6992,40.8108,-96.698,40.812`)), ['R-1/1']);
        t.same(
          numbers(await ogc(`${ITEMS}?bbox=-96.7,40.8095,0,-96.69,40.8115,99`)),
          ['R-1/1'],
          'with heights',
        );
        t.equal(
          (await ogc(`${ITEMS}?bbox=170,-90,-170,90`)).json().numberMatched,
          0,
          'across the antimeridian',
        );
        t.equal((await ogc(`${ITEMS}?bbox=-180,-90,180,90`)).json().numberMatched, LOTS + 1);
        t.equal(
          (await ogc(`/collections/sales/items?bbox=-96.71,40.8,-96.69,40.815`)).json().numberMatched,
          2,
        );
      },
    ],
    [
      'core/fc-limit-definition',
      async () =>
        t.match(parameter('limit').schema, { type: 'integer', minimum: 1, maximum: 500, default: 10 }),
    ],
    [
      'core/fc-limit-response',
      async () => {
        t.equal((await ogc(`${ITEMS}?limit=3`)).json().features.length, 3);
        const all = (await ogc(`${ITEMS}?limit=100000`)).json();
        t.equal(all.numberReturned, LOTS + 2, 'more than the maximum is the maximum');
      },
    ],
    [
      'core/fc-time-definition',
      async () => t.match(parameter('datetime'), { in: 'query', schema: { type: 'string' } }),
    ],
    [
      'core/fc-time-response',
      async () => {
        const sales = async (datetime: string) =>
          (await ogc(`/collections/sales/items?datetime=${datetime}`)).json().numberMatched;
        t.equal(await sales('2012-06-15'), 1);
        t.equal(await sales('2012-06-15T00:00:00Z'), 1);
        t.equal(await sales('2012-06-15/2014-06-15'), 3);
        t.equal(await sales('2015-01-01/..'), 5);
        t.equal(await sales('../2010-12-31'), 1);
        t.equal(await sales('/2010-12-31'), 1);
        t.equal(await sales('../..'), 10);
        t.equal((await ogc(`${ITEMS}?datetime=1990-01-01/2000-01-01`)).json().numberMatched, 0);
        t.equal((await ogc(`${ITEMS}?datetime=2000-01-01/..`)).json().numberMatched, LOTS + 2);
      },
    ],
    [
      'core/fc-links: pages are followed to the end, each feature once',
      async () => {
        const seen: string[] = [];
        let pages = 0;
        for (let path: string | null = `${ITEMS}?limit=10&county_fips=31109`; path !== null; pages++) {
          const answer = await ogc(path);
          seen.push(...numbers(answer));
          t.equal(pathOf(linkIn(answer.json(), 'self')!.href), path);
          const next = linkIn(answer.json(), 'next');
          path = next ? pathOf(next.href) : null;
        }
        t.equal(pages, 3);
        t.equal(new Set(seen).size, LOTS);
        t.equal(seen.length, LOTS);
      },
    ],
    [
      'core/f-op, f-success, f-links; geojson/content',
      async () => {
        const { features } = (await ogc(`${ITEMS}?limit=100`)).json();
        for (const one of features) {
          const answer = await ogc(`${ITEMS}/${encodeURIComponent(one.id)}`);
          const { links, ...feature } = answer.json();
          t.same(feature, one);
          t.equal(pathOf(linkIn({ links }, 'self')!.href), `${ITEMS}/${encodeURIComponent(one.id)}`);
          t.equal(pathOf(linkIn({ links }, 'collection')!.href), PARCELS);
        }
        const types = Object.groupBy(
          features,
          ({ geometry }: { geometry: { type: string } | null }) => geometry?.type ?? 'none',
        );
        t.match(types, { MultiPolygon: { length: LOTS }, Point: { length: 1 }, none: { length: 1 } });
      },
    ],
    [
      'core/query-param-invalid, query-param-unknown; core/http',
      async () => {
        const { data } = (await call(app, 'GET', '/v1/parcels/31109:R-1%2F1/permits', { key })).json();
        const placeless = data.find(({ location }: { location: unknown }) => location === null);
        const bad: [path: string, names: RegExp][] = [
          [`${ITEMS}?bbox=1,2,3`, /bbox must be four numbers/],
          [`${ITEMS}?bbox=1,2,3,4,5`, /bbox/],
          [`${ITEMS}?bbox=a,b,c,d`, /bbox/],
          [`${ITEMS}?bbox=0,91,1,92`, /bbox must have latitudes/],
          [`${ITEMS}?bbox=0,10,1,5`, /bbox must have its south below its north/],
          [`${ITEMS}?bbox=900,0,901,1`, /bbox must have longitudes/],
          [`${ITEMS}?limit=0`, /limit must be at least 1/],
          [`${ITEMS}?limit=x`, /limit/],
          [`${ITEMS}?datetime=yesterday`, /datetime must be a time/],
          [`${ITEMS}?datetime=2024-13-01`, /datetime must hold times/],
          [`${ITEMS}?datetime=2024-02-01/2024-01-01`, /datetime must begin before it ends/],
          [`${ITEMS}?cursor=x`, /cursor/],
          [`${ITEMS}?cursor=v2.x`, /cursor/],
          [`${ITEMS}?county_fips=1`, /county_fips/],
          [`${ITEMS}?color=red`, /color is not a known field/],
          [`${ITEMS}?contractor_id=x`, /contractor_id is not a known field/],
          ['/collections/permits/items?city=LINCOLN', /city is not a known field/],
          ['/collections?limit=1', /limit is not a known field/],
          ['/?a=b', /a is not a known field/],
        ];
        for (const [path, names] of bad)
          checkError(t, await ogc(path), 400, 'invalid_parameter', names, path);
        for (const path of [
          '/collections/x',
          '/collections/__proto__',
          '/collections/x/items',
          `${ITEMS}/x`,
          `${ITEMS}/31109:none`,
          '/collections/sales/items/31055:point',
          '/collections/permits/items/..%2F..',
          '/collections/permits/items/31109:R-1%2F1',
          `/collections/permits/items/${'x:'.repeat(400)}`,
          `/collections/permits/items/${encodeURIComponent(placeless.id)}`,
        ])
          checkError(t, await ogc(path), 404, 'not_found', /There is no/);
        checkError(t, await call(app, 'POST', `/ogc${ITEMS}`, { key }), 405, 'method_not_allowed');
      },
    ],
    [
      'oas30/oas-definition-1, oas-impl: every path answers',
      async () => {
        for (const path of Object.keys(document.paths)) {
          const id = path.includes('permits') ? (await ogc(PERMITS)).json().features[0].id : '31109:R-1/1';
          const asked = path.replace('{featureId}', encodeURIComponent(id));
          t.equal((await ogc(asked)).status, 200, path);
        }
      },
    ],
  ];
  for (const [name, test] of tests) {
    t.comment(name);
    await test();
  }
});

t.test('properties filter, as they do in a search', async (t) => {
  const cases: [query: string, count: number][] = [
    ['county_fips=31055', 2],
    ['state_fips=31', LOTS + 2],
    ['city=LINCOLN', 12],
    ['entity_type=llc', 5],
    ['year_built=1951', 1],
    ['parcel_id=R-3%2F1', 1],
    ['entity_type=llc&city=WAVERLY', 3],
    ['absentee_owner=true', 0],
  ];
  for (const [query, count] of cases)
    t.equal((await ogc(`${ITEMS}?${query}`)).json().numberMatched, count, query);
});

t.test('permits are features where their publisher gives a place', async (t) => {
  const numbersOf = async (query: string) =>
    (await ogc(`${PERMITS}${query}`))
      .json()
      .features.map(({ properties }: { properties: { permit_number: string } }) => properties.permit_number)
      .sort();
  const [one] = (await ogc(`${PERMITS}?bbox=-96.71,40.8,-96.69,40.82`)).json().features;
  t.match(one, {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-96.7, 40.81] },
    properties: { permit_number: 'B-1', parcel_id: 'R-1/1' },
  });
  t.notOk('location' in one.properties, 'the geometry says it');
  const cases: [query: string, found: string[]][] = [
    ['', ['B-1', 'B-2']],
    ['?bbox=-97,40,-96,41', ['B-1', 'B-2']],
    ['?datetime=2024-03-01', ['B-1']],
    ['?datetime=2024-04-01/..', ['B-2']],
    ['?county_fips=31055', []],
    [`?contractor_id=${one.properties.contractor_id}`, ['B-1']],
  ];
  for (const [query, found] of cases) t.same(await numbersOf(query), found, query);
  const first = (await ogc(`${PERMITS}?limit=1`)).json();
  t.equal(first.numberMatched, 2);
  const next = (await ogc(pathOf(linkIn(first, 'next')!.href))).json();
  t.notSame(next.features, first.features);
  t.notOk(linkIn(next, 'next'));
  const { links, ...feature } = (await ogc(`${PERMITS}/${encodeURIComponent(one.id)}`)).json();
  t.same(feature, one);
  t.ok(linkIn({ links }, 'collection'));
  const { paths } = (await ogc('/api')).json();
  const named = (path: string) => paths[path].get.parameters.map(({ name }: Parameter) => name);
  t.same(named(PERMITS), ['bbox', 'datetime', 'limit', 'cursor', 'county_fips', 'contractor_id']);
  t.notOk(named(ITEMS).includes('contractor_id'));
});

t.test('the landing page is a page for a browser', async (t) => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const answer = await ogc('/', { headers: { accept, host: 'a"><script>' } });
  t.match(answer.headers['content-type'], /^text\/html/);
  t.match(answer.text, /<a href="http:\/\/[^"]*\/ogc\/collections">The collections<\/a>/);
  t.notMatch(answer.text, /<script/);
  t.match(answer.headers.vary, /Accept\b/);
});

t.test('a key is optional, and pages cost a lookup each as elsewhere', async (t) => {
  const pro = await harness.key({ tier: 'pro' });
  const used = async () => (await call(app, 'GET', '/api/v1/usage', { key: pro })).json().month.used;
  for (const path of [
    '/',
    '/api',
    '/conformance',
    `${ITEMS}?limit=1`,
    `${ITEMS}/31109%3AR-1%2F1`,
    `${ITEMS}/x`,
  ])
    await ogc(path, { key: pro });
  t.equal(await used(), 2);
  const free = await call(app, 'GET', `/ogc${ITEMS}`);
  t.equal(free.status, 200);
  t.ok(free.headers['x-ratelimit-limit']);
  checkError(t, await ogc(ITEMS, { key: 'nonsense' }), 401, 'invalid_key');
  const { headers } = await ogc(ITEMS);
  t.equal((await ogc(ITEMS, { headers: { 'if-none-match': headers.etag! } })).status, 304);
});

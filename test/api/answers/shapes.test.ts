import { check } from '@placemarkio/check-geojson';
import t from 'tap';
import { demoDeeds, demoParcels } from '../../../src/loading/demo/generate.ts';
import { call, EVERYWHERE, makeHarness } from '../../helper.ts';
import { valuesOf } from '../../listed.ts';

const SHARE = 120;
const parcels = [...demoParcels()].filter((_, n) => n % SHARE === 0) as object[] as Record<string, unknown>[];
const chosen = new Set(parcels.map(({ county_fips, parcel_id }) => `${county_fips}:${parcel_id}`));

const harness = await makeHarness(t);
// One flip's parcel is not loaded, and one has no location.
await harness.load('parcels', [
  ...parcels,
  {
    county_fips: '31109',
    parcel_id: 'nowhere',
    absentee_owner: true,
    owner_name: 'WREN ADA',
    mailing_address: '9 Far Rd',
    mailing_state: 'NV',
    total_assessed_value: 9e9,
  },
]);
await harness.load(
  'deeds',
  [...demoDeeds()].filter(({ county_fips, parcel_id }) =>
    chosen.has(`${county_fips}:${parcel_id}`),
  ) as object[] as Record<string, unknown>[],
);
const sale = { county_fips: '31109', parcel_id: 'not loaded', document_type: 'Warranty Deed' };
await harness.load('deeds', [
  {
    ...sale,
    record_id: '1',
    sale_date: '2026-05-01',
    sale_price_usd: 100_000,
    grantor: 'ELM ADA',
    grantee: 'OAK BEN',
  },
  {
    ...sale,
    record_id: '2',
    sale_date: '2026-09-09',
    sale_price_usd: 150_000,
    grantor: 'OAK BEN',
    grantee: 'FIR CAL',
  },
]);
const { app, key } = await harness.api({ tier: 'license' });

const GEO = { accept: 'application/geo+json' };
// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Json = any;
const ask = (path: string, headers: Record<string, string> = {}, body?: object) =>
  call(app, body ? 'POST' : 'GET', `/api/v1${path}`, { key, headers, ...(body ? { body } : {}) });

const PARCEL_ROUTES: [string, string, object?][] = [
  ['search', '/search', { bounds: EVERYWHERE, sort: 'assessed_value', limit: 20 }],
  ['absentee', '/deals/absentee?limit=20'],
  ['properties of an owner', '/owners/WREN%20ADA/properties'],
  ['entities', '/deals/entities?state_fips=31&limit=20'],
];

for (const [name, path, body] of PARCEL_ROUTES) {
  t.test(`${name} as GeoJSON has the same page, as features`, async (t) => {
    const plain = (await ask(path, {}, body)).json();
    const answer = await ask(path, GEO, body);
    t.equal(answer.status, 200);
    t.equal(answer.headers['content-type'], 'application/geo+json; charset=utf-8');
    t.match(answer.headers.vary, /accept/i);
    const collection: Json = check(answer.text);
    t.equal(collection.type, 'FeatureCollection');
    const { data, ...envelope } = plain;
    t.match(collection, envelope, 'with its envelope');
    t.ok(data.length > 0);
    t.same(
      collection.features,
      data.map((row: Json) => ({
        type: 'Feature',
        id: row.id,
        geometry: row.location && { type: 'Point', coordinates: [row.location.lon, row.location.lat] },
        properties: row,
      })),
    );
  });
}

t.test('one parcel as GeoJSON is a feature with an ETag of its own', async (t) => {
  for (const id of [[...chosen][0]!, '31109:nowhere']) {
    const path = `/parcels/${encodeURIComponent(id)}`;
    const plain = await ask(path);
    const answer = await ask(path, GEO);
    t.equal(answer.headers['content-type'], 'application/geo+json; charset=utf-8');
    const { location } = plain.json();
    const geometry = location && { type: 'Point', coordinates: [location.lon, location.lat] };
    t.same(check(answer.text), { type: 'Feature', id, geometry, properties: plain.json() } as Json);
    for (const { headers } of [plain, answer]) t.match(headers.vary, /accept/i);
    const [one, other] = [String(plain.headers.etag), String(answer.headers.etag)];
    t.not(one, other);
    t.equal((await ask(path, { ...GEO, 'if-none-match': other })).status, 304);
    t.equal((await ask(path, { ...GEO, 'if-none-match': one })).status, 200);
    t.equal((await ask(path, { 'if-none-match': one })).status, 304);
    const part: Json = check((await ask(`${path}?fields=owner_name,id`, GEO)).text);
    t.same(Object.keys(part.properties), ['id', 'owner_name']);
    t.same(part.geometry, geometry);
  }
  t.equal((await ask('/parcels/31109:nobody', GEO)).status, 404);
  const owner = await ask(`/parcels/${encodeURIComponent([...chosen][0]!)}/owner`, GEO);
  t.equal(owner.headers['content-type'], 'application/json; charset=utf-8', 'its owner has no place');
});

t.test('a ranking of entities is always JSON', async (t) => {
  const answer = await ask('/deals/entities?top=true', GEO);
  t.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  t.ok(answer.json().summary);
});

t.test('flips as GeoJSON are located at their parcels', async (t) => {
  const plain = (await ask('/deals/flips?limit=500')).json();
  const answer = await ask('/deals/flips?limit=500', GEO);
  t.equal(answer.headers['content-type'], 'application/geo+json; charset=utf-8');
  const collection: Json = check(answer.text);
  t.same(valuesOf(collection.features, 'properties'), plain.data);
  t.equal(collection.total, plain.total);
  for (const { geometry, properties } of collection.features) {
    const id = `${properties.county_fips}:${properties.parcel_id}`;
    if (properties.parcel_id === 'not loaded') t.equal(geometry, null, 'a parcel that is not loaded');
    else {
      const { location } = (await ask(`/parcels/${encodeURIComponent(id)}`)).json();
      t.same(geometry?.coordinates, location && [location.lon, location.lat], id);
    }
  }
  t.ok(collection.features.some(({ geometry }: Json) => geometry === null));
  t.ok(collection.features.some(({ geometry }: Json) => geometry !== null));
  const none = await ask('/deals/flips?min_profit=99999999999', GEO);
  t.same(check(none.text), {
    type: 'FeatureCollection',
    features: [],
    total: 0,
    limit: 100,
    offset: 0,
  } as Json);
  const ranking = await ask('/deals/flips?view=flippers', GEO);
  t.equal(ranking.headers['content-type'], 'application/json; charset=utf-8', 'flippers are not places');
});

t.test('only callers who prefer GeoJSON get it', async (t) => {
  const JSON_TYPE = 'application/json; charset=utf-8';
  const GEO_TYPE = 'application/geo+json; charset=utf-8';
  const cases: [string, string][] = [
    ['*/*', JSON_TYPE],
    ['application/*', JSON_TYPE],
    ['application/json', JSON_TYPE],
    ['text/html', JSON_TYPE],
    ['application/geo+json, application/json', GEO_TYPE],
    ['application/json, application/geo+json', JSON_TYPE],
    ['application/json;q=0.5, application/geo+json', GEO_TYPE],
    ['application/geo+json;q=0.1, */*', JSON_TYPE],
    ['application/geo+json;q=0', JSON_TYPE],
    ['APPLICATION/GEO+JSON', GEO_TYPE],
    ['application/geo+json; charset=utf-8', GEO_TYPE],
    ['', JSON_TYPE],
    ['application/geo+json;q=none', JSON_TYPE],
    ['application/json;q=0.5, application/geo+json;q=0.6', GEO_TYPE],
    ['application/geo+json, */*', GEO_TYPE],
    ['*/*, application/geo+json', GEO_TYPE],
    ['application/*;q=0.9, application/json;q=0.1', GEO_TYPE],
    ['application/*;q=0.9, application/geo+json;q=0.1', JSON_TYPE],
    ['application/geo+json;profile="a,b;q=0";q=0.5, */*;q=0.1', GEO_TYPE],
    ['text/x;a="\\", application/geo+json", application/json', JSON_TYPE],
    [`application/geo+json,"${',""'.repeat(25_000)}`, GEO_TYPE],
  ];
  for (const [accept, type] of cases) {
    const answer = await ask('/deals/absentee?limit=1', { accept });
    t.equal(answer.headers['content-type'], type, accept.slice(0, 50));
  }
  const elsewhere = await ask('/deals/contractors', GEO);
  t.equal(elsewhere.headers['content-type'], JSON_TYPE, 'a route without places');
});

t.test('a walk by cursor has the same pages as GeoJSON', async (t) => {
  const first: Json = check((await ask('/deals/absentee?limit=5&cursor=*', GEO)).text);
  const second: Json = check((await ask(`/deals/absentee?limit=5&cursor=${first.next_cursor}`, GEO)).text);
  t.equal(second.offset, 5);
  const plain = (await ask('/deals/absentee?limit=10')).json();
  const ids = [...first.features, ...second.features].map(({ id }: Json) => id);
  t.same(ids, valuesOf(plain.data, 'id'));
});

const SOME = ['total_assessed_value', 'id', 'location'];
const part = (row: Json) => ({
  id: row.id,
  location: row.location,
  total_assessed_value: row.total_assessed_value,
});

t.test('fields selects fields, in the order of the record', async (t) => {
  const id = encodeURIComponent([...chosen][0]!);
  const whole = (await ask(`/parcels/${id}`)).json();
  const one = await ask(`/parcels/${id}?fields=${SOME}`);
  t.equal(one.text, JSON.stringify(part(whole)));
  for (const [name, path, body] of PARCEL_ROUTES) {
    const plain = (await ask(path, {}, body)).json();
    const short = body
      ? await ask(path, {}, { ...body, fields: SOME })
      : await ask(`${path}${path.includes('?') ? '&' : '?'}fields=${SOME}`);
    t.equal(short.text, JSON.stringify({ ...plain, data: plain.data.map(part) }), name);
  }
  const geo = await ask('/search', GEO, { bounds: EVERYWHERE, fields: ['owner_name'], limit: 3 });
  const { features }: Json = check(geo.text);
  t.same(Object.keys(features[0].properties), ['owner_name']);
  t.ok(features[0].geometry, 'the place is there all the same');
  t.ok(features[0].id);
  const every = Object.keys(whole);
  const all = await ask('/search', {}, { bounds: EVERYWHERE, fields: every, limit: 3 });
  t.equal(all.text, (await ask('/search', {}, { bounds: EVERYWHERE, limit: 3 })).text);
});

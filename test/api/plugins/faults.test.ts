import t from 'tap';
import { ZONING_CATEGORIES } from '../../../src/domain/zoning-category.ts';
import { call, EVERYWHERE, makeHarness } from '../../helper.ts';
import { each, valuesOf } from '../../listed.ts';

const harness = await makeHarness(t);
await harness.load('parcels', [{ county_fips: '31109', parcel_id: 'A-1', owner_name: 'Ida Quill' }]);
const { app, key } = await harness.api({ tier: 'license' });

interface Told {
  error: string;
  errors: { field: string; message: string }[];
}

/** The error of a bad request. */
async function told(path: string, body?: unknown): Promise<Told> {
  const options = { key, headers: { 'content-type': 'application/json' }, body };
  const answer = await call(app, body === undefined ? 'GET' : 'POST', `/api/v1${path}`, options);
  if (answer.status !== 400) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
  return answer.json();
}
const search = (changes: object) => told('/search', { bounds: EVERYWHERE, ...changes });

t.test('a field that may be null is told once, by its other rule', async (t) => {
  const given = { address: 'x'.repeat(201), zip: 68508, county_fips: '1' };
  t.same((await told('/parcels/match', { rows: [given] })).errors, [
    { field: 'rows.0.address', message: 'must have at most 200 characters' },
    { field: 'rows.0.zip', message: 'must be a string: write "68508"' },
    { field: 'rows.0.county_fips', message: 'must be a 5-digit county FIPS code' },
  ]);
});

t.test('every fault of a request is reported, the first in a sentence', async (t) => {
  const wrong = await search({
    bounds: { ...EVERYWHERE, north: '50', up: 1 },
    filters: { ownerTypes: ['llc', 'person'], yearBuiltRange: { min: 1.5 } },
    order: 'down',
    limit: 0,
  });
  t.equal(wrong.error, 'bounds.up is not a known field');
  t.same(wrong.errors, [
    { field: 'bounds.up', message: 'is not a known field' },
    { field: 'bounds.north', message: 'must be a number: write 50' },
    {
      field: 'filters.ownerTypes.1',
      message: 'must be one of individual, corporation, llc, trust, government, other',
    },
    { field: 'filters.yearBuiltRange.min', message: 'must be a whole number' },
    { field: 'order', message: 'must be one of asc, desc' },
    { field: 'limit', message: 'must be at least 1' },
  ]);
  const query = await told('/market/counties?limit=0x10&offset=-1&order=up&page=2');
  t.same(query.errors, [
    { field: 'page', message: 'is not a known field' },
    { field: 'order', message: 'must be one of asc, desc' },
    { field: 'offset', message: 'must be at least 0' },
    { field: 'limit', message: 'must be a decimal number' },
  ]);
  const area = await told('/deals/absentee?county_fips=99999&state_fips=99');
  t.same(area.errors, [
    { field: 'county_fips', message: 'must be the FIPS code of a county' },
    { field: 'state_fips', message: 'must be the FIPS code of a state' },
  ]);
  const whole = await told('/search', []);
  t.same(whole, {
    ...whole,
    error: 'The body must be an object',
    errors: [{ field: 'body', message: 'must be an object' }],
  });
});

t.test('a missing choice is one fault, before the others', async (t) => {
  const message =
    'exactly one of bounds, within, near is required, or filters with at least one of countyFips, stateFips, zip, ' +
    'ownerId, ids, updatedSince';
  const none = await told('/search', { limit: 0 });
  t.equal(none.error, message);
  t.same(none.errors, [
    { field: 'body', message },
    { field: 'limit', message: 'must be at least 1' },
  ]);
  const { errors } = await search({ near: { lat: 1, lon: 1, meters: 1 } });
  t.same(errors, [{ field: 'body', message }]);
  const kind = await told('/search', { within: { type: 'Point', coordinates: [1, 2] } });
  t.same(kind.errors, [{ field: 'within.type', message: 'must be one of Polygon, MultiPolygon' }]);
  const untold = await told('/search', { within: {} });
  t.same(untold.errors, [{ field: 'within.type', message: 'is required' }]);
});

t.test('the faults of a search in a parameter are reported by their path', async (t) => {
  const asked = encodeURIComponent(JSON.stringify({ bounds: { north: 1 }, sort: 'acreage' }));
  const { errors } = await told(`/search/export?search=${asked}`);
  t.same(valuesOf(errors, 'field'), [
    'search.sort',
    'search.bounds.south',
    'search.bounds.east',
    'search.bounds.west',
  ]);
  t.same((await told('/search/export?search=[]')).errors, [
    { field: 'search', message: 'must be an object' },
  ]);
});

t.test('a message lists the values allowed, or the first of a long list', async (t) => {
  const zoning = await search({ filters: { zoningCategories: ['castle'] } });
  t.equal(
    zoning.error,
    `filters.zoningCategories.0 must be one of ${ZONING_CATEGORIES.join(', ')}`,
    'words, not the pattern behind them',
  );
  const field = await search({ fields: ['adress'] });
  t.match(
    field.error,
    /^fields\.0 must be one of id, county_fips, .*, … \(\d+ in all\); did you mean address\?$/,
  );
  t.ok(field.error.length < 200, `${field.error.length} characters`);
});

t.test('a fault says what to write instead', async (t) => {
  const cases: [path: string, error: string | RegExp][] = [
    ['/deals/absentee?state_fips=NE', 'state_fips must be a 2-digit state FIPS code: write 31'],
    ['/deals/absentee?state_fips=nebraska', 'state_fips must be a 2-digit state FIPS code: write 31'],
    ['/deals/absentee?state_fips=%2031', 'state_fips must be a 2-digit state FIPS code: write 31'],
    ['/deals/absentee?state_fips=031', 'state_fips must be a 2-digit state FIPS code'],
    ['/deals/absentee?county_fips=109', 'county_fips must be a 5-digit county FIPS code'],
    ['/deals/absentee?state=NE', 'state is not a known field; did you mean state_fips?'],
    ['/deals/absentee?county_fips=31109&county_fips=31055', 'county_fips must be given once'],
    ['/deals/absentee?limit=1&limit=2', 'limit must be given once'],
    ['/deals/absentee?out_of_state=true&out_of_state=true', 'out_of_state must be given once'],
    ['/deals/absentee?fields=id&fields=address', 'fields must be given once: write id,address'],
    ['/deals/absentee?fields=id,%20address', /^fields must be names of fields, .* blanks: write id,address$/],
    ['/deals/absentee?fields=ID', /^fields must be .*: write id$/],
    ['/deals/absentee?fields=id,adress', /^fields holds adress, .*; did you mean address\?$/],
    ['/deals/absentee?limt=5', 'limt is not a known field; did you mean limit?'],
    ['/deals/contractors?state=31', 'state must be a 2-letter state abbreviation: write NE'],
    ['/deals/contractors?state=North%20Carolina', 'state must be a 2-letter state abbreviation: write NC'],
    ['/market/trends?county_fips=31109,%2031055', /^county_fips must be 5-digit .*: write 31109,31055$/],
    [
      '/market/trends?county_fips=31109&county_fips=31055',
      /^county_fips must be given once: write 31109,31055$/,
    ],
    ['/market/counties?quarter=2025q4', 'quarter must be a year and a quarter such as 2025Q4: write 2025Q4'],
    ['/market/counties?sort=median_prize', /^sort must be one of sale_.*; did you mean median_price\?$/],
    ['/market/counties?sort=median_price&sort=median_price', 'sort must be given once'],
    ['/market/counties?order=DESC', 'order must be one of asc, desc; did you mean desc?'],
    ['/deals/absentee?out_of_state=True', 'out_of_state must be true or false: write true'],
    ['/deals/absentee?out_of_state=yes', 'out_of_state must be true or false'],
    ['/deals/absentee?limit=ten', 'limit must be a whole number'],
    ['/deals/absentee?limit=501', 'limit must be at most 500'],
    ['/owners/search?q=', 'q must not be empty'],
    ['/events?since=2026-01-31', 'since must be a time with a zone, such as 2026-01-31T12:00:00Z'],
    [
      '/events?since=2026-01-31T12:00:00+01:00',
      'since must be a time with a zone, such as 2026-01-31T12:00:00Z; write + as %2B',
    ],
    ['/events?since=2026-01-31T12:00:00%2B01:00&limit=x', 'limit must be a whole number'],
  ];
  for (const [path, error] of cases) {
    const found = (await told(path)).error;
    if (typeof error === 'string') t.equal(found, error, path);
    else t.match(found, error, path);
  }
});

t.test('a fault in a body says how to write its JSON', async (t) => {
  const bounds = EVERYWHERE;
  const cases: [body: object, error: string][] = [
    [{ bounds, limit: '10' }, 'limit must be a whole number: write 10'],
    [{ bounds, limit: 'ten' }, 'limit must be a whole number'],
    [{ bounds, touches: 'True' }, 'touches must be true or false: write true'],
    [{ bounds, filters: { city: 5 } }, 'filters.city must be a string: write "5"'],
    [{ bounds, filters: { ownerTypes: 'llc' } }, 'filters.ownerTypes must be an array'],
    [
      { bounds, filters: { permitSince: '1/31/2026' } },
      'filters.permitSince must be a day, such as 2026-01-31',
    ],
    [{ bounds, fields: [] }, 'fields must not be empty'],
    [{ bounds, fields: ['id', 'id'] }, 'fields must not have the same item twice'],
  ];
  for (const [body, error] of cases) t.equal((await told('/search', body)).error, error);
});

/** The most that the body of a search may have, in bytes. */
const MOST = 128 << 10;
/** As many copies of a value in a list as a body may have. */
const full = (value: unknown) =>
  Array(Math.floor((MOST - 1_000) / (JSON.stringify(value).length + 1))).fill(value);
const distinct = (count: number) => Array.from({ length: count }, (_, at) => `k${at}`);

t.test('for the longest body that is wrong everywhere, at most 20 faults are reported', async (t) => {
  const bodies: [what: string, path: string, body: object][] = [
    ['numbers as ids', '/parcels/batch', { ids: full(1) }],
    ['empty objects as ids', '/parcels/batch', { ids: full({}) }],
    ['different names of fields', '/search', { bounds: EVERYWHERE, fields: distinct(13_000) }],
    ['objects as fields', '/search', { bounds: EVERYWHERE, fields: Array(9_900).fill({ a: [1] }) }],
    ['unknown keys', '/search', Object.fromEntries(distinct(9_900).map((name) => [name, 1]))],
    ['unknown filters', '/search', { filters: Object.fromEntries(distinct(9_900).map((name) => [name, 1])) }],
    ['unknown zonings', '/search', { bounds: EVERYWHERE, filters: { zoningCategories: full('x') } }],
    ['one long', '/search', { bounds: EVERYWHERE, filters: { zoningCategories: ['r'.repeat(MOST - 500)] } }],
    ['a long word', '/search', { bounds: EVERYWHERE, sort: 'x'.repeat(MOST - 500) }],
    ['positions of text', '/search', { within: { type: 'Polygon', coordinates: [full(['a', 'b'])] } }],
    ['a few rings in rings', '/search', { within: { type: 'MultiPolygon', coordinates: full([[[]]]) } }],
    ['just under what is looked through', '/search', { bounds: EVERYWHERE, fields: distinct(3_900) }],
    ['objects just under that', '/search', { bounds: EVERYWHERE, fields: Array(1_300).fill({ a: [1] }) }],
  ];
  for (const [what, path, body] of bodies) {
    // Comparing each pair of 13,000 would take longer than a test may.
    const { error, errors } = await told(path, body);
    t.ok(errors.length >= 1 && errors.length <= 20, `${what}: ${errors.length} faults`);
    t.ok(error.length < 300, `${what}: ${error.slice(0, 100)}`);
  }
});

t.test('a path that ends in a slash names the same route', async (t) => {
  const ask = (url: string, headers = {}) => call(app, 'GET', url, { key, headers });
  for (const path of each(
    '/parcels/31109:A-1 /parcels/31109:A-1/deeds /coverage /owners/Ida%20Quill /usage',
  )) {
    for (const prefix of ['/api/v1', '/v1']) {
      const plain = await ask(`${prefix}${path}`);
      const slash = await ask(`${prefix}${path}/`);
      t.equal(slash.status, 200, `${prefix}${path}/`);
      t.equal(slash.text, plain.text);
      t.equal(slash.headers.etag, plain.headers.etag, 'the same question has the same tag');
      if (plain.headers.etag === undefined) continue;
      t.equal((await ask(`${prefix}${path}/`, { 'if-none-match': String(plain.headers.etag) })).status, 304);
    }
  }
  t.equal((await ask('/api/v1/coverage/?state=NE')).text, (await ask('/api/v1/coverage?state=NE')).text);
  t.equal((await ask('/api/v1/coverage/?stat=NE')).status, 400);
  t.equal((await call(app, 'POST', '/v1/search/', { key, body: { bounds: EVERYWHERE } })).status, 200);
  const refused = await call(app, 'DELETE', '/v1/search/', { key });
  t.equal(refused.status, 405);
  t.equal(refused.headers.allow, 'POST');
  for (const page of ['/', '/map/', '/docs/', '/docs/errors/', '/openapi.json/', '/livez/']) {
    t.equal((await ask(page)).status, 200, page);
  }
  for (const nowhere of ['/api/v1/coverage//', '/api/v1//coverage', '/api/v1/nowhere/', '/api/v1/parcels/']) {
    t.equal((await ask(nowhere)).status, 404, nowhere);
  }
});

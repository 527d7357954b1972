import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import t from 'tap';
import manifest from '../../../package.json' with { type: 'json' };
import { call, EVERYWHERE, makeHarness } from '../../helper.ts';
import { valuesOf } from '../../listed.ts';
import { whole } from '../../openapi.ts';
import { square } from '../../squares.ts';
import { OPERATIONS } from './operations.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at any depth
type Json = any;

const harness = await makeHarness(t);
const FULL = {
  county_fips: '31109',
  parcel_id: '01-09-109',
  street: '1200 N Oak St Apt 4',
  city: 'Lincoln',
  zip: '68508',
  location: { lat: 40.8136, lon: -96.7026 },
  outline: square(-96.703, 40.813),
  owner_name: 'Oak Street Holdings LLC',
  mailing_address: '9 Pier Rd, Reno, NV 89501',
  total_assessed_value: 265_000.5,
  land_value: 60_000,
  improvement_value: 205_000,
  land_use: 'Single Family',
  zoning: 'R-4',
  acreage: 0.21,
  year_built: 1964,
  bathrooms: 1.5,
  sale_price: 241_000,
  sale_date: '2009-06-14',
  source: 'made-up',
  source_date: '2025-01-02',
};
const PLACE = { county_fips: FULL.county_fips, parcel_id: FULL.parcel_id };
await harness.load('parcels', [FULL, { county_fips: '02016', parcel_id: 'bare' }]);
await harness.load('deeds', [
  { ...PLACE, document_number: '1', sale_date: '2015-05-05', sale_price_usd: 250_000, document_type: 'WD' },
  { ...PLACE, document_number: '2' },
  { ...PLACE, document_number: '3', sale_date: '2016-05-05', sale_price_usd: 300_000, grantee: 'WREN LLC' },
  { ...PLACE, document_number: '4', sale_date: '2016-11-05', sale_price_usd: 340_000, grantor: 'Wren, LLC' },
]);
await harness.load('permits', [
  { ...PLACE, permit_number: '1', permit_status: 'COMPLETE', filed_date: '2020-01-02', estimated_cost: 9.5 },
  { ...PLACE, permit_number: '2', location: { lat: 40.8, lon: -96.7 }, contractor_name: 'ALDERS ROOFING' },
]);
await harness.load('risks', [
  { county_fips: FULL.county_fips, overall_score: 3, flood_score: 41.2, wildfire_score: 0, crime_score: 100 },
  { county_fips: FULL.county_fips, source: 'air', median_aqi: 38, unhealthy_days: 4, as_of: '2025' },
]);
const { app, key } = await harness.api();
const answer = await call(app, 'GET', '/openapi.json');
const document: Json = answer.json();

/** With references resolved, except those to Error. */
const paths = whole(document, document.paths, ['#/components/schemas/Error']);
const documented: [string, Json][] = Object.entries<Json>(paths).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([method, operation]): [string, Json] => [`${method} ${path}`, operation]),
);
const operationOf = (name: string): Json => documented.find(([other]) => other === name)?.[1];

/** Validates against the schemas of the document. */
const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema({ $id: 'document', ...document });
const compiled = new Map<string, ValidateFunction>();
function problems(schema: Json, value: unknown): string {
  const resolved = JSON.stringify(schema).replaceAll('"#/', '"document#/');
  const validate = compiled.get(resolved) ?? ajv.compile(JSON.parse(resolved));
  compiled.set(resolved, validate);
  return validate(value) ? '' : ajv.errorsText(validate.errors);
}

/** The schema, with no keys allowed that it does not name. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== 'object') return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  return 'properties' in schema ? { ...copy, additionalProperties: false } : copy;
}

const schemaOf = (operation: Json, status: number): Json =>
  Object.values<Json>(operation.responses[status].content)[0].schema;

/** Sends `asked` to the operation of this name. */
function ask(name: string, asked: Json, caller: string | undefined = key) {
  const [method, path] = name.split(' ') as [string, string];
  if (method === 'post') return call(app, 'POST', path, { key: caller, body: asked });
  const url = /\{\w+\}/.test(path) ? path.replace(/\{\w+\}/, encodeURIComponent(asked)) : path + asked;
  return call(app, 'GET', url, { key: caller });
}

t.test('the document has the version of package.json', async (t) => {
  t.equal(answer.status, 200);
  t.match(answer.headers['content-type'], /^application\/json/);
  t.equal(document.openapi, '3.1.0');
  t.equal(document.info.version, manifest.version);
  t.equal((await call(app, 'GET', '/openapi.json')).text, answer.text, 'the same each time');
});

t.test('every route is listed with its statuses and whether it needs a key', async (t) => {
  t.same(documented.map(([name]) => name).sort(), Object.keys(OPERATIONS).sort());
  for (const [name, { statuses, auth }] of Object.entries(OPERATIONS)) {
    const operation = operationOf(name);
    t.same(Object.keys(operation.responses).map(Number), [...statuses].sort(), `statuses of ${name}`);
    // What each operation requires of a key is in test/api/features/keys/rights.test.ts.
    const security = operation.security.map((way: Json) => Object.keys(way));
    t.same(security, { open: [], optional: [[], ['bearer']], key: [['bearer']] }[auth], `key of ${name}`);
    for (const status of statuses.filter((status) => status >= 400)) {
      const wanted = {
        description: /./,
        headers: { 'X-Request-Id': {}, ...([409, 429, 503].includes(status) && { 'Retry-After': {} }) },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      };
      t.match(operation.responses[status], wanted, `${status} of ${name}`);
    }
    const window = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
    const limits = [...window, ...window.map((header) => `${header}-Month`)];
    const counted = auth !== 'open' && name !== 'get /api/v1/usage';
    const done = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
    for (const status of counted ? [...done, '429'] : []) {
      const told = Object.keys(operation.responses[status].headers ?? {});
      t.same(
        told.filter((header) => header.startsWith('X-RateLimit')),
        limits,
        `${status} of ${name}`,
      );
    }
    if (auth === 'optional') {
      const names = [...limits, 'RateLimit-Policy', 'RateLimit', 'ETag', 'Cache-Control', 'X-Request-Id'];
      t.same(Object.keys(operation.responses[200].headers), names, `headers of ${name}`);
    }
  }
});

t.test('every operation has a summary, a known tag and its own id', async (t) => {
  const tags = document.tags.map((tag: Json) => tag.name);
  const ids = new Set(documented.map(([, operation]) => operation.operationId));
  t.equal(ids.size, documented.length, 'ids are unique');
  for (const [name, operation] of documented) {
    t.ok(operation.summary, `summary of ${name}`);
    t.equal(operation.tags.length, 1, `tag of ${name}`);
    t.ok(tags.includes(operation.tags[0]), `${operation.tags[0]} is a known tag`);
    const inPath = (operation.parameters ?? []).filter((parameter: Json) => parameter.in === 'path');
    const expected = [...name.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    t.same(valuesOf(inPath, 'name'), expected, `path parameters of ${name}`);
  }
});

t.test('a search requires one of bounds, within and near, or filters that replace them', async (t) => {
  const { schema } = operationOf('post /api/v1/search').requestBody.content['application/json'];
  t.notOk(schema.required, 'no single field');
  t.same(
    valuesOf(schema.oneOf, 'required'),
    [['bounds'], ['within'], ['near'], ['filters']],
    'but one of those that say where',
  );
  const places = ['countyFips', 'stateFips', 'zip', 'ownerId', 'ids', 'updatedSince'];
  t.same(
    valuesOf(schema.oneOf[3].properties.filters.anyOf, 'required'),
    places.map((name) => [name]),
    'filters that choose enough by themselves',
  );
  t.same(schema.properties.bounds.required.toSorted(), ['east', 'north', 'south', 'west']);
  t.notOk(schema.properties.filters.required, 'every filter is optional');
  t.match(schema.properties, {
    order: { description: 'Default: desc' },
    limit: { minimum: 1, maximum: 500, description: /Default: 100$/ },
    offset: { minimum: 0, description: /Default: 0$/ },
  });
});

/** Every example and default in the document, with its schema. */
function examplesIn(node: Json, path: string): { path: string; schema: Json; value: Json }[] {
  if (node === null || typeof node !== 'object') return [];
  const found: { path: string; schema: Json; value: Json }[] = [];
  const schema = 'schema' in node ? node.schema : node;
  const values: Json[] = Array.isArray(node.examples)
    ? node.examples
    : Object.values<Json>(node.examples ?? {}).map((example) => example.value);
  if ('example' in node) values.push(node.example);
  if ('default' in node && !('default' in (node.properties ?? {}))) values.push(node.default);
  for (const value of values) found.push({ path, schema, value });
  for (const [name, part] of Object.entries(node)) {
    if (name !== 'examples' && name !== 'example') found.push(...examplesIn(part, `${path}/${name}`));
  }
  return found;
}

t.test('every example and default is valid by its own schema', async (t) => {
  const examples = examplesIn(document, '#');
  t.ok(examples.length > 60, `${examples.length} examples`);
  const wrong = examples.flatMap(({ path, schema, value }) => {
    const found = problems(schema, value);
    return found === '' ? [] : [`${path}: ${JSON.stringify(value)}: ${found}`];
  });
  t.same(wrong, []);
});

t.test('every schema compiles, and every key of an answer is always present', async (t) => {
  const open: string[] = [];
  function look(node: Json, path: string): void {
    if (node === null || typeof node !== 'object') return;
    if (node.type === 'object' && node.properties) {
      const keys = Object.keys(node.properties);
      // A filter's value depends on its kind, `fields` selects keys, and only walks and changes have their own next keys.
      const free = path.endsWith('filter_value') || node.title === 'ParcelPart';
      const sometimes = ['next_cursor', 'next_updated_since'];
      const whole = free || keys.every((name) => sometimes.includes(name) || node.required?.includes(name));
      if (!whole) open.push(path);
    }
    for (const [name, part] of Object.entries(node)) look(part, `${path}/${name}`);
  }
  for (const [name, operation] of documented) {
    const success = Object.keys(operation.responses)
      .map(Number)
      .find((status) => status < 300)!;
    look(schemaOf(operation, success), name);
    t.doesNotThrow(() => problems(schemaOf(operation, success), null), name);
  }
  t.same(open, [], 'answers with a key that may be missing');
});

const HEADERS: Record<string, RegExp> = {
  ETag: /^W\/"[\w-]{22}"$/,
  'Cache-Control': /^private, no-cache$/,
  'RateLimit-Policy': /^"minute";q=\d+;w=60(, "month";q=\d+)?$/,
  RateLimit: /^"minute";r=\d+;t=\d+(, "month";r=\d+;t=\d+)?$/,
  'X-Request-Id': /^[0-9a-f-]{36}$/,
};

t.test('real answers match the document, with no additional keys', async (t) => {
  for (const [name, { asked }] of Object.entries(OPERATIONS)) {
    for (const one of asked) {
      const real = await ask(name, one);
      const shown = `${name} ${JSON.stringify(one)}`;
      t.equal(real.status, 200, shown);
      t.equal(problems(closed(schemaOf(operationOf(name), 200)), real.json()), '', shown);
      for (const header of Object.keys(operationOf(name).responses[200].headers ?? {})) {
        const value = real.headers[header.toLowerCase()];
        t.match(String(value), HEADERS[header] ?? /^\d+$/, `${shown}: ${header}`);
      }
    }
  }
  t.equal((await ask('post /api/v1/search', { bounds: EVERYWHERE })).json().data.length, 1, 'checked rows');
});

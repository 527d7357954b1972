import type { AddressInfo } from 'node:net';
import t from 'tap';
import { countiesOfState, STATES } from '../../src/domain/geography.ts';
import { longestAddress } from '../../src/plugins/header-limit.ts';
import { call, makeHarness } from '../helper.ts';
import { sendRaw } from '../raw-http.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const key = await harness.key({ tier: 'license' });
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
const ask = (path: string) => sendRaw(port, { path, headers: { authorization: `Bearer ${key}` } });

t.test('as many counties as the document allows, with their commas escaped', async (t) => {
  const codes = STATES.flatMap(({ fips }) => countiesOfState(fips)).map(({ fips }) => fips);
  const all = [...codes, ...codes].slice(0, 4_000);
  for (const separator of [',', '%2C']) {
    const answer = await ask(`/api/v1/market/trends?county_fips=${all.join(separator)}`);
    t.equal(answer.status, 200, answer.text.slice(0, 200));
  }
  const more = await ask(`/api/v1/market/trends?county_fips=${[...all, all[0]].join(',')}`);
  t.match(JSON.parse(more.text), { code: 'invalid_parameter', error: /county_fips/ }, 'one more is refused');
});

/** The JSON of a search in a ring of so many characters. */
function searchOf(length: number): string {
  const ring = [
    [-97, 40],
    [-96, 40],
    [-96, 41],
    [-97, 40],
  ]
    .map(String)
    .map((position) => `[${position}]`);
  const json = `{"within":{"type":"Polygon","coordinates":[[${ring.join()}]]}}`;
  return json.replace('{', `{${' '.repeat(length - json.length)}`);
}

t.test('a search in the address may be as long as the document allows', async (t) => {
  for (const length of [18_000, 24_000]) {
    for (const escaped of [
      encodeURIComponent(searchOf(length)),
      encodeURIComponent(searchOf(length)).replaceAll('o', '%6F'),
    ]) {
      const answer = await ask(`/api/v1/search/export?search=${escaped}`);
      t.equal(answer.status, 200, `${escaped.length} bytes: ${answer.text.slice(0, 200)}`);
    }
  }
  const longer = await ask(`/api/v1/search/export?search=${encodeURIComponent(searchOf(24_001))}`);
  t.match(JSON.parse(longer.text), { code: 'invalid_parameter', error: /search/ });
});

t.test('the longest name of an owner', async (t) => {
  const name = encodeURIComponent('𝔸'.repeat(1_000));
  t.equal((await ask(`/api/v1/owners/${name}`)).status, 404, 'is read, and nobody has it');
  t.equal((await ask(`/api/v1/owners/search?q=${name}`)).status, 200);
  const longer = await ask(`/api/v1/owners/${'x'.repeat(17_000)}`);
  t.equal(longer.status, 400, 'longer than any name');
  t.match(JSON.parse(longer.text), { code: 'bad_request', error: 'A part of the path is too long' });
});

t.test('every free text in an address has a maximum length', async (t) => {
  const { paths } = (await call(app, 'GET', '/openapi.json')).json();
  for (const [path, operations] of Object.entries<Record<string, Operation>>(paths)) {
    for (const { parameters = [] } of Object.values(operations)) {
      for (const { name, in: place, schema } of parameters) {
        const isFree = place === 'query' && schema.type === 'string' && !schema.pattern && !schema.enum;
        if (isFree) t.ok(schema.maxLength, `${name} of ${path}`);
      }
    }
  }
});
interface Operation {
  parameters?: {
    name: string;
    in: string;
    schema: { type?: string; pattern?: string; enum?: string[]; maxLength?: number };
  }[];
}

t.test('the limit is that of the longest address', async (t) => {
  const querystring = {
    properties: {
      q: { maxLength: 10 },
      codes: { maxLength: 10, pattern: '^[0-9,]*$' },
      n: { type: 'integer' },
    },
  };
  t.equal(
    longestAddress({ url: '/things', schema: { querystring } }),
    7 + (1 + 2 + 120) + (5 + 2 + 30) + (1 + 2 + 100),
  );
  t.equal(longestAddress({ url: '/things/:id', schema: {} }), 11 + 16_384);
});

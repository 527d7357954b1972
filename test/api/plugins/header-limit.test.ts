import t from 'tap';
import { countiesOfState, STATES } from '../../../src/domain/geography.ts';
import { call, makeHarness } from '../../helper.ts';
import { portOf } from '../../port-of.ts';
import { sendRaw } from '../../raw-http.ts';
import { square } from '../../squares.ts';

const harness = await makeHarness(t);
const { app, key } = await harness.api({ tier: 'license' });
const port = await portOf(app);
const ask = (path: string) => sendRaw(port, { path, headers: { authorization: `Bearer ${key}` } });

t.test('as many counties as the document allows are read, with their commas escaped', async (t) => {
  const codes = STATES.flatMap(({ fips }) => countiesOfState(fips)).map(({ fips }) => fips);
  const all = [...codes, ...codes].slice(0, 4_000);
  for (const separator of [',', '%2C']) {
    const answer = await ask(`/api/v1/market/trends?county_fips=${all.join(separator)}`);
    t.equal(answer.status, 200, answer.text.slice(0, 200));
  }
  const more = await ask(`/api/v1/market/trends?county_fips=${[...all, all[0]].join(',')}`);
  t.match(JSON.parse(more.text), { code: 'invalid_parameter', error: /county_fips/ }, 'one more is refused');
});

/** The JSON of a search in a ring, this many characters long. */
function searchOf(length: number): string {
  const json = JSON.stringify({ within: square(-97, 40, 1) });
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

t.test('the longest name of an owner is read', async (t) => {
  const name = encodeURIComponent('𝔸'.repeat(1_000));
  t.equal((await ask(`/api/v1/owners/${name}`)).status, 404, 'is read, and nobody has it');
  t.equal((await ask(`/api/v1/owners/search?q=${name}`)).status, 200);
  const longer = await ask(`/api/v1/owners/${'x'.repeat(17_000)}`);
  t.equal(longer.status, 400, 'longer than any name');
  t.match(JSON.parse(longer.text), { code: 'bad_request', error: 'A part of the path is too long' });
});

interface Operation {
  parameters?: {
    name: string;
    in: string;
    schema: {
      type?: string;
      pattern?: string;
      enum?: string[];
      maxLength?: number;
      contentMediaType?: string;
    };
  }[];
}

t.test('the longest address of every route is read, with 16 KiB of headers', async (t) => {
  const { paths } = (await call(app, 'GET', '/openapi.json')).json();
  const headers = { authorization: `Bearer ${key}`, 'x-more': 'x'.repeat(15 << 10) };
  for (const [path, operations] of Object.entries<Record<string, Operation>>(paths)) {
    const query = new Map<string, string>();
    for (const { parameters = [] } of Object.values(operations)) {
      for (const { name, in: place, schema } of parameters) {
        if (place !== 'query' || schema.type !== 'string' || schema.enum) continue;
        if (!schema.pattern) t.ok(schema.maxLength, `${name} of ${path} has a maximum length`);
        const isAscii = schema.pattern || schema.contentMediaType === 'application/json';
        query.set(name, (isAscii ? '%2C' : '%F0%9F%8F%A0').repeat(schema.maxLength ?? 30));
      }
    }
    const asked = path.replace(/\{\w+\}/g, '%F0%9F%8F%A0'.repeat(1_000));
    const target = `${asked}?${[...query].map((pair) => pair.join('=')).join('&')}`;
    const answer = await sendRaw(port, { path: target, headers });
    t.ok(![0, 431].includes(answer.status), `${path}: ${target.length} bytes`);
  }
});

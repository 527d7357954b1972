/**
 * Other people's programs check a running API with the demo data: its OpenAPI documents, headers, tools, tiles and GeoJSON. If
 * a program cannot be installed here, its test is skipped.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { check } from '@placemarkio/check-geojson';
import t from 'tap';
import { makePlace } from '../contract/place.ts';
import { valuesOf } from '../listed.ts';
import { exchanges, geojsonOf } from './exchanges.ts';
import { installed, npmPackages, pythonWith, run } from './install.ts';

const NPM = { '@stoplight/spectral-cli': '6.16.3', '@modelcontextprotocol/inspector': '2.12.0' };
/** Keeps Spectral’s packages from sending usage data. */
const QUIET = { SCARF_ANALYTICS: 'false' };

const npm = await installed('npm packages', () => npmPackages(NPM));
const python = await installed('Python packages', () =>
  pythonWith('python-referees', resolve(import.meta.dirname, 'requirements.txt')),
);
const place = await makePlace();
t.teardown(place.close);
const { origin, key } = place;
const asked = await exchanges(place);
const say = (line: string) => console.error(`  ${line}`);

/** What one of the Python programs beside this file prints of some JSON. */
async function judged<T>(program: string, given: unknown): Promise<T> {
  const { command, env } = python.tool!;
  const file = resolve(import.meta.dirname, program);
  return JSON.parse(await run(command, [file], { env, input: JSON.stringify(given) })) as T;
}

async function post<T>(path: string, body: object): Promise<T> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return (
    await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  ).json() as Promise<T>;
}

t.test('every request is answered as it should be', async (t) => {
  for (const { name, status, wanted } of asked) t.equal(status, wanted, name);
});

t.test('Spectral finds nothing in the documents', { skip: npm.skip }, async (t) => {
  const cwd = t.testdir({ 'ruleset.yaml': 'extends: ["spectral:oas"]\n' });
  const lint = async (name: string, document: string) => {
    writeFileSync(join(cwd, name), document);
    const options = ['lint', '--ruleset', 'ruleset.yaml', '--format', 'json', '--quiet', name];
    const found = await run(process.execPath, [join(npm.tool!, '.bin/spectral'), ...options], {
      cwd,
      env: QUIET,
    });
    return (JSON.parse(found) as { code: string; path: string[] }[]).map(
      ({ code, path }) => `${code} ${path.join('.')}`,
    );
  };
  const documents = await Promise.all(
    ['/openapi.json', '/ogc/api'].map(async (path) => (await fetch(origin + path)).text()),
  );
  for (const [at, document] of documents.entries()) t.same(await lint(`${at}.json`, document), []);
  const nameless = documents[0]!.replace('"contact"', '"x-contact"');
  t.same(await lint('nameless.json', nameless), ['info-contact info'], 'it reads the document');
  say(
    `Spectral ${NPM['@stoplight/spectral-cli']}: no errors and no warnings in ${documents.length} documents`,
  );
});

/** Notes that are not followed, and why. */
const ACCEPTED: Record<string, string> = {
  'The Keep-Alive header is deprecated.': 'HTTP clients such as undici end idle connections in time by it',
  'Inline scripts are allowed.': 'It is said of style-src too; scripts come from this server alone',
  'The server didn’t understand the request.': 'It is said of every 400',
};

t.test('httplint finds nothing in the headers', { skip: python.skip }, async (t) => {
  const found = await judged<string[][]>('lint.py', asked);
  const notes = found.flatMap((texts, at) =>
    texts.map((text) => ({ text: text.replaceAll("'", '’'), name: asked[at]!.name })),
  );
  t.same(
    notes.filter(({ text }) => !(text in ACCEPTED)),
    [],
  );
  const given = new Set(notes.map(({ text }) => text));
  t.same(
    Object.keys(ACCEPTED).filter((text) => !given.has(text)),
    [],
    'accepted, but no longer given',
  );
  say(
    `httplint: ${asked.length} answers, no notes but ${given.size} that are accepted: ${[...given].join(' ')}`,
  );
});

t.test('the MCP inspector lists the tools and calls one', { skip: npm.skip }, async (t) => {
  const program = join(npm.tool!, '.bin/mcp-inspector');
  const main = resolve(import.meta.dirname, '../../src/main.ts');
  const ways = {
    HTTP: [`${origin}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${key}`],
    stdio: ['-e', `TERRIER_API_KEY=${key}`, '--', process.execPath, main, 'mcp', '--url', origin],
  };
  for (const [way, target] of Object.entries(ways)) {
    const env = { HOME: t.testdir({}) };
    const inspect = async (...args: string[]) =>
      JSON.parse(await run(process.execPath, [program, '--cli', ...args, ...target], { env }));
    const { tools } = await inspect('--method', 'tools/list', '--strict');
    t.ok(tools.length > 10, way);
    // The address would be read as another argument of the tool.
    const given = ['--tool-arg', 'id=31109:0109109006000', '--tool-name', 'parcel_lookup'];
    const { content } = await inspect(...given, '--method', 'tools/call');
    t.match(JSON.parse(content[0].text), { parcel: { id: '31109:0109109006000' } }, way);
    say(
      `MCP inspector ${NPM['@modelcontextprotocol/inspector']} over ${way}: ${tools.length} tools without errors`,
    );
  }
});

const COUNTY = '31109';

/** The numbers of the tiles of a zoom level in which parcels of the county can be. */
function tilesOver(places: { lat: number; lon: number }[], zoom: number): Set<string> {
  const across = 2 ** zoom;
  const tileAt = ({ lat, lon }: { lat: number; lon: number }) => {
    const down = (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2;
    return `${zoom}/${Math.floor(((lon + 180) / 360) * across)}/${Math.floor(down * across)}`;
  };
  return new Set(places.map(tileAt));
}

interface Tile {
  parcels?: { id: string; stack?: number }[];
  clusters?: { count: number }[];
  left_out?: unknown[];
}

t.test('mapbox-vector-tile reads as many parcels as the API counts', { skip: python.skip }, async (t) => {
  const filters = { countyFips: COUNTY, located: true };
  const { data, total } = await post<{ data: { location: { lat: number; lon: number } }[]; total: number }>(
    '/api/v1/search',
    { filters, fields: ['location'], limit: 500 },
  );
  t.equal(data.length, total, 'all of them');
  const read = async (zoom: number) => {
    const given = `filters=${encodeURIComponent(JSON.stringify(filters))}`;
    const tiles = [...tilesOver(valuesOf(data, 'location'), zoom)].map(async (tile) => {
      const answer = await fetch(`${origin}/api/v1/tiles/${tile}.mvt?${given}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      return Buffer.from(await answer.arrayBuffer()).toString('base64');
    });
    return judged<Tile[]>('tiles.py', await Promise.all(tiles));
  };
  for (const zoom of [0, 6, 13]) {
    const counts = (await read(zoom)).flatMap(({ clusters = [] }) => clusters).map(({ count }) => count);
    t.equal(
      counts.reduce((sum, count) => sum + count, 0),
      total,
      `clusters at zoom ${zoom}`,
    );
  }
  for (const zoom of [14, 17]) {
    const tiles = await read(zoom);
    const lots = new Map(
      tiles.flatMap(({ parcels = [] }) => parcels).map(({ id, stack = 1 }) => [id, stack]),
    );
    t.equal(
      [...lots.values()].reduce((sum, stack) => sum + stack, 0),
      total,
      `lots at zoom ${zoom}`,
    );
    t.notOk(tiles.some(({ left_out }) => left_out?.length));
  }
  say(`mapbox-vector-tile: ${total} parcels as clusters and as lots, as the API counts`);
});

t.test('check-geojson accepts every GeoJSON answer', async (t) => {
  const texts = asked.flatMap((one) =>
    geojsonOf(one) === null ? [] : [[one.name, geojsonOf(one)!] as const],
  );
  let features = 0;
  for (const [name, text] of texts) {
    t.doesNotThrow(() => check(text), name);
    const { features: many = [1] } = JSON.parse(text) as { features?: unknown[] };
    t.ok(many.length > 0, `${name} has features`);
    features += many.length;
  }
  const document = (await place.document()) as {
    paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
  };
  const named = new Set(
    asked
      .filter((one) => geojsonOf(one) !== null)
      .map(({ method, path }) => `${method} ${path.split('?')[0]}`),
  );
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      if (!('application/geo+json' in (responses[200]?.content ?? {}))) continue;
      const route = new RegExp(`^${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '[^/]+')}$`);
      t.ok(
        [...named].some((name) => route.test(name)),
        `${method} ${path} is asked`,
      );
    }
  }
  say(`check-geojson: ${texts.length} answers with ${features} features`);
});

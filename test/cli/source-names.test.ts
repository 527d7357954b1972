import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { layerStates } from '../../src/stores/mysql/source-layers.ts';
import { call, makeHarness } from '../helper.ts';
import { layerServer, PATH, parcels } from '../loading/readers/arcgis/made-up-layer.ts';
import { serve } from '../loading/readers/local-server.ts';
import { zip as zipOf } from '../loading/readers/table-files.ts';
import { terrierHere } from './in-process.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const { database, home } = harness.target;
const folder = mkdtempSync(join(tmpdir(), 'terrier-names-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

const terrier = (...args: string[]) => terrierHere(args, harness.env);
const COUNTY = '06001';
const auto = (file: string, ...more: string[]) =>
  terrier('ingest', 'parcels', file, '--county', COUNTY, '--auto', ...more);

function write(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

const HEADER = 'APN,OWNER_NAME,SITUS_ADDR,TOTAL_VAL,LON,LAT';
/** Thirty parcels whose numbers begin with this. */
const roll = (book: string) => {
  const rows = Array.from(
    { length: 30 },
    (_, n) =>
      `${book}-36-${String(n).padStart(3, '0')},"WREN, ANN ${'ABCDEFGHIJ'[n % 10]}",${100 + n} ELM ST,${100_000 + 250 * n},-122.2${n},37.8${n}`,
  );
  return `${[HEADER, ...rows].join('\n')}\n`;
};
const total = async () => (await call(app, 'GET', '/api/v1/coverage')).json().total_parcels;
const kept = (name: string) => join(home, 'sources', `${name}.json`);
const NAME = '06001-parcels-parcels';

const zip = write(
  'Parcels.zip',
  zipOf([
    { name: 'Parcels_1.csv', content: roll('10') },
    { name: 'Parcels_2.csv', content: roll('20') },
  ]),
);

t.test('two tables of one zip are two sources, and neither deletes the parcels of the other', async (t) => {
  for (const n of [1, 2]) {
    const { status, err } = await auto(zip, '--file', `Parcels_${n}.csv`);
    t.equal(status, 0, err);
    t.match(err, `kept as ${NAME}-parcels_${n}:`);
  }
  const { status, out, err } = await terrier('sync', '--replace', '--force');
  t.equal(status, 0, err);
  t.notMatch(out, /removed/);
  t.match(
    err,
    `${NAME}-parcels_1: --replace deletes nothing, since parcels of the county 06001 come from the source ${NAME}-parcels_2, too`,
  );
  t.equal(await total(), 60);
});

t.test('what an earlier version kept under a name stays under it', async (t) => {
  for (const n of [1, 2]) await terrier('sources', 'remove', `${NAME}-parcels_${n}`);
  t.match((await auto(zip, '--file', 'Parcels_2.csv', '--name', NAME)).err, `kept as ${NAME}:`);
  await database.$client.query('UPDATE source_layers SET place = NULL');
  t.match((await terrier('sync')).out, `${NAME} parcels parcels: nothing new`);
  t.match((await auto(zip, '--file', 'Parcels_2.csv')).err, `kept as ${NAME}:`);
  t.match((await auto(zip, '--file', 'Parcels_1.csv')).err, `kept as ${NAME}-parcels_1:`);
  t.notMatch((await terrier('sync', '--replace', '--force')).out, /removed/);
  t.equal(await total(), 60);
});

t.test('two layers of one server that are both called 0 are two sources', async (t) => {
  const lots = (letter: string) =>
    parcels(30).map(({ attributes, geometry }) => ({
      attributes: { ...attributes, APN: `${letter}-${attributes.OBJECTID}` },
      geometry,
    }));
  const layers = {
    north: layerServer({ features: lots('N') }),
    south: layerServer({ features: lots('S') }),
  };
  const { origin } = await serve(t, (request, response, url) => {
    const side = url.pathname.startsWith('/north/') ? 'north' : 'south';
    url.pathname = url.pathname.slice(side.length + 1);
    layers[side](request, response, url);
  });
  const load = (side: string) =>
    terrier('ingest', 'parcels', origin + side + PATH, '--county', '31147', '--auto', '--allow-private');
  for (const side of ['/north', '/south', '/north']) {
    const { err } = await load(side);
    t.match(
      err,
      new RegExp(`kept as 31147-parcels-127\\.0\\.0\\.1-\\d+-${side.slice(1)}-arcgis-.*-featureserver-0:`),
    );
  }
  const { out, err } = await terrier('sync', '--replace', '--force', '--allow-private');
  t.notMatch(out, /removed/, err);
  t.equal(await total(), 120);
  const loaded = (await layerStates(database)).filter(({ county_fips }) => county_fips === '31147');
  t.equal(loaded.length, 2);
  for (const { source } of loaded) await terrier('sources', 'remove', source);
});

t.test('a name is not given to a second file', async (t) => {
  const north = write('north/Roll.csv', roll('30'));
  const south = write('south/roll.csv', roll('40'));
  t.match((await auto(north)).err, /kept as 06001-parcels-roll:/);
  const refused = await auto(south);
  t.equal(refused.status, 1);
  t.match(
    refused.err,
    `The source 06001-parcels-roll reads ${north}, and this is ${south}. To keep both, give this one another name, such as ` +
      '--name 06001-parcels-roll-2. If it takes the place of the other: `terrier sources remove 06001-parcels-roll`, then',
  );
  t.equal(await total(), 150, 'nothing was loaded');
  t.match((await auto(south, '--name', '06001-PARCELS-roll')).err, /The source 06001-parcels-roll reads/);
  t.match((await auto(south, '--name', 'south')).err, /kept as south:/);
  const again = await auto(south);
  t.match(again.err, /kept as the source south already: `terrier ingest parcels --source south` loads/);
  t.equal((await auto(south, '--name', 'south')).status, 0, 'the same name again');

  t.match((await terrier('sources', 'remove', 'SOUTH')).err, 'There is no source SOUTH. Did you mean south?');
  rmSync(kept('south'));
  const other = await auto(write('west/other.csv', roll('50')), '--name', 'south');
  t.equal(other.status, 1, 'what was loaded under a name is known without its file');
  t.match(
    other.err,
    /parcels\/0 of the source south was loaded from another file.*--name.*`terrier sources remove south`/,
  );
  t.equal(await total(), 180);
});

t.test('a source file that now reads another place is loaded only on request', async (t) => {
  const name = `${NAME}-parcels_1`;
  const json = readFileSync(kept(name), 'utf8');
  writeFileSync(kept(name), json.replace('Parcels_1.csv', 'Parcels_2.csv'));
  const { status, out } = await terrier('sync', name);
  t.equal(status, 3);
  t.match(
    out,
    /refused: parcels\/0 of .* was loaded from another file.*rename this source file.*sync .*_1\.json --force`/,
  );
  t.match((await terrier('sources', 'list')).out, new RegExp(`${name} .* refused: `));
  t.match((await terrier('sync', name, '--force')).out, /30 read, 0 created/);
  t.match((await terrier('sync', name)).out, /nothing new/);
  t.equal((await terrier('sources', 'remove', name)).status, 0);
});

t.test('two source files with the same name in two folders are not confused', async (t) => {
  const [one, other] = ['one', 'other'].map((place, n) => {
    write(`${place}/lots.csv`, roll(String(60 + n)));
    const layer = (data: string) => ({
      name: 'lots',
      protocol: 'file',
      data,
      conform: { format: 'csv', pid: 'APN', owner_name: 'OWNER_NAME' },
    });
    const coverage = { 'US Census': { geoid: '06' }, country: 'us', state: 'ca' };
    const source = (...parcels: object[]) => JSON.stringify({ schema: 2, coverage, layers: { parcels } });
    write(`${place}/two.json`, source(layer('lots.csv'), layer('more.csv')));
    return write(`${place}/lots.json`, source(layer('lots.csv')));
  }) as [string, string];
  const load = (file: string, county: string, ...more: string[]) =>
    terrier('ingest', 'parcels', '--source', file, '--county', county, ...more);
  t.equal((await load(one, '06003')).status, 0);
  const refused = await load(other, '06003');
  t.equal(refused.status, 1);
  t.match(
    refused.err,
    `rename this source file. If it takes the place of the other: \`terrier sync ${other} --force\``,
  );

  const replacing = await auto(join(folder, 'north/Roll.csv'), '--replace');
  t.equal(replacing.status, 1);
  t.match(
    replacing.err,
    /--replace would delete parcels that the sources .*06001-parcels-parcels, south brought\. Leave it out/,
  );
  const both = await load(join(folder, 'one/two.json'), '06003', '--replace');
  t.equal(both.status, 1);
  t.match(both.err, /--replace is for one layer, and .*two\.json has 2 layers of parcels/);

  t.equal((await load(one, '06005')).status, 0);
  const lots = (await layerStates(database)).find(({ source }) => source === 'lots');
  t.equal(lots?.county_fips, '06000', 'it has brought parcels to two counties');
});

t.test('an address is downloaded once for the proposal and the load', async (t) => {
  const { origin, seen } = await serve(t, (_, response) => response.end(roll('50')));
  const { status, err } = await auto(`${origin}/once.csv`, '--allow-private');
  t.equal(status, 0, err);
  t.equal(seen.length, 1);
});

/** A source file of a server with so many parcels, which are in 31147, and the pages that were asked for. */
async function server(t: Test, count: number, geoid: string) {
  const { origin, seen } = await serve(t, layerServer({ features: parcels(count) }));
  const conform = { format: 'geojson', pid: 'APN' };
  const layer = { name: 'lots', protocol: 'ESRI', data: origin + PATH, conform };
  const json = { schema: 2, coverage: { 'US Census': { geoid } }, layers: { parcels: [layer] } };
  const pages = () => seen.map(({ search }) => search).filter((search) => search.includes('outFields'));
  return { source: write(`server-${geoid}.json`, JSON.stringify(json)), pages };
}

const loadSource = (source: string) =>
  terrier('ingest', 'parcels', '--source', source, '--allow-private', '--json');

t.test('a server is asked for each page once', async (t) => {
  const { source, pages } = await server(t, 2_600, '31147');
  const { status, out, err } = await loadSource(source);
  t.equal(status, 0, err);
  t.match(JSON.parse(out), { read: 2_600, created: 2_600 });
  t.ok(pages().length > 1);
  t.same(pages(), [...new Set(pages())]);
});

t.test('a server with another county is asked only for the first pages', async (t) => {
  const { source, pages } = await server(t, 6_000, '06001');
  const { status, err } = await loadSource(source);
  t.equal(status, 1);
  t.match(err, /locations are outside of county 06001/);
  t.ok(new Set(pages()).size < 5, `${pages().length} pages`);
});

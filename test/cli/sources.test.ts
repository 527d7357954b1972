import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { makeHarness } from '../helper.ts';
import { terrierHere } from './in-process.ts';

const harness = await makeHarness(t);
const folder = mkdtempSync(join(tmpdir(), 'terrier-sources-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

const terrier = (...args: string[]) => terrierHere(args, harness.env);
function write(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const FIRST = ['ANN', 'BEN', 'CLEO', 'DORA', 'EZRA', 'FLORA', 'GUS'];
const LAST = ['MARLOWE', 'WREN', 'ALDER', 'HOLLIS', 'QUILL'];
const STREETS = ['ELM ST', 'OAK AVE', 'N 27TH ST', 'SUMNER ST'];
const HEADER =
  'APN,OWNER_NAME,SITUS_ADDR,MAIL_ADDR,MAIL_CITY,MAIL_STATE,MAIL_ZIP,LAND_VAL,BLDG_VAL,TOTAL_VAL,LON,LAT';
const line = (n: number) => {
  const owner = `"${LAST[n % 5]}, ${FIRST[n % 7]}"`;
  const street = `${100 + n} ${STREETS[n % 4]}`;
  const land = 20_000 + n * 100;
  const building = 90_000 + n * 250;
  const place = `${(-96.7 - n / 10_000).toFixed(5)},${(40.8 + n / 10_000).toFixed(5)}`;
  return `10-36-${String(n).padStart(3, '0')},${owner},${street},${street},LINCOLN,NE,68508,${land},${building},${land + building},${place}`;
};
const rollOf = (count: number) =>
  `${[HEADER, ...Array.from({ length: count }, (_, n) => line(n))].join('\n')}\n`;
const ROLL = rollOf(60);

t.test('inspect shows columns, proposal and what a load would do, and writes a source file', async (t) => {
  const roll = write('roll.csv', ROLL);
  const source = join(folder, 'roll.json');
  const { status, out, err } = await terrier('inspect', roll, '--county', '31109', '--write', source);
  t.equal(status, 0, err);
  t.match(out, /^ {2}CSV/m);
  t.match(out, /parcel_id +APN +certain/);
  t.match(out, /owner_name +OWNER_NAME +certain/);
  t.match(out, /60 of 60 rows would be loaded, 60 with a place on the map/);
  const written = JSON.parse(readFileSync(source, 'utf8'));
  t.match(written.layers.parcels[0], {
    protocol: 'file',
    data: roll,
    conform: { format: 'csv', pid: 'APN', owner_name: 'OWNER_NAME', total_assessed_value: 'TOTAL_VAL' },
  });
  t.equal(written.coverage['US Census'].geoid, '31109');
  const again = await terrier('inspect', roll, '--write', source);
  t.equal(again.status, 1, 'no file is overwritten');
  t.match(again.err, /roll\.json exists/);
});

t.test('ingest --source loads what a source file says', async (t) => {
  const source = join(folder, 'roll.json');
  const rehearsed = await terrier('ingest', 'parcels', '--source', source, '--dry-run');
  t.equal(rehearsed.status, 0, rehearsed.err);
  t.match(rehearsed.out, /parcels: 60 read, 60 would be loaded, 0 rejected; nothing was written/);
  const loaded = await terrier('ingest', 'parcels', '--source', source);
  t.equal(loaded.status, 0, loaded.err);
  t.match(loaded.out, /parcels: 60 read, 60 created/);
  const other = write('other.csv', rollOf(30));
  const given = await terrier('ingest', 'parcels', other, '--source', source, '--dry-run');
  t.match(given.out, /30 read, 30 would be loaded/, 'a file given by hand takes its place');
});

t.test('ingest --auto loads what is certain, and keeps the source', async (t) => {
  const roll = write('next.csv', ROLL.replaceAll('10-36-', '11-40-'));
  const { status, out, err } = await terrier('ingest', 'parcels', roll, '--county', '31109', '--auto');
  t.equal(status, 0, err);
  t.match(out, /Proposal[\s\S]*parcels: 60 read, 60 created/, 'the proposal comes first');
  t.match(err, /kept as 31109-parcels-next/);
  const synced = await terrier('sync');
  t.equal(synced.status, 0, synced.err);
  t.match(synced.out, /31109-parcels-next parcels next: nothing new/);
  const list = await terrier('sources', 'list');
  t.match(list.out, /31109-parcels-next +parcels +Lancaster County \(31109\) +- +60 .* unchanged/);
});

t.test('ingest --auto says what must be decided', async (t) => {
  const vague = write('vague.csv', `A,B\n${Array.from({ length: 50 }, (_, n) => `${n % 3},x`).join('\n')}\n`);
  const { status, err } = await terrier('ingest', 'parcels', vague, '--county', '31109', '--auto');
  t.equal(status, 1);
  t.match(err, /Nothing was loaded: .*parcel number.*\(terrier inspect/s);
});

t.test('sync deletes records missing from a source only with --replace', async (t) => {
  const name = '31109-parcels-next';
  const added = await terrier('sync', name, '--force');
  t.match(added.out, /60 read, 0 created, 0 updated, 60 unchanged, 0 rejected/, added.err);
  const source = join(folder, 'roll.json');
  const kept = join(harness.config.TERRIER_HOME, 'sources', 'roll.json');
  copyFileSync(source, kept);
  const shared = await terrier('sync', name, '--force', '--replace');
  t.notMatch(shared.out, /removed/, 'another kept source has parcels of the county');
  rmSync(kept);
  const known = await terrier('sync', name, '--force', '--replace');
  t.notMatch(known.out, /removed/, 'another source has brought parcels of the county');
  t.match(
    known.err,
    /--replace deletes nothing, since parcels of the county 31109 come from the source roll, too\..*: `terrier sources remove roll`\.\n/,
  );
  t.equal((await terrier('sources', 'remove', 'roll')).status, 0);
  const alone = await terrier('sync', name, '--force', '--replace');
  t.match(alone.out, /60 unchanged, 60 removed, 0 rejected/, alone.err);
});

t.test('a source whose load fails is not kept, and one that was kept before stays', async (t) => {
  const name = '31109-parcels-torn';
  const torn = join(folder, 'torn.csv.gz');
  const whole = gzipSync(ROLL.replaceAll('10-36-', '12-50-'));
  const load = () => terrier('ingest', 'parcels', torn, '--county', '31109', '--auto');
  const unreachable = { ELASTICSEARCH_URL: 'http://127.0.0.1:9' };
  const kept = () => existsSync(join(harness.config.TERRIER_HOME, 'sources', `${name}.json`));

  writeFileSync(torn, whole);
  const failed = await terrierHere(['ingest', 'parcels', torn, '--county', '31109', '--auto'], {
    ...harness.env,
    ...unreachable,
  });
  t.equal(failed.status, 1);
  t.notOk(kept(), 'nothing is kept');
  const list = await terrier('sources', 'list');
  t.notMatch(list.out, name, 'and nothing is listed');

  const first = await load();
  t.equal(first.status, 0, first.err);
  t.match(first.err, /kept as 31109-parcels-torn/);
  const before = readFileSync(join(harness.config.TERRIER_HOME, 'sources', `${name}.json`), 'utf8');
  const again = await terrierHere(
    ['ingest', 'parcels', torn, '--county', '31109', '--auto', '--srs', 'EPSG:4326'],
    {
      ...harness.env,
      ...unreachable,
    },
  );
  t.equal(again.status, 1);
  t.equal(readFileSync(join(harness.config.TERRIER_HOME, 'sources', `${name}.json`), 'utf8'), before);
});

t.test('a wrong county is noticed before anything is loaded or kept', async (t) => {
  const roll = write('elsewhere.csv', rollOf(300).replaceAll('10-36-', '13-60-'));
  const inspected = await terrier('inspect', roll, '--county', '06001');
  t.equal(inspected.status, 0, inspected.err);
  t.match(
    inspected.out.replace(/\s+/g, ' '),
    /To decide 200 of the first 200 locations are outside of county 06001 \(Alameda County, California\)\. Is it the right county/,
  );
  const auto = await terrier('ingest', 'parcels', roll, '--county', '06001', '--auto');
  t.equal(auto.status, 1);
  t.match(auto.err, /Nothing was loaded: 200 of the first 200 locations are outside of county 06001/);
  t.notOk(existsSync(join(harness.config.TERRIER_HOME, 'sources', '06001-parcels-elsewhere.json')));
  const few = write('few.csv', rollOf(30).replaceAll('10-36-', '13-60-'));
  const source = join(folder, 'few.json');
  t.equal((await terrier('inspect', few, '--county', '06001', '--write', source)).status, 0);
  const loaded = await terrier('ingest', 'parcels', '--source', source);
  t.equal(loaded.status, 1);
  t.match(loaded.err, /Nothing was loaded: 30 of the first 30 locations are outside of county 06001/);
});

t.test('sources remove removes a source and keeps its parcels', async (t) => {
  const name = '31109-parcels-torn';
  const removed = await terrier('sources', 'remove', name);
  t.equal(removed.status, 0, removed.err);
  t.match(removed.out, /Removed .*sources\/31109-parcels-torn\.json\.\n/);
  t.match(removed.out, /Removed what was known of its loads: 1 layer, last loaded 20\d\d-.*\.\n/);
  t.match(removed.out, /Its records stay/);
  t.notMatch((await terrier('sources', 'list')).out, name);
  const again = await terrier(
    'ingest',
    'parcels',
    join(folder, 'torn.csv.gz'),
    '--county',
    '31109',
    '--auto',
  );
  t.match(again.out, /60 read, 0 created, 0 updated, 60 unchanged/, 'its parcels stood there');
  for (const [unknown, message] of [
    [
      '31109-parcels-tron',
      /There is no source 31109-parcels-tron\. Did you mean 31109-parcels-torn\? `terrier sources list` lists/,
    ],
    ['..', /There is no source \.\.\./],
    ['work', /There is no source work\./],
  ] as const) {
    const refused = await terrier('sources', 'remove', unknown);
    t.equal(refused.status, 1);
    t.match(refused.err, message);
  }
  t.ok((await terrier('sources', 'list')).out.includes(name), 'nothing else was removed');
});

t.test('a source that was never loaded is shown as such, on one line', async (t) => {
  const source = JSON.parse(readFileSync(join(folder, 'roll.json'), 'utf8'));
  source.layers.parcels[0].conform.zoning = 'ZONE';
  source.layers.parcels[0].conform.unit = 'FLAT';
  const home = join(harness.config.TERRIER_HOME, 'sources');
  writeFileSync(join(home, 'never.json'), JSON.stringify(source));
  writeFileSync(join(home, 'untried.json'), JSON.stringify(source));
  const synced = await terrier('sync', 'never', '--json');
  t.equal(synced.status, 3);
  t.match(JSON.parse(synced.out), {
    source: 'never',
    loads: [{ layer: { place: 'layers.parcels[0]', kind: 'parcels' }, outcome: 'failed', message: /ZONE/ }],
  });
  t.notMatch(synced.out, /\{\}.*conform/, 'nothing is printed as an empty object');
  const { out } = await terrier('sources', 'list');
  t.match(out, /^never +parcels +Lancaster County \(31109\) +- +- +never +- +failed: .*ZONE.*FLAT/m);
  t.match(out, /^untried +- .* never +- +not tried yet$/m);
  for (const name of ['never', 'untried']) t.equal((await terrier('sources', 'remove', name)).status, 0);
});

t.test('inspect of a source file proposes what the file does not say', async (t) => {
  const place = { name: 'roll', protocol: 'file', data: 'roll.csv' };
  const source = write(
    'bare.json',
    JSON.stringify({
      schema: 2,
      coverage: { 'US Census': { geoid: '31109' }, country: 'us', state: 'ne' },
      layers: {
        addresses: [{ ...place, conform: { format: 'csv', number: 'X', street: 'Y' } }],
        parcels: [
          { ...place, skip: true, conform: { format: 'csv', pid: 'APN' } },
          {
            ...place,
            year: 2024,
            conform: {
              format: 'csv',
              pid: { function: 'format', fields: ['APN'], format: 'L$1' },
              market_value: 'TOTAL_VAL',
            },
          },
        ],
      },
    }),
  );
  const merged = join(folder, 'merged.json');
  const { status, out, err } = await terrier('inspect', source, '--write', merged);
  t.equal(status, 0, err);
  t.match(out, /parcel_id +format of APN +certain +the source file says so/);
  t.match(out, /owner_name +OWNER_NAME +certain +named/);
  t.notMatch(out, /total_assessed_value/, 'its column is said to be something else');
  t.match(out, /60 of 60 rows would be loaded, 60 with a place/);
  const written = JSON.parse(readFileSync(merged, 'utf8'));
  t.match(written.layers.parcels[1], {
    year: 2024,
    data: join(folder, 'roll.csv'),
    conform: {
      format: 'csv',
      pid: { format: 'L$1' },
      market_value: 'TOTAL_VAL',
      owner_name: 'OWNER_NAME',
      lat: 'LAT',
    },
  });
  t.same(written.layers.parcels[0].conform, { format: 'csv', pid: 'APN' }, 'other layers stay');
  t.same(written.layers.addresses[0].conform, { format: 'csv', number: 'X', street: 'Y' });
  const loaded = await terrier('ingest', 'parcels', '--source', merged, '--dry-run');
  t.match(loaded.out, /60 read, 60 would be loaded, 0 rejected/, loaded.err);
});

t.test('a wrong command line says what to do', async (t) => {
  const roll = join(folder, 'roll.csv');
  const broken = write('broken.json', '{"schema": 2,');
  const misspelled = write(
    'misspelled.json',
    JSON.stringify({
      schema: 2,
      coverage: { 'US Census': { geoid: '31109' } },
      layers: {
        parcels: [
          {
            name: 'x',
            protocol: 'file',
            data: 'x.csv',
            conform: { format: 'csv', pid: 'A', owner_nam: 'B' },
          },
        ],
      },
    }),
  );
  const cases: [args: string[], message: RegExp][] = [
    [['ingest', 'parcels', '--auto', roll], /--auto needs the county/],
    [['ingest', 'risks', '--auto', roll, '--county', '31109'], /--auto is for parcels, deeds, permits/],
    [['ingest', 'parcels', '--auto', '--source', 'x.json'], /not both/],
    [['ingest', 'parcels', roll, '--name', 'mine'], /--name goes with --auto/],
    ...['..', 'a/b', 'x.json', ''].map((name): [string[], RegExp] => [
      ['ingest', 'parcels', roll, '--auto', '--county', '31109', '--name', name],
      /cannot be the name of a source/,
    ]),
    [['ingest', 'parcels'], /Name the files to load/],
    [['ingest', 'parcels', roll, '--county', '31109'], /--county goes with/],
    [['ingest', 'parcels', '--source', 'nowhere'], /nowhere\.json: there is no such source file/],
    [['ingest', 'parcels', '--source', broken], /broken\.json is not JSON/],
    [['ingest', 'parcels', '--source', misspelled], /owner_nam: unknown key; did you mean "?owner_name/],
    [['ingest', 'deeds', '--source', join(folder, 'roll.json')], /has no layers\.deeds/],
    [['inspect', join(folder, 'none.csv')], /there is no such file/],
    [['inspect', roll, '--rows', 'many'], /--rows must be a whole number/],
    [['inspect', roll, '--county', '99999'], /is not the 5-digit FIPS code of a county/],
    [['inspect', roll, '--county', 'Alameda'], /did you mean 06001 \(Alameda County, California\)\?/i],
    [['ingest', 'parcels', roll, '--auto', '--county', 'Lancaster, NE'], /did you mean 31109 \(Lancaster/i],
    [['inspect', 'http://127.0.0.1:9/x.csv'], /not public.*--allow-private/],
    [['ingest', 'parcels', roll, '--encoding', 'utf-8'], /--encoding goes with --source or --auto/],
    [
      ['ingest', 'parcels', roll, '--auto', '--county', '31109', '--encoding', 'klingon'],
      /Unknown encoding klingon/,
    ],
    [
      ['ingest', 'parcels', '--source', join(folder, 'roll.json'), '--encoding', 'klingon'],
      /Unknown encoding klingon/,
    ],
    [['sync', 'nowhere'], /there is no such source file/],
    [['sync', '--schedule', 'sometimes'], /is not a cron expression/],
  ];
  for (const [args, message] of cases) {
    const { status, err } = await terrier(...args);
    t.not(status, 0, args.join(' '));
    t.match(err, message, args.join(' '));
  }
});

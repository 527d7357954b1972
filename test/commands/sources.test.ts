import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
const ROLL = `${[HEADER, ...Array.from({ length: 300 }, (_, n) => line(n))].join('\n')}\n`;

t.test('inspect shows columns, proposal and what a load would do, and writes a source file', async (t) => {
  const roll = write('roll.csv', ROLL);
  const source = join(folder, 'roll.json');
  const { status, out, err } = await terrier('inspect', roll, '--county', '31109', '--write', source);
  t.equal(status, 0, err);
  t.match(out, /^ {2}CSV/m);
  t.match(out, /parcel_id +APN +certain/);
  t.match(out, /owner_name +OWNER_NAME +certain/);
  t.match(out, /300 of 300 rows would be loaded, 300 with a place on the map/);
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
  t.match(rehearsed.out, /parcels: 300 read, 300 would be loaded, 0 rejected; nothing was written/);
  const loaded = await terrier('ingest', 'parcels', '--source', source);
  t.equal(loaded.status, 0, loaded.err);
  t.match(loaded.out, /parcels: 300 read, 300 created/);
  const other = write('other.csv', ROLL.replace('100 ELM ST,100 ELM ST', '100 ELM ST,PO BOX 7'));
  const changed = await terrier('ingest', 'parcels', other, '--source', source);
  t.match(
    changed.out,
    /300 read, 0 created, 1 updated, 299 unchanged/,
    'a file given by hand takes its place',
  );
});

t.test('ingest --auto loads what is certain, and keeps the source', async (t) => {
  const roll = write('next.csv', ROLL.replaceAll('10-36-', '11-40-'));
  const { status, out, err } = await terrier('ingest', 'parcels', roll, '--county', '31109', '--auto');
  t.equal(status, 0, err);
  t.match(out, /Proposal[\s\S]*parcels: 300 read, 300 created/, 'the proposal comes first');
  t.match(err, /kept as 31109-parcels-next/);
  const synced = await terrier('sync');
  t.equal(synced.status, 0, synced.err);
  t.match(synced.out, /31109-parcels-next parcels next: nothing new/);
  const list = await terrier('sources', 'list');
  t.match(list.out, /31109-parcels-next +parcels +Lancaster County \(31109\) +- +300 .* unchanged/);
});

t.test('ingest --auto says what is to be decided', async (t) => {
  const vague = write('vague.csv', `A,B\n${Array.from({ length: 50 }, (_, n) => `${n % 3},x`).join('\n')}\n`);
  const { status, err } = await terrier('ingest', 'parcels', vague, '--county', '31109', '--auto');
  t.equal(status, 1);
  t.match(err, /Nothing was loaded: .*parcel number.*\(terrier inspect/s);
});

t.test('sync deletes what a source does not have only with --replace', async (t) => {
  const name = '31109-parcels-next';
  const added = await terrier('sync', name, '--force');
  t.match(added.out, /300 read, 0 created, 0 updated, 300 unchanged, 0 rejected/, added.err);
  const source = join(folder, 'roll.json');
  const kept = join(harness.config.TERRIER_HOME, 'sources', 'roll.json');
  copyFileSync(source, kept);
  const shared = await terrier('sync', name, '--force', '--replace');
  t.notMatch(shared.out, /removed/, 'another kept source has parcels of the county');
  rmSync(kept);
  const alone = await terrier('sync', name, '--force', '--replace');
  t.match(alone.out, /300 unchanged, 300 removed, 0 rejected/, alone.err);
});

t.test('wrong command lines say what to do', async (t) => {
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
    [['ingest', 'parcels'], /Name the files to load/],
    [['ingest', 'parcels', roll, '--county', '31109'], /--county goes with/],
    [['ingest', 'parcels', '--source', 'nowhere'], /nowhere\.json: there is no such source file/],
    [['ingest', 'parcels', '--source', broken], /broken\.json is not JSON/],
    [['ingest', 'parcels', '--source', misspelled], /owner_nam: unknown key; did you mean "?owner_name/],
    [['ingest', 'deeds', '--source', join(folder, 'roll.json')], /has no layers\.deeds/],
    [['inspect', join(folder, 'none.csv')], /there is no such file/],
    [['inspect', roll, '--rows', 'many'], /--rows must be a whole number/],
    [['inspect', roll, '--county', '99999'], /is not the 5-digit FIPS code of a county/],
    [['inspect', 'http://127.0.0.1:9/x.csv'], /not public/],
    [['sync', 'nowhere'], /there is no such source file/],
    [['sync', '--schedule', 'sometimes'], /is not a cron expression/],
  ];
  for (const [args, message] of cases) {
    const { status, err } = await terrier(...args);
    t.not(status, 0, args.join(' '));
    t.match(err, message, args.join(' '));
  }
});

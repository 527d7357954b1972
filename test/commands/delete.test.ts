import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import t, { type Test } from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { call, makeHarness } from '../helper.ts';
import { clear, contents, inputFile, ndjson } from '../ingest/support.ts';
import { terrierHere } from './in-process.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const MAIN = resolve(PROJECT_ROOT, 'src/main.ts');

/** Runs `terrier …` on this installation; nobody is at its terminal. */
async function terrier(t: Test, ...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...harness.env } });
  t.teardown(() => child.kill('SIGKILL'));
  child.stdin.end();
  const printed = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (printed.out += chunk));
  child.stderr.on('data', (chunk) => (printed.err += chunk));
  const [status] = await once(child, 'close');
  return { status, ...printed };
}

/** Runs `terrier …` without a process of its own, where nothing is asked. */
const here = (...args: string[]) => terrierHere(args, harness.env);

/** Runs it at a terminal of its own, at which somebody types. */
function atTerminal(typed: string, ...args: string[]) {
  const line = [process.execPath, MAIN, ...args].map((part) => `'${part}'`).join(' ');
  return spawnSync('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    env: { ...process.env, ...harness.env },
    input: typed,
    encoding: 'utf8',
  });
}
const noTerminal = spawnSync('script', ['--version']).status === 0 ? false : 'no `script` on the PATH';

const LANCASTER = '31109';
const WAKE = '37183';
const records = (county_fips: string) => ({
  parcels: [1, 2, 3].map((n) => ({ county_fips, parcel_id: `p${n}`, owner_name: `OWNER ${n} LLC` })),
  deeds: [{ county_fips, parcel_id: 'p1', record_id: county_fips, sale_date: '2020-01-02' }],
  permits: [{ county_fips, parcel_id: 'p2', permit_number: county_fips, contractor_name: 'ROOF-IT INC' }],
  risks: [{ county_fips, overall_score: 10 }],
});
const KINDS = ['parcels', 'deeds', 'permits', 'risks'] as const;
async function loadBoth() {
  await clear(harness);
  for (const kind of KINDS) await harness.load(kind, [...records(LANCASTER)[kind], ...records(WAKE)[kind]]);
}
const idsOf = async (kind: (typeof KINDS)[number]) => Object.keys(await contents(harness, kind));
const total = async () => (await call(app, 'GET', '/api/v1/coverage')).json().total_parcels;

t.test('terrier delete county: asks first, and deletes nothing without a terminal to ask at', async (t) => {
  await loadBoth();
  const { status, err } = await terrier(t, 'delete', 'county', LANCASTER);
  t.equal(status, 1);
  t.match(err, /Lancaster County \(31109\): 3 parcels, 1 deeds, 1 permits, 1 risks/);
  t.match(err, /add --yes/);
  t.equal((await idsOf('parcels')).length, 6);

  const refused = await here('delete', 'county', '31999', '--yes');
  t.equal(refused.status, 1);
  t.match(refused.err, '"31999" is not the 5-digit FIPS code of a county');
});

t.test('its help says how to load the county again silently', async (t) => {
  t.match((await here('delete', 'county', '--help')).out, '--no-events');
});

t.test('at a terminal, only a yes deletes', { skip: noTerminal }, async (t) => {
  await loadBoth();
  const no = atTerminal('\n', 'delete', 'county', LANCASTER);
  t.equal(no.status, 1);
  t.match(no.stdout, /Continue\? \[y\/N\].*Nothing was deleted/s);
  t.equal((await idsOf('parcels')).length, 6);
  const { status, stdout } = atTerminal('y\n', 'delete', 'county', LANCASTER);
  t.equal(status, 0, stdout);
  t.equal((await idsOf('parcels')).length, 3);
});

t.test('--yes deletes all of a county and nothing else', async (t) => {
  await loadBoth();
  t.equal(await total(), 6);
  const { status, out } = await here('delete', 'county', LANCASTER, '--yes', '--json');
  t.equal(status, 0);
  t.same(JSON.parse(out), { deleted: { parcels: 3, deeds: 1, permits: 1, risks: 1 } });
  for (const kind of KINDS) {
    const ids = await idsOf(kind);
    t.equal(ids.length, records(WAKE)[kind].length, kind);
  }
  t.equal(await total(), 3, 'the API says so');
  t.equal((await call(app, 'GET', `/api/v1/parcels/${LANCASTER}:p1`)).status, 404);
  const again = await here('delete', 'county', LANCASTER, '--yes');
  t.equal(again.status, 0);
  t.match(again.out, 'Deleted: 0 parcels, 0 deeds, 0 permits, 0 risks');
});

t.test('options of --replace are refused without it', async (t) => {
  const file = await inputFile(t, 'one.ndjson', ndjson([{ county_fips: LANCASTER, parcel_id: 'x' }]));
  const cases: [flags: string[], message: string][] = [
    [['--county', LANCASTER], '--county goes with --replace, --source or --auto'],
    [['--allow-shrink'], '--allow-shrink goes with --replace'],
  ];
  for (const [flags, message] of cases) {
    const { status, err } = await here('ingest', 'parcels', ...flags, file);
    t.equal(status, 1);
    t.match(err, message);
  }
  const wrong = await here('ingest', 'parcels', '--replace', '--county', '31109,NE', file);
  t.equal(wrong.status, 1);
  t.match(wrong.err, /"NE" is not the 5-digit FIPS code/);
});

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import t, { type Test } from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { demoDeeds, demoParcels, demoPermits, demoRisks } from '../../src/loading/demo/generate.ts';
import { isDemo, readDemoMark, writeDemoMark } from '../../src/loading/ingest/demo.ts';
import { call, makeHarness } from '../helper.ts';
import { clear, contents, inputFile, ndjson } from '../loading/ingest/support.ts';
import { start } from '../start.ts';
import { refuses, terrierHere } from './in-process.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const MAIN = resolve(PROJECT_ROOT, 'src/main.ts');

/** Runs `terrier …` on this installation, without a terminal. */
async function terrier(t: Test, ...args: string[]) {
  const { child, ended } = start(t, harness, args);
  child.stdin.end();
  return ended;
}

/** Runs `terrier …` without a process of its own, when nothing is asked. */
const here = (...args: string[]) => terrierHere(args, harness.env);

/** Runs it at its own terminal, with the given input. */
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

t.test('terrier delete county asks first, and deletes nothing without a terminal to ask at', async (t) => {
  await loadBoth();
  const { code, err } = await terrier(t, 'delete', 'county', LANCASTER);
  t.equal(code, 1);
  t.match(err, /Lancaster County \(31109\): 3 parcels, 1 deeds, 1 permits, 1 risks/);
  t.match(err, /add --yes/);
  t.equal((await idsOf('parcels')).length, 6);

  const unknown = '"31999" is not the 5-digit FIPS code of a county';
  await refuses(t, harness.env, [[['delete', 'county', '31999', '--yes'], unknown]]);
});

t.test('the help says how to load the county again without events', async (t) => {
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

t.test('--yes deletes everything in a county and nothing else', async (t) => {
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
  const ingest = ['ingest', 'parcels', file];
  await refuses(t, harness.env, [
    [[...ingest, '--county', LANCASTER], '--county goes with --replace, --source or --auto'],
    [[...ingest, '--allow-shrink'], '--allow-shrink goes with --replace'],
    [[...ingest, '--replace', '--county', '31109,NE'], '"NE" is not the 5-digit FIPS code'],
  ]);
});

/** Made-up records of one demo county: a few of each kind. */
const some = (all: Iterable<unknown>) => {
  const found: Record<string, unknown>[] = [];
  for (const record of all as Iterable<Record<string, unknown>>) {
    if (record.county_fips === LANCASTER) found.push(record);
    if (found.length === 5) break;
  }
  return found;
};
const DEMO = {
  parcels: some(demoParcels()),
  deeds: some(demoDeeds()),
  permits: some(demoPermits()),
  risks: some(demoRisks()),
};

t.test('demo records are distinguished from others', async (t) => {
  await clear(harness);
  for (const kind of KINDS) await harness.load(kind, DEMO[kind]);
  for (const kind of KINDS) {
    for (const [id, record] of Object.entries(await contents(harness, kind))) {
      const { source } = record as { source?: string | null };
      t.ok(isDemo({ id, source }), `${kind} ${id}`);
    }
  }
  for (const source of ['lancaster-assessor', 'demo', null]) t.notOk(isDemo({ id: 'demo-x', source }));
  t.notOk(isDemo({ id: '31109|mine' }));
});

t.test('a real county loaded over a demo county is reported, and demo remove keeps it', async (t) => {
  await clear(harness);
  for (const kind of KINDS) await harness.load(kind, DEMO[kind]);
  await writeDemoMark(harness.client, harness.config.INDEX_PREFIX, { demo_complete: true });
  const real = [1, 2, 3].map((n) => ({
    county_fips: LANCASTER,
    parcel_id: `p${n}`,
    source: 'lancaster-assessor',
  }));
  // One of the demo's parcels has become a real one.
  const adopted = { ...DEMO.parcels[0], owner_name: 'MAPLE LAND LLC', source: 'lancaster-assessor' };
  const file = await inputFile(t, 'real.ndjson', ndjson([...real, adopted]));
  const loaded = await terrier(t, 'ingest', 'parcels', file);
  t.equal(loaded.code, 0);
  t.match(loaded.out, 'Made-up demo records are still in 31109: `terrier demo remove` deletes them');
  const elsewhere = await harness.load('parcels', [{ county_fips: '19153', parcel_id: 'x' }]);
  t.same(elsewhere.demo_counties, [], 'of other counties nothing is said');

  const unasked = await terrier(t, 'demo', 'remove');
  t.equal(unasked.code, 1);
  t.match(unasked.err, /made-up demo records in .*31109.*: 4 parcels, 5 deeds, 5 permits, \d risks/);
  const removed = await terrier(t, 'demo', 'remove', '--yes', '--json');
  t.equal(removed.code, 0, removed.err);
  t.match(JSON.parse(removed.out), { deleted: { parcels: 4, deeds: 5, permits: 5 } });
  t.equal((await idsOf('parcels')).length, 5);
  for (const kind of ['deeds', 'permits', 'risks'] as const) t.same(await idsOf(kind), [], kind);
  t.equal(await total(), 5);
  t.same(await readDemoMark(harness.client, harness.config.INDEX_PREFIX), {
    demo_complete: true,
    demo_removed: true,
  });
  t.same((await harness.load('parcels', real)).demo_counties, [], 'then nothing is said any more');
});

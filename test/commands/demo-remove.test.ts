import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import t, { type Test } from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { demoDeeds, demoParcels, demoPermits, demoRisks } from '../../src/demo/generate.ts';
import { isDemo, readDemoMark, writeDemoMark } from '../../src/ingest/demo.ts';
import { call, makeHarness } from '../helper.ts';
import { clear, contents, inputFile, ndjson } from '../ingest/support.ts';

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

const LANCASTER = '31109';
const KINDS = ['parcels', 'deeds', 'permits', 'risks'] as const;
const idsOf = async (kind: (typeof KINDS)[number]) => Object.keys(await contents(harness, kind));
const total = async () => (await call(app, 'GET', '/api/v1/coverage')).json().total_parcels;

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

t.test(
  'a real county loaded over a demo county is reported, and demo remove keeps the real records',
  async (t) => {
    await clear(harness);
    for (const kind of KINDS) await harness.load(kind, DEMO[kind]);
    await writeDemoMark(harness.client, harness.config.INDEX_PREFIX, { demo_complete: true });
    const real = [1, 2, 3].map((n) => ({
      county_fips: LANCASTER,
      parcel_id: `p${n}`,
      source: 'lancaster-assessor',
    }));
    // One of the demo's parcels is a real one by now.
    const adopted = { ...DEMO.parcels[0], owner_name: 'MAPLE LAND LLC', source: 'lancaster-assessor' };
    const file = await inputFile(t, 'real.ndjson', ndjson([...real, adopted]));
    const loaded = await terrier(t, 'ingest', 'parcels', file);
    t.equal(loaded.status, 0);
    t.match(loaded.out, 'Made-up demo records are still in 31109: `terrier demo remove` deletes them');
    const elsewhere = await harness.load('parcels', [{ county_fips: '19153', parcel_id: 'x' }]);
    t.same(elsewhere.demo_counties, [], 'of other counties nothing is said');

    const unasked = await terrier(t, 'demo', 'remove');
    t.equal(unasked.status, 1);
    t.match(unasked.err, /made-up demo records in .*31109.*: 4 parcels, 5 deeds, 5 permits, \d risks/);
    const removed = await terrier(t, 'demo', 'remove', '--yes', '--json');
    t.equal(removed.status, 0, removed.err);
    t.match(JSON.parse(removed.out), { deleted: { parcels: 4, deeds: 5, permits: 5 } });
    t.equal((await idsOf('parcels')).length, 5);
    for (const kind of ['deeds', 'permits', 'risks'] as const) t.same(await idsOf(kind), [], kind);
    t.equal(await total(), 5);
    t.same(await readDemoMark(harness.client, harness.config.INDEX_PREFIX), {
      demo_complete: true,
      demo_removed: true,
    });
    t.same((await harness.load('parcels', real)).demo_counties, [], 'then nothing is said any more');
  },
);

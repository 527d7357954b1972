import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { VIEW_KINDS } from '../../src/elastic/indices.ts';
import { deleteRecords } from '../../src/ingest/delete.ts';
import type { Progress } from '../../src/ingest/ingest.ts';
import { makeBed } from '../helper.ts';
import { clear, contents, differences, inputFile, ndjson, stored } from './support.ts';

const bed = await makeBed(t);

/** A step of the progress that picks the moment, or the moment when the first copy of an index is there. */
type Moment = ((step: Progress) => boolean) | 'copying';

const indices = async () =>
  Object.keys(await bed.client.indices.get({ index: `${bed.config.INDEX_PREFIX}-*`, features: 'aliases' }));

/** Starts a program of this folder and kills it at a moment. Returns whether it came to that. */
async function killed(program: string, args: string[], when: Moment): Promise<boolean> {
  const path = resolve(PROJECT_ROOT, 'test/ingest', program);
  const env = { ...process.env, ...bed.env };
  const before = new Set(await indices());
  const child = spawn(process.execPath, [path, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  createInterface({ input: child.stdout }).on('line', (line) => {
    const step = JSON.parse(line);
    if ('phase' in step && when !== 'copying' && when(step)) child.kill('SIGKILL');
  });
  while (when === 'copying' && child.exitCode === null && child.signalCode === null) {
    if ((await indices()).some((name) => !before.has(name))) child.kill('SIGKILL');
    await sleep(5);
  }
  await exited;
  return child.signalCode === 'SIGKILL';
}

const LANCASTER = '31109';
const DOUGLAS = '31055';
const COUNTIES = [LANCASTER, DOUGLAS];
const SIZE = 2_400;
const parcels = Array.from({ length: SIZE }, (_, n) => ({
  county_fips: COUNTIES[n % 2]!,
  parcel_id: `p${n}`,
  owner_name: `OWNER ${n % 500} LLC`,
  total_assessed_value: 50_000 + ((n * 7_919) % 400_000),
  sale_price: n % 3 ? null : 100_000,
  sale_date: n % 3 ? null : '2012-03-04',
}));
const deeds = Array.from({ length: 900 }, (_, n) => ({
  county_fips: COUNTIES[n % 2]!,
  parcel_id: `p${n % 300}`,
  record_id: `r${n}`,
  sale_date: `20${10 + (n % 12)}-0${1 + (n % 9)}-11`,
  sale_price_usd: 40_000 + ((n * 104_729) % 600_000),
}));
/** Lancaster, published again: some are gone, some have changed, some are new. */
const anew = [
  ...parcels
    .filter(({ county_fips }, n) => county_fips === LANCASTER && n % 5 !== 0)
    .map((one, n) => (n % 2 ? one : { ...one, owner_name: 'MAPLE LAND LLC', total_assessed_value: 9_000 })),
  ...Array.from({ length: 700 }, (_, n) => ({ ...parcels[0]!, parcel_id: `new${n}` })),
];
const file = await inputFile(t, 'anew.ndjson', ndjson(anew));
const replacement = ['parcels', file, 'replace'];

const KINDS = ['parcels', 'deeds', ...VIEW_KINDS] as const;
type Everything = Record<string, Record<string, unknown>>;
async function everything(): Promise<Everything> {
  const found: Everything = {};
  for (const kind of KINDS) found[kind] = await contents(bed, kind);
  return found;
}
const differing = (found: Everything, expected: Everything) =>
  KINDS.flatMap((kind) => differences(found[kind]!, expected[kind]!).map((one) => ({ kind, ...one })));

async function loadOld() {
  await clear(bed);
  await bed.load('parcels', parcels);
  await bed.load('deeds', deeds);
}

const loading = (least: number) => (step: Progress) => step.phase === 'load' && step.rows >= least;
const deriving = (least: number) => (step: Progress) => step.phase === 'derive' && step.rows >= least;

t.test('kill -9 in a replacement: all of the old is there, in every record and figure', async (t) => {
  await loadOld();
  const old = await everything();
  const report = await bed.load('parcels', { files: [file] }, { replace: true });
  t.match(report, { error: null, removed: 240 });
  const wanted = await everything();
  t.ok(differing(wanted, old).length > 0);

  await loadOld();
  const moments: [string, Moment][] = [
    ['while the copies are made', 'copying'],
    ['in the load', loading(500)],
    ['at the end of the load', loading(anew.length)],
    ['in the derive step', deriving(1)],
    ['later in the derive step', deriving(900)],
  ];
  for (const [name, when] of moments) {
    t.ok(await killed('load-child.ts', replacement, when), `killed ${name}`);
    // `everything` refreshes all indices: what was written to them would be found.
    t.same(differing(await everything(), old), [], `killed ${name}: all of the old`);
  }

  // Another load comes between; it mends what it needs, and sees the old county.
  const other = { ...parcels[1]!, owner_name: 'ELSEWHERE LLC' };
  t.match(await bed.load('parcels', [other]), { error: null, updated: 1 });
  t.match(await bed.load('parcels', [parcels[1]!]), { error: null, updated: 1 });
  t.same(differing(await everything(), old), [], 'as before');

  const mended = await bed.load('parcels', { files: [file] }, { replace: true });
  t.match(mended, { error: null, removed: 240 });
  t.same(differing(await everything(), wanted), [], 'the same command: all of the new');
  t.equal((await stored(bed, 'removals')).size, 0);
});

t.test('kill -9 while a county is deleted: all of it is there, until the same command is done', async (t) => {
  await loadOld();
  const old = await everything();
  const chosen = { counties: [LANCASTER], goes: () => true };
  await deleteRecords(bed.target, chosen);
  const wanted = await everything();
  await loadOld();
  for (const [name, when] of [
    ['while the copies are made', 'copying'],
    ['in the derive step', deriving(1)],
    ['later in it', deriving(400)],
  ] as [string, Moment][]) {
    t.ok(await killed('delete-child.ts', [LANCASTER], when), `killed ${name}`);
    t.same(differing(await everything(), old), [], `killed ${name}: all of the old`);
  }
  await deleteRecords(bed.target, chosen);
  t.same(differing(await everything(), wanted), [], 'the same command');
  t.same(
    Object.keys(wanted.parcels!).filter((id) => id.startsWith(LANCASTER)),
    [],
  );
});

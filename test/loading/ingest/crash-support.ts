import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Test } from 'tap';
import { PROJECT_ROOT } from '../../../src/config.ts';
import type { Progress } from '../../../src/loading/ingest/ingest.ts';
import { VIEW_KINDS } from '../../../src/stores/elastic/indices.ts';
import type { Harness } from '../../helper.ts';
import { square } from '../../squares.ts';
import { clear, contents, differences } from './support.ts';

/** Picks the moment by the step of the progress. */
export type Moment = (step: Progress) => boolean;

export const loading = (least: number) => (step: Progress) => step.phase === 'load' && step.rows >= least;
export const removing = (step: Progress) => step.phase === 'remove';
export const deriving = (least: number) => (step: Progress) => step.phase === 'derive' && step.rows >= least;

export const LANCASTER = '31109';
const DOUGLAS = '31055';
const COUNTIES = [LANCASTER, DOUGLAS];
const SIZE = 2_400;
export const parcels = Array.from({ length: SIZE }, (_, n) => ({
  county_fips: COUNTIES[n % 2]!,
  parcel_id: `p${n}`,
  owner_name: `OWNER ${n % 500} LLC`,
  total_assessed_value: 50_000 + ((n * 7_919) % 400_000),
  sale_price: n % 3 ? null : 100_000,
  sale_date: n % 3 ? null : '2012-03-04',
  ...(n % 4 === 0 && { outline: square(-96.7 + (n % 40) * 0.0005, 40.8 + n * 0.00001, 0.0004) }),
}));
export const deeds = Array.from({ length: 900 }, (_, n) => ({
  county_fips: COUNTIES[n % 2]!,
  parcel_id: `p${n % 300}`,
  record_id: `r${n}`,
  sale_date: `20${10 + (n % 12)}-0${1 + (n % 9)}-11`,
  sale_price_usd: 40_000 + ((n * 104_729) % 600_000),
}));
/** Lancaster, published again: some are gone, some have changed, some are new. */
export const replacements = [
  ...parcels
    .filter(({ county_fips }, n) => county_fips === LANCASTER && n % 5 !== 0)
    .map((one, n) => (n % 2 ? one : { ...one, owner_name: 'MAPLE LAND LLC', total_assessed_value: 9_000 })),
  ...Array.from({ length: 700 }, (_, n) => ({ ...parcels[0]!, parcel_id: `new${n}` })),
];
const KINDS = ['parcels', 'deeds', ...VIEW_KINDS] as const;
/** All records and figures. */
export type Everything = Record<string, Record<string, unknown>>;
export const differing = (found: Everything, expected: Everything) =>
  KINDS.flatMap((kind) => differences(found[kind]!, expected[kind]!).map((one) => ({ kind, ...one })));

/** What the tests of killed replacements and deletions do with an installation. */
export function crashes(t: Pick<Test, 'teardown'>, harness: Harness) {
  /** Starts a program of this folder and kills it at a moment. Returns whether it was killed. */
  async function killed(program: string, args: string[], when: Moment): Promise<boolean> {
    const path = resolve(PROJECT_ROOT, 'test/loading/ingest', program);
    const env = { ...process.env, ...harness.env };
    const child = spawn(process.execPath, [path, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    t.teardown(() => child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    createInterface({ input: child.stdout }).on('line', (line) => {
      const step = JSON.parse(line);
      if ('phase' in step && when(step)) child.kill('SIGKILL');
    });
    await exited;
    return child.signalCode === 'SIGKILL';
  }

  /** All records and figures, after a refresh of all indices. */
  async function everything(): Promise<Everything> {
    const found: Everything = {};
    for (const kind of KINDS) found[kind] = await contents(harness, kind);
    return found;
  }

  async function loadOld(): Promise<void> {
    await clear(harness);
    await harness.load('parcels', parcels);
    await harness.load('deeds', deeds);
  }

  return { killed, everything, loadOld };
}

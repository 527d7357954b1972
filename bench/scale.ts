import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from './machine.ts';
import { openRig, type Rig } from './rig.ts';
import { printAnswers, printGrowth, printSmallLoads } from './scale/print.ts';
import { measureSteps } from './scale/steps.ts';

const MILLION = 1_000_000;

const HELP = `
npm run bench:scale -- [--parcels N] [--seed N] [--again]

How cost grows with size: N made parcels with lots (default 10,000,000), as many deeds and half as many permits.

The first hundredth, and then up to one tenth, are loaded with \`terrier ingest\`. The other nine tenths are not loaded: they
are ten copies of the second load, made inside Elasticsearch in every index: parcels, outlines, deeds, permits and all that
is derived. Each copy has its own counties, places, owners and contractors, as if it had been loaded.

For both loads, it measures records per second and resident memory. At one hundredth, at one tenth and with all parcels, it
measures index bytes per parcel, milliseconds and requests per second for every kind of search and derived figure, and then
the rates and memory of one small load: N / 500 parcels with as many deeds and half as many permits, in their own counties.
Exits with 1 when ten times the parcels make an answer with the same work more than twice as slow, an answer with ten times
the work more than twelve times as slow, or the small load less than half as fast. With fewer than ten million parcels,
nothing is judged: the first parts are thinner, so the boxes have fewer parcels.

Ten million parcels take about an hour and a half and 40 GB of disk space. Results are kept in the home folder
(TERRIER_HOME): the next call continues where this one was stopped. --again starts over.

Servers: ELASTICSEARCH_URL and DATABASE_URL, else the local stack, which is started.`;

const { values } = parseArgs({
  options: {
    parcels: { type: 'string', default: String(10 * MILLION) },
    seed: { type: 'string', default: '1' },
    again: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

/** From this many parcels on, a small box has as many parcels in the second part as it would in a larger part. */
const WORTHWHILE = 10 * MILLION;

async function forget(rig: Rig, file: string): Promise<void> {
  const found = await rig.client.indices.get({ index: `${rig.config.INDEX_PREFIX}-*`, features: 'aliases' });
  for (const index of Object.keys(found)) await rig.client.indices.delete({ index });
  await rm(file, { force: true });
}

if (values.help) console.log(HELP.trim());
else {
  const [parcels, seed] = [Number(values.parcels), Number(values.seed)];
  if (!(Number.isSafeInteger(parcels) && parcels >= 1_000)) throw new Error('--parcels must be 1000 or more');
  if (!Number.isSafeInteger(seed)) throw new Error('--seed must be a whole number');
  const name = `scale-${parcels}-${seed}`;
  const before = await openRig(name);
  const file = join(before.config.TERRIER_HOME, `bench-${name}.ndjson`);
  await mkdir(dirname(file), { recursive: true });
  if (values.again) await forget(before, file);
  await before.close();
  const rig = await openRig(name);
  const steps = await measureSteps(rig, file, parcels, seed);
  await rig.close();
  console.log(machine());
  printGrowth(steps);
  const findings = [...printSmallLoads(steps, parcels), ...printAnswers(steps)];
  if (parcels >= WORTHWHILE && findings.length > 0) {
    console.log(findings.join('\n'));
    process.exitCode = 1;
  }
}

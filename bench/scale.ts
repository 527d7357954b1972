import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { aliasOf, KINDS } from '../src/elastic/indices.ts';
import { machine } from './machine.ts';
import { type Figures, printTable } from './measure.ts';
import { openRig, type Rig, serve, settle } from './rig.ts';
import { loadPart, type PartLoad } from './scale/load.ts';
import { askAll, GROWING } from './scale/questions.ts';
import { MOST_PARTS, type Source } from './scale/records.ts';

const MILLION = 1_000_000;

const HELP = `
npm run bench:scale -- [--parcels N] [--seed N] [--again]

How cost grows with size. Loads N made parcels with lots (default 10,000,000), as many deeds and half as many permits:
first one hundredth, then up to one tenth, then the rest, a million at a time at most, each part in counties of its own.
Of each load: records a second and resident memory; after each part: bytes of the indices a parcel. At one hundredth,
one tenth and all: milliseconds and requests a second of every kind of search and derived figure. Ends with 1 when ten times
the parcels make an answer of the same work twice as slow, or one of ten times the work twelve times, or a load half as
fast. Of fewer than ten million parcels nothing is judged: the first parts are thinner, so that the boxes hold fewer of them.

Ten million take hours and about 40 GB of disk. What is measured is kept in the home folder (TERRIER_HOME): the next
call goes on where this one was stopped. --again begins from nothing.

Servers: ELASTICSEARCH_URL and DATABASE_URL, else the local stack, which is started.`;

const { values } = parseArgs({
  options: {
    parcels: { type: 'string', default: String(10 * MILLION) },
    seed: { type: 'string', default: '1' },
    again: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

/** What was measured when the installation held so many parcels. */
interface Step {
  parcels: number;
  loads: PartLoad[];
  /** Of the indices without replicas, in bytes; 0 until the part is loaded. */
  bytes: number;
  /** Milliseconds and requests a second by question, where they were asked. */
  answers?: Record<string, Figures>;
}

/** An answer of the same work may take so many times as long with ten times the parcels, one of ten times the work so many. */
const LONGEST = { same: 2, growing: 12 };
const LEAST_RATE = 0.5;
/** From here on, the second part is as large as those after it, and boxes hold as many parcels. */
const WORTHWHILE = 10 * MILLION;
const ORDER: Source[] = ['permits', 'deeds', 'parcels'];

/** How many parcels there are after each part. */
function sizesUpTo(parcels: number): number[] {
  const sizes = [parcels / 100, parcels / 10].map(Math.ceil);
  const part = Math.max(MILLION, Math.ceil(parcels / (MOST_PARTS - 2)));
  while (sizes.at(-1)! < parcels) sizes.push(Math.min(parcels, sizes.at(-1)! + part));
  return sizes;
}

async function bytesOf({ client, config }: Rig): Promise<number> {
  const index = KINDS.map((kind) => aliasOf(config.INDEX_PREFIX, kind));
  const { _all } = await client.indices.stats({ index, metric: 'store' });
  return _all.primaries!.store!.size_in_bytes;
}

async function answersOf(rig: Rig): Promise<Step['answers']> {
  const api = await serve('api', rig);
  try {
    return await askAll(rig, api);
  } finally {
    await api.stop();
  }
}

/** Each line of the file is a step as it was then. */
async function readSteps(file: string): Promise<Map<number, Step>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const steps: Step[] = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return new Map(steps.map((step) => [step.parcels, step]));
}

/** Measures what no earlier call has. */
async function measure(rig: Rig, file: string, parcels: number, seed: number): Promise<Step[]> {
  const known = await readSteps(file);
  const sizes = sizesUpTo(parcels);
  const asked = new Set([sizes[0], sizes[1], parcels]);
  const steps = sizes.map((size) => known.get(size) ?? { parcels: size, loads: [], bytes: 0 });
  const keep = (step: Step) => appendFile(file, `${JSON.stringify(step)}\n`);
  for (const [part, step] of steps.entries()) {
    const size = step.parcels;
    const count = size - (sizes[part - 1] ?? 0);
    for (const kind of ORDER.slice(step.loads.length)) {
      const load = await loadPart(rig, kind, part, count, seed);
      step.loads.push(load);
      await keep(step);
      const seconds = `${load.load.toFixed(0)} s to load, ${load.derive.toFixed(0)} s to derive`;
      console.error(`${size} parcels: ${load.records} ${kind}, ${seconds}, ${load.resident.toFixed(0)} MiB`);
    }
    if (step.bytes > 0) continue;
    await settle(rig);
    if (asked.has(size)) step.answers = await answersOf(rig);
    step.bytes = await bytesOf(rig);
    await keep(step);
  }
  return steps;
}

const rateOf = ({ records, load, derive }: PartLoad) => records / (load + derive);

function printLoads(steps: Step[]): void {
  const rows = steps.map(({ parcels, loads, bytes }) => ({
    parcels: String(parcels),
    ...Object.fromEntries(loads.map((load) => [`${load.kind}/s`, rateOf(load).toFixed(0)])),
    'most MiB': Math.max(...loads.map(({ resident }) => resident)).toFixed(0),
    'index bytes a parcel': (bytes / parcels).toFixed(0),
  }));
  printTable(rows);
}

const WIDTH = 40;
const bar = (value: number, most: number) => '█'.repeat(Math.max(1, Math.round((value / most) * WIDTH)));

/** How the time of each question grows from one size to the next. Returns those that grow faster than their work. */
function printAnswers(steps: Step[]): string[] {
  const asked = steps.filter(({ answers }) => answers);
  const names = Object.keys(asked[0]!.answers!);
  const p50 = (name: string, { answers }: Step) => answers![name]!.p50;
  const growth = (name: string) => p50(name, asked.at(-1)!) / p50(name, asked.at(-2)!);
  const bound = (name: string) => (GROWING.has(name) ? LONGEST.growing : LONGEST.same);
  printTable(
    names.map((name) => ({
      question: name,
      ...Object.fromEntries(asked.map((step) => [`${step.parcels}, ms`, p50(name, step).toFixed(2)])),
      ...Object.fromEntries(
        asked.map((step) => [`${step.parcels}, a second`, step.answers![name]!.rate.toFixed(0)]),
      ),
      growth: `${growth(name).toFixed(2)} (≤ ${bound(name)})`,
    })),
  );
  const most = Math.max(...asked.flatMap((step) => names.map((name) => p50(name, step))));
  for (const name of names) {
    console.log(name);
    for (const step of asked) {
      const value = p50(name, step);
      console.log(`  ${String(step.parcels).padStart(10)} ${bar(value, most)} ${value.toFixed(2)} ms`);
    }
  }
  return names.filter((name) => growth(name) > bound(name)).map((name) => `${name}: answers take too long`);
}

function slowLoads(steps: Step[]): string[] {
  const [first, last] = [steps[1]!, steps.at(-1)!];
  return last.loads
    .filter((load, at) => rateOf(load) < rateOf(first.loads[at]!) * LEAST_RATE)
    .map(({ kind }) => `${kind}: loads become slow`);
}

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
  const steps = await measure(rig, file, parcels, seed);
  await rig.close();
  console.log(machine());
  printLoads(steps);
  const findings = [...printAnswers(steps), ...slowLoads(steps)];
  if (parcels >= WORTHWHILE && findings.length > 0) {
    console.log(findings.join('\n'));
    process.exitCode = 1;
  }
}

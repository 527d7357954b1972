import { appendFile, readFile } from 'node:fs/promises';
import { aliasOf, KINDS } from '../../src/stores/elastic/indices.ts';
import type { Figures } from '../measure.ts';
import { type Rig, serve } from '../rig.ts';
import { type Copied, copyParts } from './copy.ts';
import { loadPart, type PartLoad } from './load.ts';
import { PARTS, type Part, partOf, smallPart } from './parts.ts';
import { askAll } from './questions.ts';
import type { Source } from './records.ts';
import { allMerged } from './settle.ts';

/** What was measured when the installation had so many parcels. */
export interface Step {
  parcels: number;
  /** Loads or copies of the parts that brought the installation to that size. */
  loads: PartLoad[];
  copied: Copied[];
  /** Size of the indices without replicas; 0 until the part is there. */
  bytes: number;
  /** Milliseconds and requests per second, by question. */
  answers: Record<string, Figures> | null;
  /** Loads of a small part afterwards, the same at every size. */
  small: PartLoad[];
}

const ORDER: Source[] = ['permits', 'deeds', 'parcels'];
/** The part that is copied, and how many parts are loaded. */
const SECOND = 1;
const LOADED = 2;
/** The size of a small part, as a share of all parcels. */
const SMALL = 1 / 500;

/** Two parts are loaded; the others are as large as the second one. */
const sizesUpTo = (parcels: number) => [Math.ceil(parcels / 100), Math.ceil(parcels / 10), parcels];

export const smallSize = (parcels: number) => Math.ceil(parcels * SMALL);

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

/** Reads the steps: each line is a step as it was when written, and the last line for a size counts. */
async function readSteps(file: string): Promise<Map<number, Step>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const steps: Step[] = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return new Map(steps.map((step) => [step.parcels, step]));
}

type Keep = () => Promise<void>;

/** Loads what is missing of a part. */
async function loadAll(
  rig: Rig,
  loads: PartLoad[],
  part: Part,
  count: number,
  seed: number,
  keep: Keep,
): Promise<void> {
  for (const kind of ORDER.slice(loads.length)) {
    await allMerged(rig);
    const load = await loadPart(rig, kind, part, count, seed);
    loads.push(load);
    await keep();
    const seconds = `${load.load.toFixed(0)} s to load, ${load.derive.toFixed(0)} s to derive`;
    console.error(`  ${load.records} ${kind}, ${seconds}, ${load.resident.toFixed(0)} MiB`);
  }
}

/** Copies what is missing of the parts that are not loaded. */
async function copyAll(rig: Rig, copied: Copied[], keep: Keep): Promise<void> {
  const parts = Array.from({ length: PARTS - LOADED }, (_, at) => partOf(LOADED + at));
  const done = new Set(copied.map(({ kind }) => kind));
  await copyParts(rig.target, partOf(SECOND), parts, done, async (one) => {
    copied.push(one);
    await keep();
    const rate = (one.documents / one.seconds).toFixed(0);
    console.error(`  ${one.documents} ${one.kind} copied in ${one.seconds.toFixed(0)} s, ${rate} a second`);
  });
}

/** Measures what no earlier call has measured; results are kept in the file. */
export async function measureSteps(rig: Rig, file: string, parcels: number, seed: number): Promise<Step[]> {
  const known = await readSteps(file);
  const sizes = sizesUpTo(parcels);
  const steps = sizes.map(
    (size): Step =>
      known.get(size) ?? { parcels: size, loads: [], copied: [], bytes: 0, answers: null, small: [] },
  );
  for (const [at, step] of steps.entries()) {
    const keep = () => appendFile(file, `${JSON.stringify(step)}\n`);
    if (step.bytes === 0) {
      console.error(`Up to ${step.parcels} parcels:`);
      const count = step.parcels - (sizes[at - 1] ?? 0);
      if (at < LOADED) await loadAll(rig, step.loads, partOf(at), count, seed, keep);
      else await copyAll(rig, step.copied, keep);
      await allMerged(rig);
      step.answers = await answersOf(rig);
      step.bytes = await bytesOf(rig);
      await keep();
    }
    if (step.small.length < ORDER.length) console.error(`With ${step.parcels} parcels:`);
    await loadAll(rig, step.small, smallPart(at), smallSize(parcels), seed, keep);
  }
  return steps;
}

import { printTable } from '../measure.ts';
import type { PartLoad } from './load.ts';
import { PARTS } from './parts.ts';
import { GROWING } from './questions.ts';
import { type Step, smallSize } from './steps.ts';

/** How many times as long an answer may take with ten times the parcels, if it takes the same work or ten times the work. */
const LONGEST = { same: 2, growing: 12 };
const LEAST_RATE = 0.5;

const rateOf = ({ records, load, derive }: PartLoad) => records / (load + derive);
const most = (loads: PartLoad[]) => Math.max(...loads.map(({ resident }) => resident)).toFixed(0);
const rates = (loads: PartLoad[]) =>
  Object.fromEntries(loads.map((load) => [`${load.kind}/s`, rateOf(load).toFixed(0)]));

function madeBy({ copied }: Step): string {
  if (copied.length === 0) return 'a load';
  const documents = copied.reduce((sum, one) => sum + one.documents, 0);
  const seconds = copied.reduce((sum, one) => sum + one.seconds, 0);
  return `${PARTS - 2} copies of the load before: ${(documents / seconds).toFixed(0)} documents/s`;
}

/** Prints how the installation grew. Copies have no loading rates. */
export function printGrowth(steps: Step[]): void {
  const none = { 'permits/s': '', 'deeds/s': '', 'parcels/s': '', 'most MiB': '' };
  printTable(
    steps.map((step) => ({
      parcels: String(step.parcels),
      'made by': madeBy(step),
      ...(step.loads.length === 0 ? none : { ...rates(step.loads), 'most MiB': most(step.loads) }),
      'index bytes a parcel': (step.bytes / step.parcels).toFixed(0),
    })),
  );
}

/** Prints the same small load at every size. Returns what has become slow. */
export function printSmallLoads(steps: Step[], parcels: number): string[] {
  const count = smallSize(parcels);
  console.log(
    `\nLoads of ${count / 2} permits, ${count} deeds and ${count} parcels into new counties, beside what is stored:`,
  );
  printTable(
    steps.map((step) => ({
      'stored parcels': String(step.parcels),
      ...rates(step.small),
      'most MiB': most(step.small),
    })),
  );
  const [before, last] = steps.slice(-2) as [Step, Step];
  return last.small
    .filter((load, at) => rateOf(load) < rateOf(before.small[at]!) * LEAST_RATE)
    .map(({ kind }) => `${kind}: loads become slow`);
}

const WIDTH = 40;
const bar = (value: number, top: number) => '█'.repeat(Math.max(1, Math.round((value / top) * WIDTH)));

/** Prints how the time of each question grows from one size to the next. Returns those that grow faster than their work. */
export function printAnswers(steps: Step[]): string[] {
  const names = Object.keys(steps[0]!.answers!);
  const p50 = (name: string, { answers }: Step) => answers![name]!.p50;
  const growth = (name: string) => p50(name, steps.at(-1)!) / p50(name, steps.at(-2)!);
  const bound = (name: string) => (GROWING.has(name) ? LONGEST.growing : LONGEST.same);
  console.log('');
  printTable(
    names.map((name) => ({
      question: name,
      ...Object.fromEntries(steps.map((step) => [`${step.parcels}, ms`, p50(name, step).toFixed(2)])),
      ...Object.fromEntries(
        steps.map((step) => [`${step.parcels}, a second`, step.answers![name]!.rate.toFixed(0)]),
      ),
      growth: `${growth(name).toFixed(2)} (≤ ${bound(name)})`,
    })),
  );
  const top = Math.max(...steps.flatMap((step) => names.map((name) => p50(name, step))));
  for (const name of names) {
    console.log(name);
    for (const step of steps) {
      const value = p50(name, step);
      console.log(`  ${String(step.parcels).padStart(10)} ${bar(value, top)} ${value.toFixed(2)} ms`);
    }
  }
  return names.filter((name) => growth(name) > bound(name)).map((name) => `${name}: answers take too long`);
}

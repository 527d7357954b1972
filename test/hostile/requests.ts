import { type Findings, median } from '../proof/findings.ts';
import { ask } from './ask.ts';
import type { Known } from './inputs/draft.ts';
import { bearer, JSON_BODY } from './inputs/draft.ts';
import { KINDS, type Made, madeRequest } from './inputs/index.ts';
import { type Memory, memoryOf } from './inspector.ts';
import { judge, type Law } from './judge.ts';
import { createLedger, described } from './ledger.ts';
import type { Operation } from './operations.ts';
import type { Place } from './place.ts';
import { askedAgain, LONGEST, PATIENCE } from './slow.ts';
import { toBytes } from './wire.ts';

const AT_ONCE = 6;
/** How often the server's memory is measured during a run: each time stops it for a garbage collection. */
const looksFor = (count: number) => Math.min(30, Math.max(6, Math.round(count / 300)));
/** Requests before memory is first measured: the first of each kind creates validators and fills caches. */
const WARMUP = 500;
/** How much more memory the last third of a run may use than the first, for what caches and pages still take. */
const GROWTH = { times: 1.1, bytes: 32 * 2 ** 20 };
const MIB = 2 ** 20;

/** Sends the requests from `from` to `to`, some at once. */
async function askRange(from: number, to: number, one: (n: number) => Promise<void>): Promise<void> {
  let next = from;
  const worker = async () => {
    while (next < to) await one(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function growthFault(name: string, looks: number[]): string[] {
  const third = Math.floor(looks.length / 3);
  const [first, last] = [median(looks.slice(0, third)), median(looks.slice(-third))];
  return last > first * GROWTH.times + GROWTH.bytes
    ? [`${name} grew from ${(first / MIB).toFixed(1)} to ${(last / MIB).toFixed(1)} MiB`]
    : [];
}

function memoryLine(name: string, looks: number[]): string {
  const third = Math.floor(looks.length / 3);
  const parts = [looks.slice(0, third), looks.slice(third, -third), looks.slice(-third)];
  return `${name}, MiB after a collection, by thirds of the run: ${parts.map((part) => (median(part) / MIB).toFixed(1)).join(', ')}`;
}

/** Sends generated requests of a seed to every operation and checks every answer. */
export async function requestFindings(
  place: Place,
  {
    seed,
    count,
    operations,
    known,
    law,
  }: { seed: number; count: number; operations: readonly Operation[]; known: Known; law: Law },
): Promise<Findings> {
  const { port, api } = place;
  const ledger = createLedger(seed);
  const doubtful: Made[] = [];
  async function one(n: number): Promise<void> {
    const made = madeRequest(seed, n, operations, known);
    const heard = await ask(port, toBytes(made.wire));
    const verdict = judge(made, heard, law);
    ledger.add(made, verdict, heard.ms);
    if (verdict.isUnavailable || heard.ms > LONGEST) doubtful.push(made);
  }
  // Requests of another seed.
  await askRange(0, Math.min(WARMUP, count), async (n) => {
    await ask(port, toBytes(madeRequest(seed + 1, n, operations, known).wire));
  });
  const looks: Memory[] = [];
  const wanted = looksFor(count);
  const began = performance.now();
  for (let look = 0; look < wanted; look++) {
    await askRange(Math.floor((count * look) / wanted), Math.floor((count * (look + 1)) / wanted), one);
    if (!api.isAlive()) break;
    looks.push(await memoryOf(api.inspector));
  }
  const seconds = (performance.now() - began) / 1_000;
  if (!api.isAlive()) ledger.faults.push(`the server ended: ${api.text().slice(-500)}`);

  const body = Buffer.from(JSON.stringify({ filters: { countyFips: known.county }, limit: 1 }));
  const plain = toBytes({
    method: 'POST',
    target: '/api/v1/search',
    headers: [bearer(known.key), JSON_BODY],
    body,
  });
  const until = performance.now() + PATIENCE;
  const outcomes = { fine: 0, slow: 0, undecided: 0 };
  for (const made of api.isAlive() ? doubtful : []) {
    const outcome = await askedAgain(made, { port, plain, law, until });
    outcomes[outcome]++;
    if (outcome === 'slow')
      ledger.faults.push(`${described(seed, made)}: late or unavailable, three times, on a calm machine`);
  }
  const times = ledger.times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  const heaps = looks.map(({ heap }) => heap);
  const buffers = looks.map(({ buffers }) => buffers);
  return {
    title: `Requests: ${ledger.times.length} of ${KINDS.length} kinds over ${ledger.operationsAsked()} of ${operations.length} operations in ${seconds.toFixed(0)} s`,
    figures: [
      ...ledger.figures(),
      `from connection to end, ms: median ${at(0.5)}, 99 % ${at(0.99)}, longest ${at(1)}`,
      `over ${LONGEST} ms or 503: ${doubtful.length}; asked again alone: ${outcomes.fine} in time, ${outcomes.slow} late, ${outcomes.undecided} undecided on a busy machine`,
      memoryLine('heap of the server', heaps),
      memoryLine('its buffers', buffers),
      `cursors: ${known.cursors.length}, of ${known.cursors.map(({ cursor }) => cursor.length).join(', ')} characters`,
    ],
    faults: [
      ...ledger.faults,
      ...growthFault('the heap', heaps),
      ...growthFault('the memory of buffers', buffers),
      ...(ledger.operationsAsked() < operations.length && count >= operations.length * 20
        ? ['some operations were not asked']
        : []),
    ],
  };
}

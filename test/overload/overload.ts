import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { busyCores } from '../../bench/machine.ts';
import { memoryOf } from '../hostile/inspector.ts';
import { type Findings, table } from '../proof/findings.ts';
import { type Caller, type Client, type Job, quantile, type Report } from './load.ts';
import type { Api, Place } from './place.ts';
import type { Size } from './run.ts';

/** Requests at once with which the capacity is measured. */
const AT_ONCE = 8;
const TIMES = 3;
/** The share of the capacity that paying callers ask for. */
const PAYING = 0.4;
const QUIET = 0.1;
const HALF = 0.5;
/**
 * The limits: shares of what was asked for, times in milliseconds. Served requests should take five times as long at most;
 * docs/overload.md says what limits it.
 */
const SLOWER = 25;
const PAYING_SERVED = 0.9;
const GOODPUT = 0.5;
const AFTERWARDS = 0.99;
const EARLY = 250;
const LAG = 2;
const GROWTH = { share: 1.1, more: 32 * 2 ** 20 };
/** The start of an overload is not one yet: a burst may wait. */
const SETTLING = 2_000;
const RECOVERY = 2_000;
/** Seconds until the code is compiled and the rows are in memory. */
const WARMING = 4;
/** Times on a machine that does other work prove nothing, so it is tried again. */
const TRIES = 3;
/** Seconds of load from which on there are enough answers to judge times. */
const JUDGED = 24;
const LOOK_AT_MEMORY = 250;

const MIB = 2 ** 20;
const ms = (time: number) => time.toFixed(1);
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const middle = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
const all = (report: Report, outcome: 'served' | 'refused') =>
  Object.values(report.tallies).flatMap((tally) => tally[outcome]);
const sentOf = (report: Report) => Object.values(report.tallies).reduce((sum, { sent }) => sum + sent, 0);

async function residentOf(pid: number): Promise<number> {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kib) * 1024;
}

interface Measured {
  capacity: number;
  /** How many of a crowd of requests at once were refused. */
  crowded: number;
  quiet: { report: Report; lags: number[] };
  over: { report: Report; lags: number[] };
  memory: { before: number; after: number; resident: number[] };
  afterwards: Report;
}

/** Measures once: the capacity, then a tenth of it, three times as much, and half of it afterwards. */
async function measure(
  { client, parcels, key, news }: Place,
  api: Api,
  { seed, seconds }: Size,
): Promise<Measured> {
  const job = { port: api.port, seed, parcels, atOnce: 0 };
  const run = (more: Pick<Job, 'seconds' | 'callers'> & Partial<Job>): ReturnType<Client['run']> =>
    client.run({ ...job, ...more });
  const callers = (paying: number, keyless: number): Caller[] => [
    { name: 'paying', key, rate: paying },
    { name: 'keyless', key: null, rate: keyless },
  ];

  /** Runs a load while events are committed and delivered, and returns their lag. */
  async function withNews(work: Promise<Report>): Promise<{ report: Report; lags: number[] }> {
    let isOver = false;
    const dripping = news.drip(() => isOver);
    const report = await work.finally(() => {
      isOver = true;
    });
    const span = await dripping;
    await sleep(1_000);
    return { report, lags: news.lags(span) };
  }
  const heldBy = async () => {
    const { heap, buffers } = await memoryOf(api.inspector);
    return heap + buffers;
  };

  const crowd = { callers: callers(1, 0), atOnce: AT_ONCE };
  await run({ ...crowd, seconds: WARMING });
  const closed = await run({ ...crowd, seconds: seconds / 8 });
  const capacity = all(closed, 'served').length / closed.seconds;
  const tenth = (capacity * QUIET) / 2;
  const quiet = await withNews(run({ seconds: seconds / 4, callers: callers(tenth, tenth) }));

  const before = await heldBy();
  const resident: number[] = [];
  const looking = setInterval(async () => resident.push(await residentOf(api.pid)), LOOK_AT_MEMORY);
  const many = callers(capacity * PAYING, capacity * (TIMES - PAYING));
  const over = await withNews(run({ seconds: seconds / 2, callers: many })).finally(() =>
    clearInterval(looking),
  );
  const after = await heldBy();

  await sleep(RECOVERY);
  const half = (capacity * HALF) / 2;
  const afterwards = await run({ seconds: seconds / 8, callers: callers(half, half) });
  return {
    capacity,
    crowded: all(closed, 'refused').length,
    quiet,
    over,
    memory: { before, after, resident },
    afterwards,
  };
}

interface Judged {
  figures: string[];
  /** What is wrong on any machine. */
  unsound: string[];
  /** What is too slow, perhaps because of other work, by what it is about. */
  slow: Record<string, string>;
}

function judge({ capacity, crowded, quiet, over, memory, afterwards }: Measured): Judged {
  const figures: string[] = [];
  const unsound: string[] = [];
  const slow: Record<string, string> = {};
  const paying = over.report.tallies.paying!;
  const keyless = over.report.tallies.keyless!;

  const unloaded = quantile(all(quiet.report, 'served'), 0.99);
  const p99 = quantile(all(over.report, 'served'), 0.99, SETTLING);
  const late = quantile(all(over.report, 'refused'), 0.99, SETTLING);
  const goodput = all(over.report, 'served').length / over.report.seconds / capacity;
  const [share, othersShare] = [paying, keyless].map(({ served, sent }) => served.length / sent) as [
    number,
    number,
  ];

  const rows = [['', 'sent/s', 'served/s', 'refused/s', 'p50 ms', 'p99 ms', '503 p50', '503 p99']];
  for (const [name, { sent, served, refused }] of Object.entries(over.report.tallies)) {
    const rates = [sent, served.length, refused.length].map((count) =>
      (count / over.report.seconds).toFixed(0),
    );
    const times = [served, refused].flatMap((some) =>
      [0.5, 0.99].map((part) => ms(quantile(some, part, SETTLING))),
    );
    rows.push([name, ...rates, ...times]);
  }
  figures.push(
    `It serves ${capacity.toFixed(0)} requests a second to ${AT_ONCE} at once.`,
    `Unloaded, at a tenth of that: p50 ${ms(quantile(all(quiet.report, 'served'), 0.5))} ms, p99 ${ms(unloaded)} ms.`,
    `At ${TIMES} times that, after ${SETTLING / 1_000} seconds:`,
    ...table(rows),
    `Served: ${percent(goodput)} of what it can serve, with a p99 ${(p99 / unloaded).toFixed(1)} times unloaded.`,
    `Served of those who pay: ${percent(share)}; of callers without a key: ${percent(othersShare)}.`,
    `The client stood still for at most ${ms(over.report.longestStall)} ms.`,
  );
  if (crowded > 0) slow.crowd = `${crowded} requests of ${AT_ONCE} at once were refused`;
  if (all(over.report, 'refused').length === 0) unsound.push('nothing was refused: it was no overload');
  if (p99 > SLOWER * unloaded)
    slow.p99 = `the p99 of what is served is ${ms(p99)} ms, more than ${SLOWER} times unloaded (${ms(unloaded)} ms)`;
  if (late > EARLY) slow.early = `the p99 of refusals is ${ms(late)} ms, later than ${EARLY} ms`;
  if (goodput < GOODPUT) slow.goodput = `only ${percent(goodput)} of what can be served is served`;
  if (share < PAYING_SERVED) slow.paying = `only ${percent(share)} of those who pay were served`;
  if (othersShare >= share) unsound.push('callers without a key were served as often as those who pay');
  for (const report of [quiet.report, over.report, afterwards])
    for (const [name, { statuses, unsound: wrong, cut, lost }] of Object.entries(report.tallies)) {
      unsound.push(...wrong.slice(0, 3));
      const odd = Object.entries(statuses).filter(([status]) => status !== '200' && status !== '503');
      if (odd.length > 0)
        unsound.push(`${name}: ${odd.map(([status, count]) => `${count} × ${status}`).join(', ')}`);
      if (cut > 0) unsound.push(`${name}: ${cut} answers were cut off`);
      if (lost > 0) slow.answers = `${name}: ${lost} answers never came`;
    }

  const third = Math.ceil(memory.resident.length / 3);
  const most = (some: number[]) => Math.max(...some);
  const [first, last] = [most(memory.resident.slice(0, third)), most(memory.resident.slice(-third))];
  const mib = (bytes: number) => (bytes / MIB).toFixed(0);
  figures.push(
    `Memory after a garbage collection: ${mib(memory.before)} MiB before, ${mib(memory.after)} after; ` +
      `resident at most ${mib(first)} MiB in the first third, ${mib(last)} in the last.`,
  );
  const hasGrown = (now: number, then: number) => now > then * GROWTH.share + GROWTH.more;
  if (hasGrown(memory.after, memory.before)) unsound.push('its memory has grown');
  if (hasGrown(last, first)) unsound.push('its resident memory grows');

  const lag = (lags: number[]) => `p50 ${middle(lags, 0.5)} ms, p95 ${middle(lags, 0.95)} ms`;
  figures.push(
    `Webhooks, from commit to arrival: ${lag(quiet.lags)} unloaded; ${lag(over.lags)} under load, ${over.lags.length} events.`,
  );
  if (!over.lags.every(Number.isFinite)) slow.events = 'not all events came within a second after the load';
  if (middle(over.lags, 0.5) > LAG * middle(quiet.lags, 0.5))
    slow.lag = `webhooks lag ${middle(over.lags, 0.5)} ms, more than twice ${middle(quiet.lags, 0.5)} ms`;

  const again = all(afterwards, 'served');
  figures.push(
    `${RECOVERY / 1_000} seconds later, at half of what it can serve: ${percent(again.length / sentOf(afterwards))} served, ` +
      `p99 ${ms(quantile(again, 0.99))} ms.`,
  );
  if (again.length < AFTERWARDS * sentOf(afterwards))
    slow.afterwards = `afterwards only ${percent(again.length / sentOf(afterwards))} are served`;
  return { figures, unsound, slow };
}

/**
 * At three times the capacity: what is refused, how, and what happens to the rest. What is slow is tried again; it fails
 * only if it was slow each time, at least once on a machine that did nothing else before and after. The times of a short
 * load are only printed.
 */
export async function overloadFindings(place: Place, size: Size): Promise<Findings> {
  const api = await place.startApi();
  const dispatcher = await place.startDispatcher();
  const figures = ['Client, servers and dispatcher share the cores of this machine.'];
  const faults: string[] = [];
  let wasIdle = false;
  /** What was slow in each attempt. */
  let slow: Record<string, string> = {};
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const busyBefore = await busyCores();
    const judged = judge(await measure(place, api, size));
    const busyAfter = await busyCores();
    const busy = Math.max(busyBefore ?? 0, busyAfter ?? 0);
    figures.push(...judged.figures);
    faults.push(...judged.unsound);
    if (busy === 0) wasIdle = true;
    else
      figures.push(`Other work takes ${busy.toFixed(1)} cores of this machine: its times are no evidence.`);
    const isSlow = ([about]: [string, string]) => attempt === 1 || about in slow;
    slow = Object.fromEntries(Object.entries(judged.slow).filter(isSlow));
    if (Object.keys(slow).length === 0 || faults.length > 0) break;
    if (size.seconds < JUDGED) {
      figures.push(...Object.values(slow).map((fault) => `Not judged, the load is too short: ${fault}`));
      break;
    }
    if (attempt < TRIES)
      figures.push(...Object.values(slow).map((fault) => `Slow: ${fault}`), 'Tried again.');
    else if (wasIdle) faults.push(...Object.values(slow));
    else figures.push(...Object.values(slow).map((fault) => `Undecided: ${fault}`));
  }
  await api.stop();
  await dispatcher.stop();
  return { title: 'Three times what it can serve', figures, faults };
}

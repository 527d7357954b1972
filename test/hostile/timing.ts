import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { type Findings, median, table } from '../proof/findings.ts';
import { crossingsOf } from './crossings.ts';
import type { Rig } from './rig.ts';

/** A difference of medians counts only if it exceeds both of these: milliseconds, and a share of the time itself. */
const DIFFERENCE = { ms: 0.5, share: 0.2 };
const ROUNDS = 3;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function timed(port: number, path: string, key: string): Promise<number> {
  const began = performance.now();
  return new Promise((done, fail) => {
    const options = { port, path, agent, headers: { authorization: `Bearer ${key}` } };
    request(options, (answer) => answer.resume().on('end', () => done(performance.now() - began)))
      .on('error', fail)
      .end();
  });
}

/** Medians of two addresses that are requested alternately, so that both have the same load. */
async function compared(
  port: number,
  [one, other]: [string, string],
  key: string,
  asks: number,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let ask = 0; ask < asks; ask++) {
    // Which comes first alternates too.
    const order = ask % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const which of order) times[which].push(await timed(port, [one, other][which]!, key));
  }
  return [median(times[0]), median(times[1])];
}

const isApart = ([one, other]: [number, number]) =>
  Math.abs(one - other) > Math.max(DIFFERENCE.ms, DIFFERENCE.share * Math.min(one, other));

/**
 * Whether an id of another account takes a different time than one that nobody has. It counts only when three rounds of
 * many alternating requests differ in the same direction, which noise does not.
 */
export async function timingFindings(rig: Rig, { requests }: { requests: number }): Promise<Findings> {
  const { place, operations } = rig;
  const { first: other, second: caller, port } = place;
  const asks = Math.min(300, Math.max(40, Math.round(requests / 60)));
  const rows: (string | number)[][] = [['GET', 'theirs', 'nobody’s']];
  const faults: string[] = [];
  const all = operations
    .filter(({ method }) => method === 'GET')
    .flatMap((one) => crossingsOf(one, caller, other));
  for (const { operation, what, foreign, missing } of all) {
    await compared(port, [foreign, missing], caller.key, 5);
    const rounds: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const pair = await compared(port, [foreign, missing], caller.key, asks);
      rounds.push(pair);
      if (!isApart(pair)) break;
    }
    const [one, none] = rounds.at(-1)!;
    rows.push([`${operation.path}, ${what}`, one.toFixed(2), none.toFixed(2)]);
    const signs = new Set(rounds.map(([a, b]) => Math.sign(a - b)));
    if (rounds.length === ROUNDS && isApart(rounds.at(-1)!) && signs.size === 1)
      faults.push(
        `${operation.name}, ${what}: ${one.toFixed(2)} ms, but ${none.toFixed(2)} ms for one that nobody has`,
      );
  }
  agent.destroy();
  return { title: `Timing: medians of ${asks} interleaved asks, ms`, figures: table(rows), faults };
}

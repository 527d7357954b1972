import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Known } from './questions.ts';

/** A caller and its requests per second; `null` is a caller without a key. */
export interface Caller {
  name: string;
  key: string | null;
  rate: number;
}

export interface Job {
  port: number;
  seed: number;
  seconds: number;
  callers: Caller[];
  parcels: Known[];
  /** This many connections send the next request as soon as they are answered; 0 for requests at the callers' rates. */
  atOnce: number;
}

/** The outcomes of one caller's requests. Times are since the start of the job, and from sending to the end of the answer. */
export interface Tally {
  sent: number;
  served: [at: number, milliseconds: number][];
  refused: [at: number, milliseconds: number][];
  statuses: Record<number, number>;
  /** What is wrong with refusals. */
  unsound: string[];
  /** Answers that began and did not end. */
  cut: number;
  /** Requests that got no answer at all. */
  lost: number;
}

export interface Report {
  tallies: Record<string, Tally>;
  seconds: number;
  /** The longest that the client itself was blocked, in milliseconds. */
  longestStall: number;
}

export interface Client {
  run(job: Job): Promise<Report>;
  stop(): void;
}

/** Starts the client in its own process. */
export function startClient(): Client {
  const child: ChildProcess = fork(join(import.meta.dirname, 'client.ts'));
  let reported: (report: Report) => void = () => {};
  let failed: (error: Error) => void = () => {};
  child.on('message', (report) => reported(report as Report));
  child.once('exit', () => failed(new Error('The client of the load ended')));
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        reported = resolve;
        failed = reject;
        child.send(job);
      }),
    stop: () => void child.kill(),
  };
}

/** The time within which this share of the answers came, in milliseconds, for requests sent after a first while. */
export function quantile(times: [at: number, milliseconds: number][], share: number, after = 0): number {
  const sorted = times
    .filter(([at]) => at >= after)
    .map(([, milliseconds]) => milliseconds)
    .toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * The client of a run, in its own process: sends requests at a rate, whatever happens to earlier ones, and reports the
 * outcome of each. Ends with the process that started it.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { random as randomOf } from '../../src/loading/demo/random.ts';
import type { Caller, Job, Report, Tally } from './load.ts';
import { questionOf } from './questions.ts';

/** Enough that no request waits for a connection here. */
const CONNECTIONS = 512;
const PATIENCE = 10_000;

const newTally = (): Tally => ({
  sent: 0,
  served: [],
  refused: [],
  statuses: {},
  unsound: [],
  cut: 0,
  lost: 0,
});

const unsoundness = (retryAfter: string, body: string): string | null => {
  if (!/^[1-9]\d*$/.test(retryAfter)) return `a 503 has Retry-After "${retryAfter}"`;
  return body.includes('"code":"unavailable"') && body.includes('"request_id"') ? null : `a 503 says ${body}`;
};

/** Runs one job. */
async function run({ port, seed, seconds, callers, parcels, atOnce }: Job): Promise<Report> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: atOnce || CONNECTIONS, pipelining: 1 });
  const random = randomOf(seed);
  const tallies = Object.fromEntries(callers.map(({ name }) => [name, newTally()]));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const started = performance.now();
  let open = 0;

  function send({ name, key }: Caller): Promise<void> {
    const tally = tallies[name]!;
    const { method, path, body } = questionOf(parcels, random);
    const headers: Record<string, string> = {};
    if (key !== null) headers.authorization = `Bearer ${key}`;
    if (body !== null) headers['content-type'] = 'application/json';
    tally.sent++;
    open++;
    const from = performance.now();
    return new Promise((done) => {
      let status = 0;
      let retryAfter = '';
      let text = '';
      const end = () => {
        open--;
        done();
      };
      pool.dispatch(
        { method, path, headers, body, headersTimeout: PATIENCE, bodyTimeout: PATIENCE },
        {
          onRequestStart() {},
          onResponseStart(_controller, code, answered) {
            status = code;
            retryAfter = String(answered['retry-after'] ?? '');
          },
          onResponseData(_controller, chunk) {
            if (status === 503) text += chunk.toString();
          },
          onResponseEnd() {
            const at = performance.now();
            tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
            const times = status === 503 ? tally.refused : tally.served;
            if (status === 200 || status === 503) times.push([from - started, at - from]);
            const wrong = status === 503 ? unsoundness(retryAfter, text) : null;
            if (wrong !== null) tally.unsound.push(wrong);
            end();
          },
          onResponseError() {
            if (status === 0) tally.lost++;
            else tally.cut++;
            end();
          },
        },
      );
    });
  }

  const until = started + seconds * 1_000;
  const drawn = () => {
    let left = random() * callers.reduce((sum, { rate }) => sum + rate, 0);
    for (const caller of callers) {
      left -= caller.rate;
      if (left < 0) return caller;
    }
    return callers[0]!;
  };
  if (atOnce > 0) {
    const loop = async () => {
      while (performance.now() < until) await send(drawn());
    };
    await Promise.all(Array.from({ length: atOnce }, loop));
  } else {
    const rate = callers.reduce((sum, { rate }) => sum + rate, 0);
    for (let due = started; due < until; ) {
      const now = performance.now();
      // The times between requests are those of many independent callers.
      for (; due <= now && due < until; due += (-Math.log(1 - random()) / rate) * 1_000) void send(drawn());
      if (due > now) await sleep(Math.max(0, due - now));
    }
    while (open > 0) await sleep(5);
  }
  const took = (performance.now() - started) / 1_000;
  delay.disable();
  await pool.destroy();
  return { tallies, seconds: took, longestStall: delay.max / 1e6 };
}

process.on('message', (job: Job) => {
  run(job).then(
    (report) => process.send!(report),
    (error: Error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.ts';
import type { Made } from './inputs/index.ts';
import { judge, type Law } from './judge.ts';
import { toBytes } from './wire.ts';

/** The longest that an answer may take, in milliseconds. */
export const LONGEST = 2_000;
/** If a plain search takes longer than this, the machine is busy, and its times prove nothing. */
const CALM = 250;
/** How long all of a run's slow requests together are repeated, in milliseconds. */
export const PATIENCE = 120_000;
/** The longest that this process itself may have been blocked, in milliseconds. */
const STALL = 100;
const TRIES = 3;

type Outcome = 'fine' | 'slow' | 'undecided';

/**
 * Repeats, alone, what was slow or unavailable among other requests. One answer in time clears it. It fails only when
 * three answers are late or 503 although, each time, a plain search just before and just after was fast and this process
 * was not blocked. On a machine that is never calm it stays undecided, and is only counted.
 */
export async function askedAgain(
  made: Made,
  { port, plain, law, until }: { port: number; plain: Buffer; law: Law; until: number },
): Promise<Outcome> {
  let late = 0;
  while (late < TRIES && performance.now() < until) {
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const before = await ask(port, plain);
    const heard = await ask(port, toBytes(made.wire));
    const after = await ask(port, plain);
    delay.disable();
    const { isUnavailable } = judge(made, heard, law);
    if (heard.ms <= LONGEST && !isUnavailable) return 'fine';
    const isCalm = before.ms < CALM && after.ms < CALM && delay.max / 1e6 < STALL;
    if (isCalm) late++;
    else await sleep(1_000);
  }
  return late >= TRIES ? 'slow' : 'undecided';
}

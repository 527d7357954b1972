import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.ts';
import type { Made } from './inputs/index.ts';
import { judge, type Law } from './judge.ts';
import { toBytes } from './wire.ts';

/** Longest that an answer may take, in milliseconds. */
export const LONGEST = 2_000;
/** A plain search that takes longer than this says that the machine is busy, and that no time is evidence. */
const CALM = 250;
/** How long all of a run's requests together are asked again, in milliseconds. */
export const PATIENCE = 120_000;
/** Longest that this process itself may have stood still. */
const STALL = 100;
const TRIES = 3;

type Outcome = 'fine' | 'slow' | 'undecided';

/**
 * Asks once more, alone, what was slow or unavailable among others. One answer in time clears it. It falls short only when
 * three answers are late or 503 although, each time, a plain search just before and just after was quick and this
 * process did not stand still. On a machine that is never calm it stays undecided, and is only counted.
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

import { setTimeout as sleep } from 'node:timers/promises';
import { int, type Random, random } from '../../src/loading/demo/random.ts';
import { poll } from '../../src/stores/local/run.ts';
import { FAULTS } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { Scene } from './scene.ts';
import { schedule } from './schedule.ts';
import { RECOVERY } from './weather.ts';

const MINUTE = 60_000;
/** With two nodes, the loss of one leaves requests without an answer for no longer than this. */
const SILENCE = 5_000;

export interface Course {
  seed: number;
  /** When faults end, epoch milliseconds. */
  end: number;
  kinds: string[];
  ledger: Ledger;
  /** Whether everything answers as it should. */
  works(): Promise<boolean>;
  /** Called when half of the time is over. */
  atHalf(): Promise<void>;
  say(line: string): void;
}

/** What was broken, how often, and the longest that any recovery took. */
export interface Broken {
  struck: Map<string, number>;
  recovery: number;
  /** The longest time without an answer while only a node was away; null when that never happened. */
  silence: number | null;
}

/** Breaks one or two things after another, and checks that the service recovers from each by itself. */
export async function breakThings(scene: Omit<Scene, 'roll'>, course: Course): Promise<Broken> {
  const { seed, end, kinds, ledger, works, atHalf, say } = course;
  const { find } = ledger;
  const half = (Date.now() + end) / 2;
  const roll = random(seed);
  const rounds = kinds.length > 0 ? schedule(kinds, roll) : null;
  const broken: Broken = { struck: new Map(), recovery: 0, silence: null };
  let wasHalf = false;

  async function strike(name: string, own: Random): Promise<void> {
    const hit = await FAULTS[name]!.strike({ ...scene, roll: own }).catch((error: Error) => {
      find(`${name}: ${error.message}`);
      return true;
    });
    if (hit) broken.struck.set(name, (broken.struck.get(name) ?? 0) + 1);
    else say(`${name}: there was nothing to strike`);
  }

  async function recover(title: string): Promise<number> {
    const from = Date.now();
    const isBack = await poll(async () => (await works()) || undefined, MINUTE);
    const took = Date.now() - from;
    broken.recovery = Math.max(broken.recovery, took);
    if (!isBack) find(`${title}: nothing works a minute later`);
    else if (took > RECOVERY) find(`${title}: it took ${took} ms to recover`);
    return took;
  }

  function judgeSilence(): void {
    const { at, until } = scene.weather.spells.at(-1)!;
    const silence = ledger.longestSilence(at, until);
    broken.silence = Math.max(broken.silence ?? 0, silence);
    if (silence > SILENCE) find(`kill node: no answer for ${silence} ms`);
  }

  for (let round = 1; Date.now() < end; round++) {
    await sleep(Math.min(int(roll, 1_500, 5_000), Math.max(0, end - Date.now())));
    if (!wasHalf && Date.now() >= half) {
      wasHalf = true;
      await atHalf();
    }
    const names = (rounds?.next().value ?? []).filter((name) => Date.now() + FAULTS[name]!.takes <= end);
    if (names.length === 0) continue;
    const title = names.join(' and ');
    const at = Date.now();
    await Promise.all(names.map((name, nth) => strike(name, random(seed, round, nth))));
    const took = Date.now() - at;
    if (title === 'kill node') judgeSilence();
    say(`${title}: ${took} ms, recovered after ${await recover(title)} ms`);
    const { faults } = ledger;
    if (faults.length > 0) say(`${faults.length} findings so far; the last: ${faults.at(-1)}`);
  }
  return broken;
}

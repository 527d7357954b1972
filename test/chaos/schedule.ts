import type { Random } from '../../src/loading/demo/random.ts';
import { FAULTS } from './faults.ts';

/** How often two faults happen at once. */
const PAIRS = 0.3;

/** An endless series of names: all of them in a random order, then all of them in another order. */
function* shuffled(names: readonly string[], roll: Random): Generator<string, never> {
  for (;;) {
    const left = [...names];
    while (left.length > 0) yield left.splice(Math.floor(roll() * left.length), 1)[0]!;
  }
}

/** What is broken in each round: one fault, or two at once that break different parts. */
export function* schedule(names: readonly string[], roll: Random): Generator<string[], never> {
  const row = shuffled(names, roll);
  for (;;) {
    const first = row.next().value;
    const second = roll() < PAIRS ? row.next().value : first;
    yield FAULTS[first]!.part === FAULTS[second]!.part ? [first] : [first, second];
  }
}

/**
 * `node --import …/clock.mjs`: the wall clock of this process and its threads is wrong by CLOCK_SHIFT_MS. What measures
 * durations is right, as on a machine whose clock was set wrong. Where CLOCK_JUMP_MS is given, SIGUSR2 puts the clock of the
 * main thread on by so much more.
 */
import { isMainThread } from 'node:worker_threads';

const Real = Date;
const trueNow = Real.now;
const { CLOCK_SHIFT_MS = 0, CLOCK_JUMP_MS } = process.env;
let shift = Number(CLOCK_SHIFT_MS);
if (isMainThread && CLOCK_JUMP_MS !== undefined)
  process.on('SIGUSR2', () => {
    shift += Number(CLOCK_JUMP_MS);
  });

Real.now = () => trueNow() + shift;
globalThis.Date = new Proxy(Real, {
  construct: (target, given, self) =>
    Reflect.construct(target, given.length === 0 ? [Real.now()] : given, self),
  apply: () => new Real(Real.now()).toString(),
});

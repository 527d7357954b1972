/**
 * `node --import …/clock.mjs`: the wall clock of this process and its threads is wrong by CLOCK_SHIFT_MS. What measures
 * durations is right, as on a machine whose clock was set wrong.
 */
const Real = Date;
const trueNow = Real.now;
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);

Real.now = () => trueNow() + shift;
globalThis.Date = new Proxy(Real, {
  construct: (target, given, self) =>
    Reflect.construct(target, given.length === 0 ? [Real.now()] : given, self),
  apply: () => new Real(Real.now()).toString(),
});

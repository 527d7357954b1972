/**
 * The seed of a file's generated records and properties: its own with every change, so that a failure is caused by the
 * change; the one in SEED if it is set, as nightly. `SEED=… npm test -- FILE` repeats a failure.
 */
export const seedOf = (own: number): number => Number(process.env.SEED ?? own);

/** How often a slow property is tried: a quarter of `all` with every change, all of them if SEED is set. */
export const runsOf = (all: number): number => (process.env.SEED === undefined ? Math.ceil(all / 4) : all);

/**
 * The seed of a file's generated records and properties: its own with every change, so that a failure is the change's; the
 * one in SEED where that is set, as nightly. `SEED=… npm test -- FILE` runs a failure again.
 */
export const seedOf = (own: number): number => Number(process.env.SEED ?? own);

/** How often a property that takes long is tried: a quarter of `all` with every change, all of them where SEED is set. */
export const runsOf = (all: number): number => (process.env.SEED === undefined ? Math.ceil(all / 4) : all);

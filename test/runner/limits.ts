/** Usual seconds of test files that take more than 20, four at a time on two cores. */
export const USUAL: Record<string, number> = {};

const LEAST = 60;
const TIMES = 3;

/** Seconds after which a test file is ended: three times what it usually takes, at least a minute. */
export const limitOf = (file: string): number => Math.max(LEAST, TIMES * (USUAL[file] ?? 0));

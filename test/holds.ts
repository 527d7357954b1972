import fc from 'fast-check';

/**
 * Checks that something holds for any values of some arbitraries: that it throws for none, and returns false for none. The
 * seed is that of the run: see seed.ts.
 */
export const holds = <Values extends [unknown, ...unknown[]]>(
  runs: number,
  any: { [At in keyof Values]: fc.Arbitrary<Values[At]> },
  isSo: (...values: Values) => unknown,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.tuple(...any), async (values) => (await isSo(...(values as Values))) !== false),
    { numRuns: runs },
  );

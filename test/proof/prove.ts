import { type Findings, shown } from './findings.ts';

/** Takes a step that ends something that was started. */
export type Later = (step: () => unknown) => void;

/** Steps that are run once, last first, however many fail. */
export function laterSteps() {
  const steps: (() => unknown)[] = [];
  return {
    later: ((step) => void steps.push(step)) as Later,
    async run(): Promise<void> {
      for (let step = steps.pop(); step; step = steps.pop()) {
        try {
          await step();
        } catch (error) {
          console.error((error as Error).message);
        }
      }
    },
  };
}

/**
 * Runs a program that proves something: prints the findings of each part as they come, then the verdict, and ends what
 * was started, even when it is stopped. Exit status 1 when anything is wrong.
 * @param seed repeats the same run.
 */
export async function prove(parts: (later: Later) => AsyncIterable<Findings>, seed?: number): Promise<void> {
  const { later, run: undo } = laterSteps();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void undo().finally(() => process.exit(130)));
  let faults = 0;
  try {
    for await (const findings of parts(later)) {
      console.log(shown(findings));
      faults += findings.faults.length;
    }
    const made = seed === undefined ? '' : ` (seed ${seed})`;
    console.log(faults === 0 ? 'All holds.' : `${faults} things fall short${made}.`);
    process.exitCode = faults === 0 ? 0 : 1;
  } catch (error) {
    console.error((error as Error).stack);
    process.exitCode = 1;
  } finally {
    await undo();
  }
}

/** Shared by the tests of killed loads: they run in a process of their own, which is killed at a step of its progress. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Test } from 'tap';
import type { Progress } from '../../../src/loading/ingest/ingest.ts';
import type { LoadReport } from '../../../src/loading/ingest/report.ts';
import type { Harness } from '../../helper.ts';

const CHILD = resolve(import.meta.dirname, 'step-child.ts');

export type Step = (Progress & { at: number }) | { report: LoadReport };
/** Picks the moment by the step of the progress. */
export type Moment = (step: Progress) => boolean;
export const loading = (least: number) => (step: Progress) => step.phase === 'load' && step.rows >= least;
export const removing = (step: Progress) => step.phase === 'remove';
export const deriving = (least: number) => (step: Progress) => step.phase === 'derive' && step.rows >= least;

export function killer(t: Pick<Test, 'teardown'>, harness: Harness) {
  /** Starts a command of `step-child.ts`; `onStep` sees each line that it prints. */
  function start(args: string[], onStep: (step: Step, child: ChildProcess) => void): ChildProcess {
    const env = { ...process.env, ...harness.env };
    const child = spawn(process.execPath, [CHILD, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    t.teardown(() => child.kill('SIGKILL'));
    createInterface({ input: child.stdout! }).on('line', (line) => onStep(JSON.parse(line), child));
    return child;
  }

  /** Starts a command and kills it at the first step that `when` picks. Returns whether it was killed. */
  async function killed(args: string[], when: Moment): Promise<boolean> {
    const child = start(args, (step) => 'phase' in step && when(step) && child.kill('SIGKILL'));
    const [, signal] = await once(child, 'exit');
    return signal === 'SIGKILL';
  }

  return { start, killed };
}

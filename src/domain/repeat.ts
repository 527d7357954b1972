import cron, { type ScheduledTask } from 'node-cron';

const LEFT_OUT = 'the run before still goes on: this one was left out';
/** The text of an error may hold what was loaded. */
const failure = (error: Error | undefined) => `a run failed: ${error?.name ?? 'Error'}`;

/** node-cron would write to the console: what it reports is told below. */
const SILENT = { info() {}, warn() {}, error() {}, debug() {} };

/**
 * Runs `work` at the times of a cron expression (UTC), one run at a time. The process must be in UTC (src/cli/utc.ts): node-cron
 * steps by local time.
 * @param tell receives a sentence when a time was missed or left out, or a run has failed.
 */
export function repeat(
  schedule: string,
  work: () => unknown,
  tell: (sentence: string) => void,
): ScheduledTask {
  const task = cron.schedule(schedule, work, { noOverlap: true, timezone: 'UTC', logger: SILENT });
  task.on('execution:overlap', () => tell(LEFT_OUT));
  // A pause of the machine can miss thousands of runs: only the first is reported.
  let hasMissed = false;
  task.on('execution:missed', () => {
    if (!hasMissed) tell('runs were missed: the process or the machine was paused or too busy');
    hasMissed = true;
  });
  task.on('execution:started', () => {
    hasMissed = false;
  });
  task.on('execution:failed', ({ execution }) => tell(failure(execution?.error)));
  return task;
}

/**
 * Runs `work` each time that so many milliseconds have passed, one run at a time, whatever the clock on the wall does.
 * @param tell receives a sentence when a run was left out or has failed.
 * @returns how to stop it; a run that goes on is not waited for.
 */
export function every(
  milliseconds: number,
  work: () => unknown,
  tell: (sentence: string) => void,
): () => void {
  let isRunning = false;
  const timer = setInterval(async () => {
    if (isRunning) return tell(LEFT_OUT);
    isRunning = true;
    try {
      await work();
    } catch (error) {
      tell(failure(error as Error));
    } finally {
      isRunning = false;
    }
  }, milliseconds);
  return () => clearInterval(timer);
}

/** Whether a text is a cron expression. */
export const isSchedule = (text: string): boolean => cron.validate(text);

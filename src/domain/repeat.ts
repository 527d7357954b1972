import cron, { type ScheduledTask } from 'node-cron';

const LEFT_OUT = 'the run before still goes on: this one was left out';
/** Only the name of the error: its message may contain loaded data. */
const failure = (error: Error | undefined) => `a run failed: ${error?.name ?? 'Error'}`;

/** node-cron would write to the console; its reports go to `tell` instead. */
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
 * Runs `work` each time that this many milliseconds have passed, one run at a time, even if the system clock is changed.
 * @param tell receives a sentence when a run was left out or has failed.
 * @returns a function that stops it, without waiting for a run in progress.
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

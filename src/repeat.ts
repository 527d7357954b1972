import cron, { type ScheduledTask } from 'node-cron';

/** node-cron would write to the console: what it reports is told below. */
const SILENT = { info() {}, warn() {}, error() {}, debug() {} };

/**
 * Runs `work` at the times of a cron expression (UTC), one run at a time.
 * @param tell receives a sentence when a time was missed or left out, or a run has failed.
 */
export function repeat(
  schedule: string,
  work: () => unknown,
  tell: (sentence: string) => void,
): ScheduledTask {
  const task = cron.schedule(schedule, work, { noOverlap: true, timezone: 'UTC', logger: SILENT });
  task.on('execution:overlap', () => tell('the run before still goes on: this one was left out'));
  task.on('execution:missed', () => tell('a run was missed: the process was too busy'));
  // The text of an error may hold what was loaded.
  task.on('execution:failed', ({ execution }) => tell(`a run failed: ${execution?.error?.name ?? 'Error'}`));
  return task;
}

/** Whether a text is a cron expression. */
export const isSchedule = (text: string): boolean => cron.validate(text);

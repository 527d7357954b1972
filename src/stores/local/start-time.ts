import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * When the process `pid` started, as the system writes it. It identifies the process, since pids are reused. undefined when
 * the process is gone.
 */
export function startTime(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined;
  }
  const stat = statOf(pid);
  // The name in parentheses may itself have spaces and parentheses, so fields are counted from the last parenthesis (the
  // start time is field 22). A process that has not been reaped yet (state Z) has ended.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (stat) return fields[0] === 'Z' ? undefined : fields[19];
  const { stdout } = spawnSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    timeout: 10_000,
    // ps prints local time: UTC makes it the same for every process that asks.
    env: { ...process.env, TZ: 'UTC' },
  });
  const line = (stdout ?? '').trim();
  if (line.startsWith('Z')) return undefined;
  return line.replace(/^\S+\s+/, '') || 'unknown';
}

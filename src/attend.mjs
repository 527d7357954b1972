/** Runs a program to its end for another process. Plain JavaScript, since it runs on any installed Node. */
import { spawn, spawnSync } from 'node:child_process';

const PARENT = process.ppid;

/** The npm of a script whose shell stands between npm and this process; a shell that ends is then not enough to tell. */
function npmBehindShell() {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(PARENT)], { encoding: 'utf8' });
  const [, npm] = /^\s*(\d+)\s+\S+\s+-c\s/.exec(stdout ?? '') ?? [];
  return Number(npm) > 1 ? Number(npm) : undefined;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Starts a program and waits for its end. Signals are sent on to it, and it is asked to end when the process that started
 * this one is gone, or npm behind that.
 * @param started is given the running program.
 * @returns its exit code, or null with the signal that ended it.
 */
export function attend(command, args, options, started = () => {}) {
  const child = spawn(command, args, options);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const send = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, send);
  if (child.pid !== undefined) started(child);
  const npm = npmBehindShell();
  const isAbandoned = () => process.ppid !== PARENT || (npm !== undefined && !isAlive(npm));
  const watch = setInterval(() => isAbandoned() && send('SIGTERM'), 500);
  return new Promise((ended, failed) => {
    child.on('error', failed);
    child.on('exit', (code, signal) => ended({ code, signal }));
  }).finally(() => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, send);
  });
}

/** Runs a program to its end for another process. Plain JavaScript, since it runs on any installed Node. */
import { spawn, spawnSync } from 'node:child_process';

const PARENT = process.ppid;

/** A process that nobody waits for any more belongs to the first one, which in a container may be npm itself. */
const FIRST = 1;

function processes(...pids) {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,ppid=,args=', '-p', pids.join()], { encoding: 'utf8' });
  const lines = (stdout ?? '').matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm);
  return new Map([...lines].map(([, pid, parent, args]) => [Number(pid), { parent: Number(parent), args }]));
}

/**
 * Whether npm is gone, of a script whose shell stands between npm and this process: the shell lives on then. To be asked
 * before the program starts, since npm may be killed at any time after.
 */
function watchNpm() {
  if (process.env.npm_lifecycle_event === undefined) return () => false;
  const found = processes(PARENT, FIRST);
  const shell = found.get(PARENT);
  if (!shell || !/^\S+\s+-c\s/.test(shell.args)) return () => false;
  if (shell.parent !== FIRST) return () => !isAlive(shell.parent);
  const isNpm = /\bnpm\b/.test(found.get(FIRST)?.args ?? '');
  return () => !isNpm;
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
  const isNpmGone = watchNpm();
  const child = spawn(command, args, options);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const send = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, send);
  if (child.pid !== undefined) started(child);
  const isAbandoned = () => process.ppid !== PARENT || isNpmGone();
  const watch = setInterval(() => isAbandoned() && send('SIGTERM'), 500);
  return new Promise((ended, failed) => {
    child.on('error', failed);
    child.on('exit', (code, signal) => ended({ code, signal }));
  }).finally(() => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, send);
  });
}

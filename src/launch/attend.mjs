import { spawn } from 'node:child_process';
import { once } from 'node:events';

const PARENT = process.ppid;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program to its end: `{code, signal}`. Signals are passed on to it, and it is told to end when the process that
 * started this one is gone. The scripts of package.json use `exec`, so that process is npm and not a shell that outlives npm.
 */
export async function attend(command, args, options) {
  let child;
  const send = (signal) => child.kill(signal);
  // Before it starts: a signal may come right after.
  for (const signal of SIGNALS) process.on(signal, send);
  child = spawn(command, args, options);
  const watch = setInterval(() => process.ppid !== PARENT && send('SIGTERM'), 500);
  try {
    const [code, signal] = await once(child, 'exit');
    return { code, signal };
  } finally {
    clearInterval(watch);
    for (const signal of SIGNALS) process.off(signal, send);
  }
}

import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];

/** How long a command may take to give back what it holds, in milliseconds. */
const GRACE = 4_000;
/** One Ctrl-C arrives several times within this many milliseconds: from the terminal, from npm and from the launcher. */
const SAME = 1_000;

const stopping = new AbortController();

/** Aborted when a command that `givesBack` is told to end; its reason is an Error with a sentence. */
export const stopSignal: AbortSignal = stopping.signal;

let isHolding = false;
let onStop: ((signal: Signal) => void) | null = null;
let first: { signal: Signal; at: number } | null = null;
let late: NodeJS.Timeout | undefined;

/** Ends the program as the signal itself would: temporary folders are deleted, and the exit status is 130 or 143. */
function end(signal: Signal): void {
  // Last of all. Unlike an exit, it does not wait for threads that cannot be interrupted.
  process.on('exit', () => {
    for (const name of SIGNALS) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
  // The first process of a container cannot end itself by a signal.
  process.exit(128 + constants.signals[signal]);
}

function handle(signal: Signal): void {
  if (onStop !== null) onStop(signal);
  else if (first === null && isHolding) giveBack(signal);
  else if (first === null || performance.now() - first.at > SAME) end(signal);
}

function giveBack(signal: Signal): void {
  first = { signal, at: performance.now() };
  late = setTimeout(end, GRACE, signal);
  const reason = new Error(`Stopped by ${signal}. The same command does the rest.`);
  stopping.abort(reason);
  // Whoever reads it gets the reason.
  process.stdin.on('error', () => {}).destroy(reason);
}

/**
 * Runs the program, which ends with the first SIGINT, SIGTERM or SIGHUP: at once, or within four seconds if it gives back
 * what it holds. A signal that is repeated later ends it at once.
 */
export async function untilEnded(program: () => Promise<void>): Promise<void> {
  for (const signal of SIGNALS) process.on(signal, handle);
  await program();
  clearTimeout(late);
  if (first !== null && process.exitCode) end(first.signal);
}

/** Says that the command holds something that `stopSignal` makes it give back. */
export function givesBack(): void {
  isHolding = true;
}

/**
 * Waits for Ctrl-C or a request to end, for commands that run until then. A repeated signal does not interrupt their
 * shutdown.
 * @param announce says that the program is ready. It is called after the signals are awaited, since one may follow at once.
 */
export function untilStopped(announce: () => void): Promise<Signal> {
  return new Promise((stopped) => {
    onStop = stopped;
    announce();
    if (first !== null) stopped(first.signal);
  });
}

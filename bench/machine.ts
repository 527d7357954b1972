import { existsSync, readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** If other work takes more than this share of one core while nothing is measured, figures are worthless. */
const MOST_BUSY = 1 / 3;
const LOOK = 2_000;
const PATIENCE = 60_000;
const TICK = 10;

/** Processor time that this machine has used since it started, in milliseconds; null where the system does not say. */
function usedTime(): number | null {
  try {
    const [, user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'utf8')
      .split('\n')[0]!
      .split(/\s+/);
    return [user, nice, system, irq, softirq, steal].reduce((sum, ticks) => sum + Number(ticks) * TICK, 0);
  } catch {
    return null;
  }
}

/** How many cores are busy during two seconds, if that makes figures worthless; null when the machine is idle. */
export async function busyCores(): Promise<number | null> {
  const [before, started] = [usedTime(), performance.now()];
  await new Promise((done) => setTimeout(done, LOOK));
  const after = usedTime();
  if (before === null || after === null) return null;
  const cores = (after - before) / (performance.now() - started);
  return cores > MOST_BUSY ? cores : null;
}

/** Waits until this machine is idle. Throws when it is busy for a minute. */
export async function quiet(): Promise<void> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const cores = await busyCores();
    if (cores === null) return;
    if (Date.now() > end)
      throw new Error(`Other work takes ${cores.toFixed(1)} cores of this machine: measure when it is idle`);
  }
}

/** Measures while this machine does nothing else. @throws when it is busy before or after, so the figures are worthless. */
export async function quietly<T>(measure: () => Promise<T>): Promise<T> {
  await quiet();
  const figures = await measure();
  await quiet();
  return figures;
}

/** What the figures were measured on. */
export function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${first?.model ?? 'processor'}, ${memory} GiB, Node ${process.versions.node}`;
}

/** Resident memory of a process in MiB; null if the system does not report it. */
export function residentOf(pid: number): number | null {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return null;
  const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1];
  return kib === undefined ? null : Number(kib) / 1024;
}

/** Lets one process at a time install the packages. Plain JavaScript, since it runs before there are any. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTime } from './start-time.mjs';

/** Names one process for good: its pid, and when it started, since pids are reused. undefined when it has ended. */
function nameOf(pid) {
  const start = startTime(pid);
  return start && `${pid}-${start.replace(/\W+/g, '-')}`;
}

/** The other living processes that have a file in the folder. Files of dead ones mean nothing and are removed. */
function others(folder, mine) {
  const pids = [];
  for (const name of readdirSync(folder)) {
    const pid = Number.parseInt(name, 10);
    if (name === mine) continue;
    if (pid > 0 && nameOf(pid) === name) pids.push(pid);
    else rmSync(join(folder, name), { force: true });
  }
  return pids.sort((a, b) => a - b);
}

/**
 * Waits until no other living process has the lock, and takes it. Each process creates a file of its own name in
 * `folder`, and then looks for files of others: of two at once, at least one sees the other, and withdraws. The lock of a
 * process that was killed ends with it, and nobody has to take it over.
 * @param waitFor is told the pid of the process that is waited for.
 * @returns how to add a process that works for this one, and may outlive it, by its pid; and how to release the lock.
 */
export async function takeInstallLock(folder, waitFor) {
  mkdirSync(folder, { recursive: true });
  const mine = nameOf(process.pid);
  const fileOf = (name) => join(folder, name);
  let told;
  for (;;) {
    let [other] = others(folder, mine);
    if (other === undefined) {
      writeFileSync(fileOf(mine), '');
      [other] = others(folder, mine);
      if (other === undefined) break;
      rmSync(fileOf(mine), { force: true });
    }
    if (told !== other) waitFor(other);
    told = other;
    // By chance, so that two that have withdrawn do not meet again and again.
    await sleep(100 + Math.random() * 200);
  }
  const files = [fileOf(mine)];
  return {
    add(pid) {
      const name = nameOf(pid);
      if (name === undefined) return;
      files.push(fileOf(name));
      writeFileSync(fileOf(name), '');
    },
    release() {
      for (const file of files) rmSync(file, { force: true });
    },
  };
}

import { inspect } from '../inspector.ts';

/**
 * Reads the processor time of the process's main thread at each turn of its event loop, at most a thousand times a second.
 * While other processes have the processor, none passes. A turn that is under way has ended when the second of two timers
 * has rung.
 */
const SAMPLER = `
globalThis.turns ??= (() => {
  let last = 0;
  let longest = 0;
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return user + system;
  };
  const look = () => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
  };
  setInterval(look, 1).unref();
  return {
    begin() {
      longest = 0;
      last = used();
    },
    end: () =>
      new Promise((done) => {
        setTimeout(() => setTimeout(() => {
          look();
          done(longest / 1_000);
        }, 1), 1);
      }),
  };
})()`;

/** Watches the event loop of a Node process. */
export interface Loop {
  /** The most processor time of a turn while `work` runs and just after, in milliseconds. */
  longestDuring(work: () => Promise<unknown>): Promise<number>;
  close(): void;
}

/** Watches the event loop of a Node process through its inspector. */
export async function watchLoop(address: string): Promise<Loop> {
  const { evaluate, close } = await inspect(address);
  await evaluate(`${SAMPLER}; 0`);
  return {
    async longestDuring(work) {
      await evaluate('turns.begin()');
      await work();
      return evaluate('turns.end()');
    },
    close,
  };
}

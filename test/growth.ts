const REPEATED = 5;
const TRIES = 5;

/** The least processor time, in microseconds, of some tries, each `times` in a row: other work on the machine only adds to it. */
export function leastTime(work: () => unknown, times = REPEATED): number {
  const taken = Array.from({ length: TRIES }, () => {
    const before = process.cpuUsage();
    for (let at = 0; at < times; at++) work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...taken);
}

/** How many times as long `work` takes for a text of 2,000 characters as for one of 1,000. */
export function growth(work: (text: string) => unknown, textOf: (length: number) => string): number {
  const [short, long] = [textOf(1_000), textOf(2_000)];
  // Compiles it first.
  leastTime(() => work(long));
  return (
    leastTime(() => work(long)) /
    Math.max(
      1,
      leastTime(() => work(short)),
    )
  );
}

/** Less than for work that grows with the cube, where it is eight. */
export const MOST_GROWTH = 6;

/**
 * Runs work in this process, and returns its outcome with the most milliseconds of processor time that this thread spent
 * in one turn of its event loop: for so long, no other request was answered. Other processes do not change it.
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ outcome: T; longest: number }> {
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let isOver = false;
  let longest = 0;
  let before = used();
  const look = () => {
    const now = used();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  const outcome = await work();
  isOver = true;
  look();
  return { outcome, longest };
}

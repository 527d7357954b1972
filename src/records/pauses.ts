/** Lets other work run before this goes on. */
export const pause = () => new Promise(setImmediate);

/** Milliseconds of work without a pause. */
const MOST = 5;

/** For work in many small steps: what it returns is awaited after each of them, and pauses in time. */
export function pausingByTime(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MOST) return;
    await pause();
    since = performance.now();
  };
}

/**
 * Pauses whenever so much has been done.
 * @returns a function that takes how much more was done.
 */
export function pausingAfter(most: number): (more: number) => Promise<void> {
  let done = 0;
  return async (more) => {
    done += more;
    if (done < most) return;
    done = 0;
    await pause();
  };
}

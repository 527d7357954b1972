/** Lets other work have its turn. */
export const turn = () => new Promise(setImmediate);

/** Milliseconds of work without a pause. */
const MOST = 5;

/** For work in many small steps: what it returns is awaited after each of them, and lets other work have its turn in time. */
export function rests(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MOST) return;
    await turn();
    since = performance.now();
  };
}

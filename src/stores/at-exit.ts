const works = new Set<() => void>();
let isAwaited = false;

function runAll(): void {
  for (const work of works) work();
}

/**
 * Runs some synchronous work when the program ends, also when a signal ends it, but not when it is killed.
 * @returns a function that takes it back.
 */
export function atExit(work: () => void): () => void {
  if (!isAwaited) process.on('exit', runAll);
  isAwaited = true;
  works.add(work);
  return () => works.delete(work);
}

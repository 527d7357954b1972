import PQueue from 'p-queue';

/**
 * Gathers items and hands them over many at a time: what comes while a batch is worked on, or within `wait`
 * milliseconds of the first, makes the next one. Batches follow one another up to `concurrency` at once.
 */
export function createBatcher<T>(
  work: (items: T[]) => Promise<void>,
  { most, wait, concurrency }: { most: number; wait: number; concurrency: number },
) {
  const queue = new PQueue({ concurrency });
  let gathered: T[] = [];
  let scheduled = false;

  function flush(): void {
    scheduled = false;
    const items = gathered;
    gathered = [];
    if (items.length > 0) void queue.add(() => work(items));
  }

  return {
    add(item: T): void {
      gathered.push(item);
      if (gathered.length >= most) flush();
      else if (!scheduled) {
        scheduled = true;
        if (wait === 0) setImmediate(flush);
        else setTimeout(flush, wait);
      }
    },
    async idle(): Promise<void> {
      flush();
      await queue.onIdle();
    },
  };
}

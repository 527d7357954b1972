import PQueue from 'p-queue';

/**
 * Groups items into batches: those that come within `wait` milliseconds of the first, up to `most` of them. Up to
 * `concurrency` batches are worked on at once.
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

import PQueue from 'p-queue';

/**
 * Groups items into batches of up to `most`: one that comes alone is worked on at once, others when `wait` milliseconds have
 * passed since the last batch. Up to `concurrency` batches are worked on at the same time.
 */
export function createBatcher<T>(
  work: (items: T[]) => Promise<void>,
  { most, wait, concurrency }: { most: number; wait: number; concurrency: number },
) {
  const queue = new PQueue({ concurrency });
  let gathered: T[] = [];
  let scheduled = false;
  let flushedAt = Number.NEGATIVE_INFINITY;

  function flush(): void {
    scheduled = false;
    if (gathered.length === 0) return;
    const items = gathered;
    gathered = [];
    flushedAt = performance.now();
    void queue.add(() => work(items));
  }

  return {
    add(item: T): void {
      gathered.push(item);
      if (gathered.length >= most) flush();
      else if (!scheduled) {
        scheduled = true;
        const left = flushedAt + wait - performance.now();
        if (left > 0) setTimeout(flush, left);
        else setImmediate(flush);
      }
    },
    /** Works on what was gathered now. */
    flush,
    async idle(): Promise<void> {
      flush();
      await queue.onIdle();
    },
  };
}

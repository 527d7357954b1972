import PQueue from 'p-queue';

const AT_ONCE = 3;

/** Does `work` for each item, some at once, without reading far ahead. Throws the first failure after all have ended. */
export async function inParallel<T>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = new PQueue({ concurrency: AT_ONCE });
  const failures: unknown[] = [];
  for await (const item of items) {
    if (failures.length > 0) break;
    queue.add(() => work(item)).catch((error) => failures.push(error));
    await queue.onSizeLessThan(1);
  }
  await queue.onIdle();
  if (failures.length > 0) throw failures[0];
}

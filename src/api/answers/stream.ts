import { Readable } from 'node:stream';

/**
 * An answer in parts, each requested once the one before has been taken: nothing is read ahead.
 * @param first the first part, already requested, so that `rest` runs to its end even if nobody reads.
 * @param rest its `return` is called when the stream is destroyed; the stream closes once that has ended.
 */
export function streamOf(first: IteratorResult<Buffer, void>, rest: AsyncGenerator<Buffer, void>): Readable {
  let next: Promise<IteratorResult<Buffer, void>> | null = Promise.resolve(first);
  return new Readable({
    highWaterMark: 0,
    read() {
      const part = next ?? rest.next();
      next = null;
      part.then(
        ({ done, value }) => void (this.destroyed || this.push(done ? null : value)),
        (error) => this.destroy(error),
      );
    },
    destroy(error, closed) {
      rest.return().then(
        () => closed(error),
        () => closed(error),
      );
    },
  });
}

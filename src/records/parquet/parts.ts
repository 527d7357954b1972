import { Piscina } from 'piscina';
import type { EndTask, Group, GroupTask } from './file.ts';

const WORKER = new URL('../../../workers/parquet.ts', import.meta.url).href;
/** Idle threads end after this many milliseconds. */
const IDLE = 60_000;
/** A row group ends with the part in which it has so many rows or bytes of JSON. */
const MOST_ROWS = 5_000;
const MOST_BYTES = 8 << 20;
const LINE = 0x0a;
/** The beginning of every file. */
const MARK = Buffer.from('PAR1');

function linesIn(part: Uint8Array): number {
  let count = 0;
  for (let at = part.indexOf(LINE); at >= 0; at = part.indexOf(LINE, at + 1)) count++;
  return count;
}

/** Writes rows as GeoParquet 1.1 in a thread, one group of rows at a time. */
export function createParquet() {
  let pool: Piscina | null = null;
  const run = <T>(task: GroupTask | EndTask, name: 'rowGroup' | 'fileEnd'): Promise<T> => {
    pool ??= new Piscina({ filename: WORKER, minThreads: 0, maxThreads: 1, idleTimeout: IDLE });
    return pool.run(task, { name });
  };

  return {
    /**
     * A file in parts, each made on request.
     * @param lines parcels as JSON lines, in parts that end with a line.
     */
    async *parts(fields: readonly string[], lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
      const metas: Uint8Array[] = [];
      let waiting: Buffer[] = [];
      let [rows, size, offset] = [0, 0, MARK.length];
      let isBegun = false;

      async function group(): Promise<Buffer> {
        const { bytes, meta } = await run<Group>(
          { fields, lines: Buffer.concat(waiting), offset },
          'rowGroup',
        );
        waiting = [];
        [rows, size] = [0, 0];
        offset += bytes.length;
        metas.push(meta);
        return Buffer.from(bytes.buffer);
      }

      for await (const part of lines) {
        // The answer begins once rows can be read, long before a group of them is full.
        if (!isBegun) yield MARK;
        isBegun = true;
        waiting.push(part);
        rows += linesIn(part);
        size += part.length;
        if (rows >= MOST_ROWS || size >= MOST_BYTES) yield await group();
      }
      if (!isBegun) yield MARK;
      if (rows > 0) yield await group();
      yield Buffer.from(await run<Uint8Array>({ fields, metas, offset }, 'fileEnd'));
    },
    close: async (): Promise<void> => pool?.destroy(),
  };
}

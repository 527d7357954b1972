import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { unavailable } from '../problems.ts';
import type { PackTask, TileTask } from './question.ts';

const WORKER = new URL('../../workers/tile.ts', import.meta.url).href;
const MOST_THREADS = 4;
/** Idle threads end after so many milliseconds. */
const IDLE = 60_000;
/** Tiles that may wait for a thread; more are refused. */
const MOST_WAITING = 500;

/** Makes tiles in threads of their own, the first of which starts with the first tile. */
export function createTileMaker() {
  const threads = Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1));
  let pool: Piscina | null = null;
  const started = () => {
    pool ??= new Piscina({
      filename: WORKER,
      minThreads: 1,
      maxThreads: threads,
      maxQueue: MOST_WAITING,
      idleTimeout: IDLE,
    });
    return pool;
  };
  const run = async (name: string, task: object) => {
    try {
      return await started().run(task, { name });
    } catch (error) {
      throw unavailable('The tile maker', error as Error);
    }
  };
  return {
    /** @throws 503 when too many tiles wait. */
    make: (task: TileTask): Promise<Uint8Array> => run('tile', task),
    /** @throws 503 when too many tiles wait. */
    pack: (task: PackTask): Promise<SharedArrayBuffer> => run('pack', task),
    close: async (): Promise<void> => pool?.destroy(),
  };
}
export type TileMaker = ReturnType<typeof createTileMaker>;

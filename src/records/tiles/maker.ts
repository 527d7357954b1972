import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { unavailable } from '../../domain/problems.ts';
import type { PackTask, TileTask } from './question.ts';

const WORKER = new URL('../../../workers/tile.ts', import.meta.url).href;
const MOST_THREADS = 4;
/** Idle threads end after this many milliseconds. */
const IDLE = 60_000;
/** Tiles that may wait for a thread; more are refused. */
const MOST_WAITING = 500;
/** Tiles sent to a thread at once: the round trip takes as long as drawing a small tile. */
const MOST_AT_ONCE = 8;

interface Waiting {
  task: TileTask;
  resolve: (tile: Uint8Array) => void;
  reject: (error: Error) => void;
}

/** Makes tiles in worker threads, the first of which starts with the first tile. */
export function createTileMaker() {
  const threads = Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1));
  const waiting: Waiting[] = [];
  let drawing = 0;
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

  async function draw(batch: Waiting[]): Promise<void> {
    try {
      const tasks = batch.map(({ task }) => task);
      const made: (Uint8Array | Error)[] = await started().run(tasks, { name: 'tiles' });
      for (const [at, { resolve, reject }] of batch.entries()) {
        const tile = made[at]!;
        if (tile instanceof Error) reject(unavailable('The tile maker', tile));
        else resolve(tile);
      }
    } catch (error) {
      for (const { reject } of batch) reject(unavailable('The tile maker', error as Error));
    }
  }

  /** Hands out the waiting tiles, an equal share to each free thread. */
  function handOut(): void {
    while (drawing < threads && waiting.length > 0) {
      const share = Math.ceil(waiting.length / (threads - drawing));
      drawing++;
      void draw(waiting.splice(0, Math.min(MOST_AT_ONCE, share))).finally(() => {
        drawing--;
        handOut();
      });
    }
  }

  return {
    /** @throws 503 when too many tiles wait. */
    make(task: TileTask): Promise<Uint8Array> {
      if (waiting.length >= MOST_WAITING)
        throw unavailable('The tile maker', new Error('too many tiles wait'));
      return new Promise((resolve, reject) => {
        waiting.push({ task, resolve, reject });
        // Tiles requested in the same turn of the event loop go out together.
        if (waiting.length === 1) setImmediate(handOut);
      });
    },
    /** @throws 503 when too many packs wait. */
    async pack(task: PackTask): Promise<SharedArrayBuffer> {
      try {
        return await started().run(task, { name: 'pack' });
      } catch (error) {
        throw unavailable('The tile maker', error as Error);
      }
    },
    close: async (): Promise<void> => pool?.destroy(),
  };
}
export type TileMaker = ReturnType<typeof createTileMaker>;

import { makePack } from '../src/records/tiles/packing.ts';
import type { PackTask, TileTask } from '../src/records/tiles/question.ts';
import { makeTile } from '../src/records/tiles/tile.ts';

function made(task: TileTask): Uint8Array | Error {
  try {
    // A copy: sending a view would also send all of the memory behind it.
    return makeTile(task).slice();
  } catch (error) {
    return error as Error;
  }
}

/** Makes some tiles; the error of one that cannot be made is in its place. */
export const tiles = (tasks: TileTask[]): (Uint8Array | Error)[] => tasks.map(made);

/** Packs the lots of one tile of zoom 15. */
export const pack = (task: PackTask): SharedArrayBuffer => makePack(task);

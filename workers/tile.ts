import { move } from 'piscina';
import { makePack } from '../src/tiles/answers.ts';
import type { PackTask, TileTask } from '../src/tiles/question.ts';
import { makeTile } from '../src/tiles/tile.ts';

/** Makes one tile. */
export const tile = (task: TileTask): Uint8Array => move(makeTile(task)) as Uint8Array;

/** Packs the lots of one tile of zoom 15. */
export const pack = (task: PackTask): SharedArrayBuffer => makePack(task);

import { move } from 'piscina';
import type { TileTask } from '../src/tiles/question.ts';
import { makeTile } from '../src/tiles/tile.ts';

/** Makes one tile. */
export default function tile(task: TileTask): Uint8Array {
  return move(makeTile(task)) as Uint8Array;
}

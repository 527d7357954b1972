import { turn } from '../turns.ts';

/**
 * Lets other work have its turn whenever so much has been done.
 * @returns a function that takes how much more was done.
 */
export function turns(most: number): (more: number) => Promise<void> {
  let done = 0;
  return async (more) => {
    done += more;
    if (done < most) return;
    done = 0;
    await turn();
  };
}

/** Rows that are put in order without a pause: less than a millisecond of work. */
export const ROWS_AT_ONCE = 2 ** 14;

/** The values of rows in their new order, with pauses. */
export async function inOrder<T extends Float32Array | Float64Array | Int32Array | Uint16Array>(
  values: T,
  rows: Uint32Array,
): Promise<T> {
  const ordered = values.slice() as T;
  for (let row = 0; row < rows.length; row++) {
    if (row % ROWS_AT_ONCE === 0) await turn();
    ordered[row] = values[rows[row]!]!;
  }
  return ordered;
}

import type { Config } from '../../../config.ts';
import { ApiError } from '../../../domain/problems.ts';

/** When a refused export may be tried again, in seconds. */
const RETRY_AFTER = 10;

const refuse = (message: string) =>
  new ApiError('export_limit', message, { 'retry-after': String(RETRY_AFTER) });

/** Limits how many exports are open at once in this process: per account and in total. */
export function exportPlaces({ EXPORTS_PER_ACCOUNT, EXPORTS_PER_PROCESS }: Config) {
  const open = new Map<string, number>();
  let all = 0;
  return {
    /**
     * Takes a place.
     * @returns a function that gives the place back; call it once.
     * @throws 429 `export_limit` when all are taken.
     */
    take(account: string): () => void {
      const own = open.get(account) ?? 0;
      if (own >= EXPORTS_PER_ACCOUNT) {
        const message = `This account has ${own} exports open, which is its limit; finish or close one, then try again`;
        throw refuse(message);
      }
      if (all >= EXPORTS_PER_PROCESS) throw refuse('Too many exports are open; try again in a few seconds');
      open.set(account, own + 1);
      all++;
      return () => {
        all--;
        const left = open.get(account)! - 1;
        if (left > 0) open.set(account, left);
        else open.delete(account);
      };
    },
  };
}

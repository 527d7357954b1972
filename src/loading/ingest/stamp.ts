import type { LastLoad } from '../../stores/elastic/derived-load.ts';
import type { Stamp } from './kinds/kind.ts';

/**
 * The stamp of a load that begins now. It is later than that of any earlier load, even if a clock was set back or another
 * machine loaded: readers ask for what was updated since they last asked.
 */
export function newStamp({ derived, begun }: LastLoad): Stamp {
  const now = Date.now();
  const load = Math.max(now, derived + 1, begun + 1);
  return {
    load,
    derived,
    at: new Date(load).toISOString(),
    today: new Date(now).toISOString().slice(0, 10),
  };
}

import type { LastLoad } from '../../stores/elastic/derived-load.ts';
import type { Stamp } from './kinds/kind.ts';

/**
 * The stamp of a load that begins now. It is later than that of any load before, also where a clock was set back or other
 * machines load: readers ask for what was updated since they asked last.
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

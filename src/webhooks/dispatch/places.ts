export const PLACES = 1_024;
/** The share of the free places that an account may hold for queues that have not answered. */
const TRIAL_SHARE = 1 / 8;
/** Places for all queues that do not answer, together; the rest are for those that do, and for new ones. */
const MOST_SILENT = PLACES / 2;

/** The state of a queue: not tried yet, or whether its last attempt was answered. */
export type Standing = 'new' | 'answers' | 'silent';

/** Who holds a place: an account, for a queue of this standing. */
export interface Occupant {
  account: number;
  standing: Standing;
}

/**
 * Shares out the places. An account may hold as many as are free, so that there is always room for one more account. For
 * queues that have not answered it may hold far fewer.
 */
export function createPlaces(held: Iterable<Occupant>) {
  const all = new Map<number, number>();
  const trials = new Map<number, number>();
  let free = PLACES;
  let silent = 0;

  function fits({ account, standing }: Occupant): boolean {
    if ((all.get(account) ?? 0) >= free) return false;
    if (standing === 'answers') return true;
    if (standing === 'silent' && silent >= MOST_SILENT) return false;
    return (trials.get(account) ?? 0) < free * TRIAL_SHARE;
  }

  function add({ account, standing }: Occupant): void {
    free--;
    all.set(account, (all.get(account) ?? 0) + 1);
    if (standing === 'silent') silent++;
    if (standing !== 'answers') trials.set(account, (trials.get(account) ?? 0) + 1);
  }

  for (const occupant of held) add(occupant);
  return {
    free: () => Math.max(0, free),
    take(occupant: Occupant): boolean {
      if (!fits(occupant)) return false;
      add(occupant);
      return true;
    },
  };
}

/** Deliveries that one process holds at once. */
export const PLACES = 1_024;
/** Of the free places, the part that one account may hold as many of for lanes that have not answered. */
const TRIAL_SHARE = 1 / 8;
/** So many places may be held by all lanes that do not answer; the others are for those that do, and for new ones. */
const MOST_SILENT = PLACES / 2;

/** How a lane does: not tried yet, or whether its last attempt was answered. */
export type Standing = 'new' | 'answers' | 'silent';

/** Whose a place is. */
export interface Place {
  account: number;
  standing: Standing;
}

/**
 * Who may have how many of the places. An account may hold as many as are free, so that there is room for one more
 * account however many there are. For lanes that have not answered it may hold far fewer.
 */
export function createPlaces(held: Iterable<Place>) {
  const all = new Map<number, number>();
  const trials = new Map<number, number>();
  let free = PLACES;
  let silent = 0;

  function fits({ account, standing }: Place): boolean {
    if ((all.get(account) ?? 0) >= free) return false;
    if (standing === 'answers') return true;
    if (standing === 'silent' && silent >= MOST_SILENT) return false;
    return (trials.get(account) ?? 0) < free * TRIAL_SHARE;
  }

  function add({ account, standing }: Place): void {
    free--;
    all.set(account, (all.get(account) ?? 0) + 1);
    if (standing === 'silent') silent++;
    if (standing !== 'answers') trials.set(account, (trials.get(account) ?? 0) + 1);
  }

  for (const place of held) add(place);
  return {
    /** How many places nobody holds. */
    free: () => Math.max(0, free),
    /** Takes one more place, when it may be had. Returns whether it was. */
    take(place: Place): boolean {
      if (!fits(place)) return false;
      add(place);
      return true;
    },
  };
}

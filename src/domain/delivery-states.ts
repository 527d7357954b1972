/**
 * The stored state of a delivery. A claimed one is held by a dispatcher but has provably not been sent; a sending one may
 * have been sent; an unknown one got no answer and waits for its account or an operator to settle it.
 */
export const STATE = {
  pending: 0,
  retrying: 1,
  claimed: 2,
  sending: 3,
  unknown: 4,
  delivered: 5,
  dead_lettered: 6,
  failed: 7,
} as const;
export type State = (typeof STATE)[keyof typeof STATE];

/** The name of a state: `dead_lettered`. */
export const stateName = (state: State): string =>
  Object.entries(STATE).find(([, number]) => number === state)![0];

export const STATUSES = ['pending', 'in_flight', 'delivered', 'dead_lettered', 'failed'] as const;
export type Status = (typeof STATUSES)[number];

const SHOWN: Record<State, Status> = {
  [STATE.pending]: 'pending',
  [STATE.retrying]: 'pending',
  [STATE.claimed]: 'pending',
  [STATE.sending]: 'in_flight',
  [STATE.unknown]: 'in_flight',
  [STATE.delivered]: 'delivered',
  [STATE.dead_lettered]: 'dead_lettered',
  [STATE.failed]: 'failed',
};

/** The status that the API shows for a state. */
export const statusOf = (state: number): Status => SHOWN[state as State];

/** The states that a status stands for. */
export const statesOf = (status: Status): State[] =>
  Object.values(STATE).filter((state) => SHOWN[state] === status);

/** How far an attempt without an answer got. Before `send`, it has provably not been sent. */
export const PHASES = ['dns', 'connect', 'tls', 'send', 'response'] as const;

/** What an unknown outcome is settled as, and by whom. */
export const SETTLEMENTS = ['delivered', 'requeue', 'dead_letter'] as const;
export type Settlement = (typeof SETTLEMENTS)[number];
export const SETTLERS = ['account', 'operator'] as const;
export type Settler = (typeof SETTLERS)[number];

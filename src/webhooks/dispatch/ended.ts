import { STATE, type State } from '../../domain/delivery-states.ts';
import { waitAfter } from '../../domain/retry-schedule.ts';
import type { Claimed } from './claim.ts';
import type { Outcome } from './deliver-task.ts';

/** An outcome that is stored: deliveries that were not sent are given back instead. */
export type FinalOutcome = Exclude<Outcome, { kind: 'unsent' | 'lost' }>;

/** An attempt that has ended, as it is stored. */
export interface EndedAttempt {
  claim: Claimed;
  /** Whether it is a test or was queued again by hand. */
  byHand: boolean;
  /** When it began and when it ended, epoch milliseconds; null when it never began. */
  startedAt: number | null;
  endedAt: number;
  state: State;
  /** When the next attempt is due, epoch milliseconds. */
  due: number | null;
  /** The status of the answer; null when none is known. */
  status: number | null;
  error: string | null;
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** The end of an attempt; jitter, from 0 to 1, spreads out retries. */
export function endOf(
  {
    outcome,
    ...attempt
  }: Pick<EndedAttempt, 'claim' | 'byHand' | 'startedAt' | 'endedAt'> & { outcome: FinalOutcome },
  jitter: number,
): EndedAttempt {
  const { claim, endedAt } = attempt;
  const ended = { ...attempt, due: null, status: null, error: null };
  if (outcome.kind === 'refused') return { ...ended, state: STATE.dead_lettered, error: outcome.error };
  if (outcome.kind === 'unknown') return { ...ended, state: STATE.unknown, error: outcome.error };
  const { status } = outcome;
  if (isSuccess(status)) return { ...ended, state: STATE.delivered, status };
  const error = `The endpoint answered ${status}`;
  const wait = waitAfter(claim.attempt - claim.attemptsBefore, jitter);
  if (wait === null) return { ...ended, state: STATE.dead_lettered, status, error };
  return { ...ended, state: STATE.retrying, due: endedAt + wait, status, error };
}

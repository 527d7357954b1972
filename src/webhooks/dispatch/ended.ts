import { STATE, type State } from '../../domain/delivery-states.ts';
import { waitAfter } from '../../domain/retry-schedule.ts';
import type { Claimed } from './claim.ts';
import type { Outcome } from './outcome.ts';

/** An outcome that is stored: deliveries that were not sent are given back instead. */
export type FinalOutcome = Exclude<Outcome, { kind: 'unsent' | 'lost' }>;

interface Result {
  state: State;
  /** When the next attempt is due, epoch milliseconds. */
  due: number | null;
  status: number | null;
  error: string | null;
}

export interface EndedAttempt {
  claim: Claimed;
  /** Whether it is a test or was queued again by hand. */
  byHand: boolean;
  outcome: FinalOutcome;
  result: Result;
  /** When it began and when it ended, epoch milliseconds; null when it never began. */
  startedAt: number | null;
  endedAt: number;
}

const isSuccess = (status: number) => status >= 200 && status < 300;

function resultOf(claim: Claimed, outcome: FinalOutcome, endedAt: number, jitter: number): Result {
  if (outcome.kind === 'refused') {
    return { state: STATE.dead_lettered, due: null, status: null, error: outcome.error };
  }
  if (outcome.kind === 'unknown')
    return { state: STATE.unknown, due: null, status: null, error: outcome.error };
  const { status } = outcome;
  if (isSuccess(status)) return { state: STATE.delivered, due: null, status, error: null };
  const wait = waitAfter(claim.attempt - claim.attemptsBefore, jitter);
  const error = `The endpoint answered ${status}`;
  return wait === null
    ? { state: STATE.dead_lettered, due: null, status, error }
    : { state: STATE.retrying, due: endedAt + wait, status, error };
}

/** The end of an attempt; jitter, from 0 to 1, spreads out retries. */
export function endOf(attempt: Omit<EndedAttempt, 'result'>, jitter: number): EndedAttempt {
  return { ...attempt, result: resultOf(attempt.claim, attempt.outcome, attempt.endedAt, jitter) };
}

import type { Logger } from 'pino';
import { STATE, type State, stateName } from '../../domain/delivery-states.ts';
import { waitAfter } from '../../domain/retry-schedule.ts';
import * as metrics from '../attempts.ts';
import type { Claimed } from './claim.ts';
import type { Delivery, Outcome } from './deliver-task.ts';
import type { Journal } from './journal.ts';
import { steadyLeft } from './send-window.ts';

/** An outcome that is stored: deliveries that were not sent are given back instead. */
export type FinalOutcome = Exclude<Outcome, { kind: 'unsent' | 'lost' }>;

/** An attempt that has ended, as it is stored. If it never began, only its delivery is updated. */
export interface EndedAttempt {
  claim: Claimed;
  /** Whether it is a test or was queued again by hand. */
  byHand: boolean;
  /** Epoch milliseconds. */
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
  { outcome, ...attempt }: Pick<EndedAttempt, 'claim' | 'byHand' | 'endedAt'> & { outcome: FinalOutcome },
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

interface OutcomesOptions {
  journal?: Journal;
  /** Stores how an attempt has ended, or gives back its delivery. */
  writer: { finish: (ended: EndedAttempt) => void; release: (claim: Claimed) => void };
  log: Logger;
  now: () => number;
  /** Takes a delivery out of the outbox. */
  forget: (delivery: Delivery) => void;
}

/** What follows from the outcomes of attempts: they are written, and their deliveries leave the outbox. */
export function createOutcomes({ journal, writer, log, now, forget }: OutcomesOptions) {
  let closed = false;

  function note({ claim, endpoint, deliveryId }: Delivery, state: number, outcome: string): void {
    if (state === STATE.retrying) return;
    metrics.deliveries.inc({ outcome });
    if (state === STATE.delivered) return;
    const about = { delivery: deliveryId, endpoint: endpoint.id, attempt: claim.attempt };
    // At debug level: the receiver is at fault, and operators see it in the metrics.
    log.debug({ ...about, outcome }, 'not delivered');
  }

  /** Ends an attempt, begun or not. */
  function end(delivery: Delivery, outcome: FinalOutcome): void {
    if (closed) return;
    const { claim, event } = delivery;
    const byHand = event.isTest || claim.requeued;
    const ended = endOf({ claim, byHand, outcome, endedAt: now() }, Math.random());
    metrics.attempts.inc({ outcome: outcome.kind });
    note(delivery, ended.state, stateName(ended.state));
    writer.finish(ended);
    forget(delivery);
  }

  function giveBack(delivery: Delivery): void {
    if (closed) return;
    metrics.attempts.inc({ outcome: 'unsent' });
    writer.release(delivery.claim);
    forget(delivery);
  }

  /** For an attempt whose thread ended: if it is not marked when its send window has ended, it was never sent. */
  function investigate(delivery: Delivery): void {
    const { claim } = delivery;
    const { record, sendWindow } = claim.begun!;
    const provable = record !== null && journal !== undefined;
    const left = provable ? steadyLeft(sendWindow) : 0;
    if (left > 0) setTimeout(() => investigate(delivery), left);
    else if (provable && !journal.mayHaveLeft(record, claim)) giveBack(delivery);
    else end(delivery, { kind: 'unknown', error: 'response: the sending thread reported no outcome' });
  }

  return {
    end,
    /** Takes the outcome of an attempt that has begun. */
    report(delivery: Delivery, outcome: Outcome): void {
      if (outcome.kind === 'answered') delivery.queue.answered();
      else delivery.queue.unanswered();
      if (outcome.kind === 'lost') investigate(delivery);
      else if (outcome.kind === 'unsent') giveBack(delivery);
      else end(delivery, outcome);
    },
    /** What has no outcome yet stays begun until its lease ends. */
    close(): void {
      closed = true;
    },
  };
}
export type Outcomes = ReturnType<typeof createOutcomes>;

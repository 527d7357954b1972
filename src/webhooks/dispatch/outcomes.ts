import type { Logger } from 'pino';
import { STATE, stateName } from '../../domain/delivery-states.ts';
import * as metrics from '../attempts.ts';
import type { Outcome } from './deliver-task.ts';
import { endOf, type FinalOutcome } from './ended.ts';
import type { Journal } from './journal.ts';
import type { Held } from './outbox.ts';
import { steadyLeft } from './send-window.ts';
import type { Writer } from './writer.ts';

interface OutcomesOptions {
  journal?: Journal;
  writer: Writer;
  log: Logger;
  now: () => number;
  /** Called with a delivery that is done with here. */
  letGo: (delivery: Held) => void;
}

/** What follows from the outcomes of attempts: they are written, and their deliveries let go. */
export function createOutcomes({ journal, writer, log, now, letGo }: OutcomesOptions) {
  let closed = false;

  function note({ claim, endpoint, deliveryId }: Held, state: number, outcome: string): void {
    if (state === STATE.retrying) return;
    metrics.deliveries.inc({ outcome });
    if (state === STATE.delivered) return;
    const about = { delivery: deliveryId, endpoint: endpoint.id, attempt: claim.attempt };
    // At debug level: the receiver is at fault, and operators see it in the metrics.
    log.debug({ ...about, outcome }, 'not delivered');
  }

  /** Ends an attempt, begun or not. */
  function end(delivery: Held, outcome: FinalOutcome): void {
    if (closed) return;
    const { claim, event } = delivery;
    const startedAt = claim.begun?.at ?? null;
    const byHand = event.isTest || claim.requeued;
    const ended = endOf({ claim, byHand, outcome, startedAt, endedAt: now() }, Math.random());
    metrics.attempts.inc({ outcome: outcome.kind });
    note(delivery, ended.state, stateName(ended.state));
    writer.finish(ended);
    letGo(delivery);
  }

  function giveBack(delivery: Held): void {
    if (closed) return;
    metrics.attempts.inc({ outcome: 'unsent' });
    writer.release(delivery.claim);
    letGo(delivery);
  }

  /** For an attempt whose thread ended: if it is not marked when its send window has ended, it was never sent. */
  function investigate(delivery: Held): void {
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
    report(delivery: Held, outcome: Outcome): void {
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

import { when } from './when.js';

/** Whether a delivery can be retried. */
export const isDead = ({ status }) => status === 'dead_lettered' || status === 'failed';

/** @returns {{label: string, kind: string, more: string}} the state of a delivery in words */
export function stateOf(delivery) {
  const { status, attempt, next_attempt_at, delivered_at, last_error, last_response_status } = delivery;
  const why = last_response_status === null ? (last_error ?? '') : `answered ${last_response_status}`;
  if (status === 'delivered')
    return { label: 'Delivered', kind: 'good', more: `${why} at ${when(delivered_at)}` };
  if (isDead(delivery)) return { label: 'Dead letter', kind: 'bad', more: why };
  if (status === 'in_flight') {
    return delivery.outcome_unknown
      ? { label: 'Outcome unknown', kind: 'warn', more: `${why || 'no answer'}; not retried automatically` }
      : { label: 'Sending', kind: 'warn', more: '' };
  }
  if (attempt === 0) return { label: 'Queued', kind: '', more: '' };
  return { label: 'Waiting', kind: 'warn', more: `${why}; next attempt ${when(next_attempt_at)}` };
}

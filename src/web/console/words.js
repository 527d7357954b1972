/** What the API says about endpoints and deliveries, in words. */
import { counted, when } from '../format.js';

const WHY = { user: ' by you', failing: ', because all sends failed' };

/** When and why an endpoint was disabled; empty for an active one. */
export const disabledOf = ({ is_active, disabled_at, disabled_reason }) =>
  is_active ? '' : `, disabled ${when(disabled_at)}${WHY[disabled_reason] ?? ''}`;

/** How deliveries to an endpoint are going, in a sentence. */
export function healthOf({ consecutive_failures: failures, last_success_at, next_attempt_at, ...endpoint }) {
  const parts = [
    failures > 0 && `${counted(failures, 'send')} failed since ${when(endpoint.failing_since)}`,
    last_success_at && `last success ${when(last_success_at)}`,
    endpoint.is_active && next_attempt_at && `next attempt ${when(next_attempt_at)}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Whether a delivery can be retried. */
export const isDead = ({ status }) => status === 'dead_lettered' || status === 'failed';

/** @returns {{label: string, kind: string, more: string}} the state of a delivery */
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

import { count, counted } from '../format.js';
import { html } from '../html.js';
import { when } from './when.js';

const NAMED = 3;
const WHY = { user: ' by you', failing: ', because all sends failed' };

/** When and why an endpoint was disabled; empty for an active one. */
export const disabledOf = ({ is_active, disabled_at, disabled_reason }) =>
  is_active ? '' : `, disabled ${when(disabled_at)}${WHY[disabled_reason] ?? ''}`;

/** How deliveries to an endpoint are going, in a sentence. */
export function healthOf({
  is_active,
  consecutive_failures,
  failing_since,
  last_success_at,
  next_attempt_at,
}) {
  const failed =
    consecutive_failures > 0
      ? [`${counted(consecutive_failures, 'send')} failed since ${when(failing_since)}`]
      : [];
  const succeeded = last_success_at ? [`last success ${when(last_success_at)}`] : [];
  const next = is_active && next_attempt_at ? [`next attempt ${when(next_attempt_at)}`] : [];
  return [...failed, ...succeeded, ...next].join(', ');
}

/** What an endpoint watches, as a sentence. */
export function Watched({ filter_kind, filter_value: { state_fips, county_fips, parcel_ids: ids } }) {
  if (filter_kind === 'state_fips') return html`<p>Watches state ${state_fips}</p>`;
  if (filter_kind === 'county_fips') return html`<p>Watches county ${county_fips} of state ${state_fips}</p>`;
  const named = ids.slice(0, NAMED).map((id, at) => html`${at > 0 && ', '}<code>${id}</code>`);
  const rest = ids.length - NAMED;
  return html`<p>Watches ${named}${rest > 0 && ` and ${count(rest)} more parcels`}</p>`;
}

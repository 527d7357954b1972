import { advice, api } from '../api.js';
import { confirmed } from '../confirm.js';
import { h, put } from '../dom.js';
import { count, counted } from '../format.js';
import { notice } from '../notice.js';
import { deliveriesPanel } from './deliveries.js';
import { when } from './when.js';

const NAMED = 3;
const WHY = { user: ' by you', failing: ', because for three days all sends failed' };

/** How the sends to an endpoint go, in a sentence. */
function healthOf({ is_active, consecutive_failures, failing_since, last_success_at, next_attempt_at }) {
  const failed =
    consecutive_failures > 0
      ? [`${counted(consecutive_failures, 'send')} failed since ${when(failing_since)}`]
      : [];
  const succeeded = last_success_at ? [`last success ${when(last_success_at)}`] : [];
  const next = is_active && next_attempt_at ? [`next attempt ${when(next_attempt_at)}`] : [];
  return [...failed, ...succeeded, ...next].join(', ');
}

function watched({ filter_kind, filter_value }) {
  if (filter_kind === 'state_fips') return [`state ${filter_value.state_fips}`];
  if (filter_kind === 'county_fips')
    return [`county ${filter_value.county_fips} of state ${filter_value.state_fips}`];
  const ids = filter_value.parcel_ids;
  const rest = ids.length - NAMED;
  return [
    ids.slice(0, NAMED).flatMap((id, at) => [at > 0 ? ', ' : '', h('code', {}, id)]),
    rest > 0 ? ` and ${count(rest)} more parcels` : '',
  ].flat();
}

/** A card of one endpoint: its record, its actions, and its deliveries when opened. */
export function endpointCard(first, { onFailure, onChanged, onSecret, signal }) {
  const { id, url } = first;
  const state = h('span', {});
  const since = h('p', { class: 'quiet' });
  const health = h('p', { class: 'quiet health' });
  const panelId = `deliveries-${id}`;
  const panel = h('div', { id: panelId, hidden: true });
  let opened = null;
  let deliveries = null;

  const toggle = h(
    'button',
    { type: 'button', 'aria-expanded': 'false', 'aria-controls': panelId, onclick: () => open(panel.hidden) },
    'Deliveries',
  );
  const test = h('button', { type: 'button', onclick: sendTest }, 'Send a test');
  const disable = h('button', { type: 'button', class: 'danger', onclick: askDisable }, 'Disable');

  const enable = h('button', { type: 'button', onclick: askEnable }, 'Enable again');
  const rotate = h('button', { type: 'button', onclick: askRotate }, 'Rotate the secret');

  const fail = (failure) => {
    if (failure.name !== 'AbortError' && !onFailure(failure)) notice(advice(failure), 'bad');
  };
  const end = () => opened?.abort();
  signal.addEventListener('abort', end);

  function open(wanted) {
    if (wanted === !panel.hidden) return;
    panel.hidden = !wanted;
    toggle.setAttribute('aria-expanded', String(wanted));
    end();
    if (!wanted) return put(panel);
    opened = new AbortController();
    deliveries = deliveriesPanel(first, { onFailure, onNews: onChanged, signal: opened.signal });
    put(panel, deliveries.element);
  }

  async function sendTest() {
    test.disabled = true;
    try {
      await api(`/webhooks/${id}/test`, { method: 'POST', signal });
      open(true);
      deliveries.look();
    } catch (failure) {
      fail(failure);
    }
    test.disabled = false;
  }

  async function askDisable() {
    const sure = await confirmed({
      title: 'Disable this endpoint?',
      text: `Nothing more is sent to ${url}, deliveries that are queued already included. What it misses is kept for 30 days and can be sent when it is enabled again.`,
      yes: 'Disable it',
      no: 'Keep it',
      kind: 'danger',
      signal,
    });
    if (!sure) return;
    disable.disabled = true;
    try {
      update(await api(`/webhooks/${id}`, { method: 'DELETE', signal }));
      toggle.focus();
      onChanged();
    } catch (failure) {
      fail(failure);
    }
    disable.disabled = false;
  }

  async function askEnable() {
    enable.disabled = true;
    try {
      const { missed, unmatched_parcel_ids: _, ...endpoint } = await change({ is_active: true });
      update(endpoint);
      toggle.focus();
      onChanged();
      if (missed.events > 0) await askMissed(missed.events);
    } catch (failure) {
      fail(failure);
    }
    enable.disabled = false;
  }

  const change = (body) => api(`/webhooks/${id}`, { method: 'PATCH', body, signal });

  async function askMissed(events) {
    const send = await confirmed({
      title: 'Send what it missed?',
      text: `${counted(events, 'delivery', 'deliveries')} not sent while it was disabled. They count toward the quota of the day once they are queued.`,
      yes: 'Send them',
      no: 'Not now',
      kind: 'primary',
      signal,
    });
    if (!send) return;
    const { missed } = await change({ queue_missed: true });
    notice(`${counted(missed.queued, 'delivery', 'deliveries')} queued`);
    open(true);
    deliveries.look();
  }

  async function askRotate() {
    const sure = await confirmed({
      title: 'Rotate the signing secret?',
      text: `Deliveries to ${url} get a new secret. For 24 hours the old one signs too, so that the receiver can be changed.`,
      yes: 'Rotate it',
      no: 'Keep it',
      kind: 'primary',
      signal,
    });
    if (!sure) return;
    try {
      onSecret({ id, url }, (await api(`/webhooks/${id}/rotate-secret`, { method: 'POST', signal })).secret);
    } catch (failure) {
      fail(failure);
    }
  }

  const element = h(
    'li',
    { class: 'card endpoint', 'aria-label': `Endpoint ${url}` },
    h('div', { class: 'row spread' }, h('h3', { class: 'address' }, url), state),
    first.description ? h('p', {}, first.description) : null,
    h(
      'p',
      { class: 'row' },
      first.event_types.map((type) => h('code', { class: 'badge' }, type)),
    ),
    h('p', {}, 'Watches ', watched(first)),
    since,
    health,
    h('div', { class: 'row' }, toggle, test, rotate, disable, enable),
    panel,
  );

  function update(endpoint) {
    const { is_active, disabled_reason, disabled_at, created_at } = endpoint;
    put(
      state,
      h('span', { class: `badge ${is_active ? 'good' : 'bad'}` }, is_active ? 'Active' : 'Disabled'),
    );
    const ended = is_active ? '' : `, disabled ${when(disabled_at)}${WHY[disabled_reason] ?? ''}`;
    put(since, h('code', {}, id), ` created ${when(created_at)}${ended}`);
    put(health, healthOf(endpoint));
    test.hidden = !is_active;
    rotate.hidden = !is_active;
    disable.hidden = !is_active;
    enable.hidden = is_active;
  }
  update(first);
  return { element, update, end, open };
}

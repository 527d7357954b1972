import { advice, api } from '../api.js';
import { confirmed } from '../confirm.js';
import { h, put } from '../dom.js';
import { count } from '../format.js';
import { notice } from '../notice.js';
import { deliveriesPanel } from './deliveries.js';
import { when } from './when.js';

const NAMED = 3;

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
export function endpointCard(first, { onFailure, onChanged, signal }) {
  const { id, url } = first;
  const state = h('span', {});
  const since = h('p', { class: 'quiet' });
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
      title: 'Disable this endpoint for good?',
      text: `Nothing more is sent to ${url}, deliveries that are queued already included. It cannot be enabled again; a new one gets a new secret.`,
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
    h('div', { class: 'row' }, toggle, test, disable),
    panel,
  );

  function update({ is_active, disabled_reason, disabled_at, created_at }) {
    put(
      state,
      h('span', { class: `badge ${is_active ? 'good' : 'bad'}` }, is_active ? 'Active' : 'Disabled'),
    );
    const ended = is_active
      ? ''
      : `, disabled ${when(disabled_at)}${disabled_reason === 'user' ? ' by you' : ''}`;
    put(since, h('code', {}, id), ` created ${when(created_at)}${ended}`);
    test.hidden = !is_active;
    disable.hidden = !is_active;
  }
  update(first);
  return { element, update, end, open };
}

import { advice, api } from '../api.js';
import { confirmed } from '../confirm.js';
import { h, put } from '../dom.js';
import { notice } from '../notice.js';
import { deliveriesPanel } from './deliveries.js';
import { disabledOf, healthOf, watched } from './endpoint-words.js';
import { when } from './when.js';

/** A card for one endpoint: its record, its actions, and its deliveries when opened. */
export function endpointCard(first, { onFailure, onChanged, signal }) {
  const { id } = first;
  let now = first;
  const address = h('h3', { class: 'address' });
  const note = h('p', {});
  const types = h('p', { class: 'row' });
  const watches = h('p', {});
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
    deliveries = deliveriesPanel(now, { onFailure, onNews: onChanged, signal: opened.signal });
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
      text: `Nothing more is sent to ${now.url}, deliveries that are queued already included. This cannot be undone: to go on, create a new endpoint, with a new secret.`,
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
    { class: 'card endpoint' },
    h('div', { class: 'row spread' }, address, state),
    note,
    types,
    watches,
    since,
    health,
    h('div', { class: 'row' }, toggle, test, disable),
    panel,
  );

  function update(endpoint) {
    now = endpoint;
    element.setAttribute('aria-label', `Endpoint ${endpoint.url}`);
    put(address, endpoint.url);
    note.hidden = !endpoint.description;
    put(note, endpoint.description ?? '');
    put(
      types,
      endpoint.event_types.length === 0
        ? 'No event types: nothing is sent to it'
        : endpoint.event_types.map((type) => h('code', { class: 'badge' }, type)),
    );
    put(watches, 'Watches ', watched(endpoint));
    const { is_active, created_at } = endpoint;
    put(
      state,
      h('span', { class: `badge ${is_active ? 'good' : 'bad'}` }, is_active ? 'Active' : 'Disabled'),
    );
    put(since, h('code', {}, id), ` created ${when(created_at)}${disabledOf(endpoint)}`);
    put(health, healthOf(endpoint));
    test.hidden = !is_active;
    disable.hidden = !is_active;
  }
  update(first);
  return { element, update, end, open };
}

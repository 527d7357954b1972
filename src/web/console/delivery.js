import { h, put } from '../dom.js';
import { count, text } from '../format.js';
import { stateOf } from './delivery-state.js';
import { when } from './when.js';

const fact = (name, value) => [h('dt', {}, name), h('dd', {}, value)];

const attemptRow = ({ attempt, started_at, duration_ms, response_status, error }) =>
  h(
    'tr',
    {},
    h('td', { class: 'number' }, attempt),
    h('td', {}, when(started_at)),
    h('td', { class: 'number' }, duration_ms === null ? text(null) : `${count(duration_ms)} ms`),
    h('td', {}, response_status === null ? text(error) : `answered ${response_status}`),
  );

const attemptTable = (attempts) =>
  h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Attempts' },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { class: 'number', scope: 'col' }, 'Attempt'),
          h('th', { scope: 'col' }, 'Began'),
          h('th', { class: 'number', scope: 'col' }, 'Took'),
          h('th', { scope: 'col' }, 'Result'),
        ),
      ),
      h('tbody', {}, attempts.map(attemptRow)),
    ),
  );

const SETTLEMENTS = [
  ['delivered', 'It arrived'],
  ['requeue', 'Send it again'],
  ['dead_letter', 'Give it up'],
];

/**
 * A line of one delivery; it opens to its attempts.
 * @param {{retry(delivery: object): Promise<void>, settle(delivery: object, as: string): Promise<void>}} actions
 */
export function deliveryLine(first, { retry, settle }) {
  const summary = h('summary', {});
  const more = h('div', { class: 'delivery-more' });
  const action = h('div', { class: 'delivery-action' });
  const element = h('li', { class: 'delivery' }, h('details', {}, summary, more), action);
  let shown = '';
  let current = first;

  const button = h('button', { type: 'button', onclick: tryAgain }, 'Retry');
  const settling = SETTLEMENTS.map(([as, label]) =>
    h('button', { type: 'button', onclick: decide(as) }, label),
  );
  function decide(as) {
    return async () => {
      for (const one of settling) one.disabled = true;
      await settle(current, as);
      for (const one of settling) one.disabled = false;
    };
  }
  async function tryAgain() {
    button.disabled = true;
    await retry(current);
    button.disabled = false;
  }

  function update(delivery) {
    const state = stateOf(delivery);
    const next = JSON.stringify([delivery, state]);
    if (next === shown) return;
    shown = next;
    current = delivery;
    put(
      summary,
      h('span', { class: `badge ${state.kind}` }, state.label),
      h('code', {}, delivery.event_type),
      h('span', { class: 'quiet' }, `${when(delivery.created_at)}`),
      h('span', { class: 'delivery-why' }, state.more),
    );
    put(
      more,
      h(
        'dl',
        { class: 'facts' },
        fact('Delivery', h('code', {}, delivery.id)),
        fact('Event', h('code', {}, delivery.event_id)),
        delivery.canonical_id === null ? [] : fact('Parcel', h('code', {}, delivery.canonical_id)),
        fact('Status', h('code', {}, delivery.status)),
        fact('Attempts begun', count(delivery.attempt)),
        delivery.next_attempt_at === null ? [] : fact('Next attempt', when(delivery.next_attempt_at)),
        delivery.last_error === null ? [] : fact('Last error', delivery.last_error),
        delivery.settled === null
          ? []
          : fact('Settled', `${delivery.settled.as}, ${when(delivery.settled.at)}`),
      ),
      delivery.attempts.length > 0
        ? attemptTable(delivery.attempts)
        : h('p', { class: 'quiet' }, 'No attempt has ended yet.'),
    );
    const retryable = delivery.status === 'dead_lettered' || delivery.status === 'failed';
    if (delivery.outcome_unknown) {
      if (!settling[0].isConnected) put(action, settling);
    } else if (!retryable) put(action);
    else if (!button.isConnected) put(action, button);
    button.setAttribute('aria-label', `Retry ${delivery.id}`);
  }
  return { element, update };
}

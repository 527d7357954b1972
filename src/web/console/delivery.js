import { h, put } from '../dom.js';
import { count, text } from '../format.js';
import { sentPart } from './delivery-sent.js';
import { isDead, stateOf } from './delivery-state.js';
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
 * A line for one delivery; it opens to show its attempts and its content.
 * @param {{path: string, retry(): Promise<void>, settle(as: string): Promise<void>, onFailure(failure: Error): boolean,
 *   signal: AbortSignal}} options `path` is the delivery's path in the API
 */
export function deliveryLine(first, { path, retry, settle, onFailure, signal }) {
  const { id } = first;
  const summary = h('summary', {});
  const more = h('div', {});
  const sent = sentPart(path, { onFailure, signal });
  const details = h(
    'details',
    { ontoggle: () => details.open && sent.load() },
    summary,
    h('div', { class: 'delivery-more' }, more, sent.element),
  );
  const action = h('div', { class: 'row' });
  const element = h('li', { class: 'delivery' }, details, action);
  let shown = '';
  let busy = false;

  function button(label, work) {
    async function run() {
      if (busy) return;
      busy = true;
      await work();
      busy = false;
    }
    return h('button', { type: 'button', 'aria-label': `${label} ${id}`, onclick: run }, label);
  }
  const tryAgain = button('Retry', retry);
  const settling = SETTLEMENTS.map(([as, label]) => button(label, () => settle(as)));

  function update(delivery) {
    const state = stateOf(delivery);
    const next = JSON.stringify([delivery, state]);
    if (next === shown) return;
    shown = next;
    if (details.open) void sent.load();
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
    const wanted = delivery.outcome_unknown ? settling : isDead(delivery) ? [tryAgain] : [];
    if (wanted[0]?.isConnected) return;
    const hadFocus = action.contains(document.activeElement);
    put(action, wanted);
    if (hadFocus) summary.focus();
  }
  return { element, update };
}

import { EVENT_TYPES } from '../catalog.js';
import { h, put } from '../dom.js';
import { field } from './field.js';
import { formProblem } from './form-problem.js';

const STATUSES = [
  ['pending', 'Queued or waiting'],
  ['in_flight', 'Being sent, or outcome unknown'],
  ['delivered', 'Delivered'],
  ['dead_lettered', 'Dead letter'],
];
const choice = (id, all) =>
  h(
    'select',
    { id },
    h('option', { value: '' }, 'Any'),
    all.map(([value, label]) => h('option', { value }, label)),
  );

/**
 * The form that filters deliveries.
 * @param {{choose(choice: Record<string, string>): Promise<void>, onFailure(failure: Error): boolean}} options `choose` gets
 *   the filters of the API, and throws what it refuses
 */
export function deliveryFilter(prefix, { choose, onFailure }) {
  const idOf = (name) => `${prefix}-${name}`;
  const time = (name) => h('input', { id: idOf(name), type: 'datetime-local' });
  const inputs = {
    status: choice(idOf('status'), STATUSES),
    event_type: choice(
      idOf('event_type'),
      EVENT_TYPES.map(({ type }) => [type, type]),
    ),
    canonical_id: h('input', {
      id: idOf('canonical_id'),
      autocomplete: 'off',
      spellcheck: 'false',
      placeholder: '31:109:1701100000000',
    }),
    since: time('since'),
    until: time('until'),
  };
  const problem = formProblem({
    id: idOf('problem'),
    statuses: [400],
    inputOf: (message) => inputs[message.split(' ')[0]],
  });
  const summary = h('summary', {}, 'Filter');

  /** Times are entered in local time, and sent in UTC. */
  const entered = ({ type, value }) =>
    type === 'datetime-local' && value !== '' ? new Date(value).toISOString() : value.trim();

  async function submit(event) {
    event?.preventDefault();
    problem.clear();
    const given = Object.entries(inputs).map(([name, input]) => [name, entered(input)]);
    const chosen = given.filter(([, value]) => value !== '');
    try {
      await choose(Object.fromEntries(chosen));
      put(summary, chosen.length === 0 ? 'Filter' : `Filter: ${chosen.length} chosen`);
    } catch (failure) {
      if (failure.name !== 'AbortError' && !onFailure(failure)) problem.show(failure);
    }
  }

  function showAll() {
    for (const input of Object.values(inputs)) input.value = '';
    return submit();
  }

  return h(
    'details',
    { class: 'delivery-filter' },
    summary,
    h(
      'form',
      { onsubmit: submit, novalidate: true, 'aria-label': 'Filter of the deliveries' },
      h(
        'div',
        { class: 'codes' },
        field(idOf('status'), 'Status', inputs.status),
        field(idOf('event_type'), 'Event type', inputs.event_type),
        field(idOf('canonical_id'), 'Parcel', inputs.canonical_id),
        field(idOf('since'), 'Queued since', inputs.since),
        field(idOf('until'), 'Queued before', inputs.until),
      ),
      problem.element,
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'submit', class: 'primary' }, 'Show these'),
        h('button', { type: 'button', onclick: showAll }, 'Show all'),
      ),
    ),
  );
}

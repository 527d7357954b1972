import { EVENT_TYPES } from '../catalog.js';
import { html, useState } from '../html.js';
import { Field, useForm } from './form.js';

const STATUSES = [
  ['pending', 'Queued or waiting'],
  ['in_flight', 'Being sent, or outcome unknown'],
  ['delivered', 'Delivered'],
  ['dead_lettered', 'Dead letter'],
];
const TYPES = EVENT_TYPES.map(({ type }) => [type, type]);
const TIMES = ['since', 'until'];

/** Times are entered in local time, and sent in UTC. */
const sent = ([name, value]) => [name, TIMES.includes(name) ? new Date(value).toISOString() : value];

/**
 * The form that filters deliveries.
 * @param {{prefix: string, choose(choice: Record<string, string>): Promise<void>}} props `choose` gets the filters of the
 *   API, and throws what it refuses
 */
export function DeliveryFilter({ prefix, choose }) {
  const [many, setMany] = useState(0);
  const { attributes, marks, problem } = useForm({
    id: `${prefix}-problem`,
    statuses: [400],
    nameOf: (message) => message.split(' ')[0],
    async send(values) {
      const given = [...values]
        .map(([name, value]) => [name, value.trim()])
        .filter(([, value]) => value !== '');
      await choose(Object.fromEntries(given.map(sent)));
      setMany(given.length);
    },
  });
  function showAll({ currentTarget: { form } }) {
    form.reset();
    form.requestSubmit();
  }
  const field = (name, label, tag, attributes, children) => html`
    <${Field} id="${prefix}-${name}" label=${label} problem=${problem(name)}>
      <${tag} id="${prefix}-${name}" name=${name} ...${attributes} ...${marks(name)}>${children}</>
    </>
  `;
  const choice = (name, label, all) =>
    field(
      name,
      label,
      'select',
      {},
      html`
        <option value="">Any</option>
        ${all.map(([value, words]) => html`<option value=${value}>${words}</option>`)}
      `,
    );
  return html`
    <details class="delivery-filter">
      <summary>${many === 0 ? 'Filter' : `Filter: ${many} chosen`}</summary>
      <form aria-label="Filter of the deliveries" ...${attributes}>
        <div class="codes">
          ${choice('status', 'Status', STATUSES)}
          ${choice('event_type', 'Event type', TYPES)}
          ${field('canonical_id', 'Parcel', 'input', {
            autocomplete: 'off',
            spellcheck: false,
            placeholder: '31:109:1701100000000',
          })}
          ${field('since', 'Queued since', 'input', { type: 'datetime-local' })}
          ${field('until', 'Queued before', 'input', { type: 'datetime-local' })}
        </div>
        <div>${problem()}</div>
        <div class="row">
          <button type="submit" class="primary">Show these</button>
          <button type="button" onclick=${showAll}>Show all</button>
        </div>
      </form>
    </details>
  `;
}

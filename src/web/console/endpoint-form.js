import { api } from '../api.js';
import { EVENT_TYPES } from '../catalog.js';
import { focused, html, useLayoutEffect, useLeaving, useState } from '../html.js';
import { atlas } from '../once.js';
import { Choice, useForm } from './form.js';

const KINDS = [
  ['parcel_ids', 'Parcels', 'up to 1,000; the fewest events'],
  ['county_fips', 'A county', 'everything in it'],
  ['state_fips', 'A state', 'everything in it'],
];

/** The filter in the values of a form with `WatchFields`. */
function filterOf(values) {
  const filter_kind = values.get('kind');
  const [state_fips, county_fips] = ['state', 'county'].map((name) => values.get(name).trim());
  const lines = () => values.get('parcels').split('\n');
  const filter_value = {
    parcel_ids: () => ({
      parcel_ids: lines()
        .map((line) => line.trim())
        .filter(Boolean),
    }),
    state_fips: () => ({ state_fips }),
    county_fips: () => ({ state_fips, county_fips }),
  }[filter_kind]();
  return { filter_kind, filter_value };
}

/** The name of the input that a refusal of a filter is about. */
function watchNameOf(message, filter_kind) {
  if (filter_kind === 'parcel_ids') return 'parcels';
  return message.includes('county_fips') && filter_kind === 'county_fips' ? 'county' : 'state';
}

/** Codes and names of states and counties, from the map's own file, so that they cost no lookup. */
async function places() {
  const { objects } = await atlas('counties-10m');
  const named = ({ geometries }) =>
    geometries
      .map(({ id, properties }) => ({ id: String(id), name: properties.name }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return { states: named(objects.states), counties: named(objects.counties) };
}

const nameIn = (listed, id) => listed.find((one) => one.id === id)?.name ?? '';

const Names = ({ id, listed, from }) => html`
  <datalist id=${id}>
    ${listed.map((one) => html`<option key=${one.id} value=${one.id.slice(from)}>${one.name}</option>`)}
  </datalist>
`;

/** What an endpoint watches: the kind of filter and its value. `field` is that of `useForm`. */
function WatchFields({ field }) {
  const [kind, setKind] = useState('parcel_ids');
  const [state, setState] = useState('');
  const [county, setCounty] = useState('');
  const [known, setKnown] = useState({ states: [], counties: [] });
  const isUnknown = known.states.length === 0;
  useLayoutEffect(() => {
    if (kind !== 'parcel_ids' && isUnknown) places().then(setKnown, () => {});
  }, [kind, state, county]);
  const within = known.counties.filter(({ id }) => id.slice(0, 2) === state);
  const code = (name, digits, placeholder, set) => ({
    list: `new-${name}-list`,
    inputmode: 'numeric',
    maxlength: digits,
    autocomplete: 'off',
    placeholder,
    oninput: ({ currentTarget }) => set(currentTarget.value),
  });
  const choice = ([value, label, what]) => html`
    <${Choice} type="radio" name="kind" value=${value} checked=${value === kind} onchange=${() => setKind(value)}>
      ${label} <span class="quiet">${what}</span>
    </>
  `;
  return html`
    <fieldset>
      <legend>What it watches</legend>
      <div class="choices">${KINDS.map(choice)}</div>
      ${field('parcels', 'Parcels, one a line', {
        as: 'textarea',
        hint: 'state:county:parcel number, or a bare parcel number that only one loaded parcel has',
        hidden: kind !== 'parcel_ids',
        rows: 4,
        spellcheck: false,
        placeholder: '31:109:1701100000000',
      })}
      <div class="codes">
        ${field('state', 'State, 2-digit FIPS code', {
          ...code('state', 2, '31', setState),
          hint: nameIn(known.states, state),
          hidden: kind === 'parcel_ids',
        })}
        ${field('county', 'County, 3-digit FIPS code', {
          ...code('county', 3, '109', setCounty),
          hint: nameIn(within, state + county),
          hidden: kind !== 'county_fips',
        })}
      </div>
      <${Names} id="new-state-list" listed=${known.states} from=${0} />
      <${Names} id="new-county-list" listed=${within} from=${2} />
    </fieldset>
  `;
}

const INPUTS = ['url', 'event_types', 'description'];

function bodyOf(values) {
  const description = values.get('description').trim();
  return {
    url: values.get('url').trim(),
    event_types: values.getAll('event_types'),
    ...filterOf(values),
    ...(description && { description }),
  };
}

/** The form that creates an endpoint; `onCreated` gets the API's answer. */
export function EndpointForm({ onCreated }) {
  const signal = useLeaving();
  const { attributes, busy, marks, problem, field } = useForm({
    id: 'new',
    statuses: [400, 422],
    nameOf: (message, values) =>
      message.startsWith('filter_')
        ? watchNameOf(message, values.get('kind'))
        : INPUTS.find((name) => message.startsWith(name)),
    send: async (values) => onCreated(await api('/webhooks', { body: bodyOf(values), signal })),
  });
  const event = ({ type, summary }, at) => html`
    <${Choice} type="checkbox" name="event_types" value=${type} defaultChecked ...${at === 0 && marks('event_types')}>
      <code>${type}</code> <span class="quiet">${summary}</span>
    </>
  `;
  return html`
    <form class="new-endpoint" id="new-endpoint" ...${attributes}>
      ${field('url', 'Address', {
        ref: focused,
        type: 'text',
        inputmode: 'url',
        autocomplete: 'off',
        spellcheck: false,
        placeholder: 'https://example.com/hooks/terrier',
        hint: html`https, on public addresses. On your own machine <code>terrier listen</code> receives on
          http://127.0.0.1:4000/`,
      })}
      <fieldset>
        <legend>Events to send</legend>
        <div class="choices">${EVENT_TYPES.map(event)}</div>
        ${problem('event_types')}
      </fieldset>
      <${WatchFields} field=${field} />
      ${field('description', 'Description (optional)', { maxlength: 500, autocomplete: 'off' })}
      <div>${problem()}</div>
      <div class="row"><button type="submit" class="primary" disabled=${busy}>Create the endpoint</button></div>
    </form>
  `;
}

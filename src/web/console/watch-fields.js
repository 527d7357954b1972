import { html, useLayoutEffect, useState } from '../html.js';
import { Choice, Field } from './form.js';
import { places } from './places.js';

const KINDS = [
  ['parcel_ids', 'Parcels', 'up to 1,000; the fewest events'],
  ['county_fips', 'A county', 'everything in it'],
  ['state_fips', 'A state', 'everything in it'],
];

const lines = (text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The filter in the values of a form with `WatchFields`. */
export function filterOf(values) {
  const filter_kind = values.get('kind');
  const [state_fips, county_fips] = ['state', 'county'].map((name) => values.get(name).trim());
  const filter_value = {
    parcel_ids: () => ({ parcel_ids: lines(values.get('parcels')) }),
    state_fips: () => ({ state_fips }),
    county_fips: () => ({ state_fips, county_fips }),
  }[filter_kind]();
  return { filter_kind, filter_value };
}

/** The name of the input that a refusal of a filter is about. */
export function watchNameOf(message, filter_kind) {
  if (filter_kind === 'parcel_ids') return 'parcels';
  return message.includes('county_fips') && filter_kind === 'county_fips' ? 'county' : 'state';
}

const nameIn = (listed, id) => listed.find((one) => one.id === id)?.name ?? '';

const Names = ({ id, listed, from }) => html`
  <datalist id=${id}>
    ${listed.map((one) => html`<option key=${one.id} value=${one.id.slice(from)}>${one.name}</option>`)}
  </datalist>
`;

/**
 * What an endpoint watches: the kind of filter and its value.
 * @param {{marks(name: string): object, problem(name: string): View}} props those of `useForm`
 */
export function WatchFields({ marks, problem }) {
  const [kind, setKind] = useState('parcel_ids');
  const [state, setState] = useState('');
  const [county, setCounty] = useState('');
  const [known, setKnown] = useState({ states: [], counties: [] });
  useLayoutEffect(() => {
    if (kind !== 'parcel_ids') places().then(setKnown, () => {});
  }, [kind, state, county]);
  const within = known.counties.filter(({ id }) => id.slice(0, 2) === state);
  const code = (name, digits, example, set) => html`
    <input id="new-${name}" name=${name} list="new-${name}-list" inputmode="numeric" maxlength=${digits}
      autocomplete="off" placeholder=${example} aria-describedby="new-${name}-hint"
      oninput=${(event) => set(event.currentTarget.value)} ...${marks(name)} />
  `;
  const choice = ([value, label, what]) => html`
    <${Choice} type="radio" name="kind" value=${value} checked=${value === kind}
      onchange=${() => setKind(value)}>
      ${label} <span class="quiet">${what}</span>
    </>
  `;
  return html`
    <fieldset>
      <legend>What it watches</legend>
      <div class="choices">${KINDS.map(choice)}</div>
      <${Field} id="new-parcels" label="Parcels, one a line"
        hint="state:county:parcel number, or a bare parcel number that only one loaded parcel has"
        hidden=${kind !== 'parcel_ids'} problem=${problem('parcels')}>
        <textarea id="new-parcels" name="parcels" rows="4" spellcheck=${false}
          placeholder="31:109:1701100000000" aria-describedby="new-parcels-hint"
          ...${marks('parcels')}></textarea>
      </>
      <div class="codes">
        <${Field} id="new-state" label="State, 2-digit FIPS code" hint=${nameIn(known.states, state)}
          hidden=${kind === 'parcel_ids'} problem=${problem('state')}>
          ${code('state', 2, '31', setState)}
        </>
        <${Field} id="new-county" label="County, 3-digit FIPS code" hint=${nameIn(within, state + county)}
          hidden=${kind !== 'county_fips'} problem=${problem('county')}>
          ${code('county', 3, '109', setCounty)}
        </>
      </div>
      <${Names} id="new-state-list" listed=${known.states} from=${0} />
      <${Names} id="new-county-list" listed=${within} from=${2} />
    </fieldset>
  `;
}

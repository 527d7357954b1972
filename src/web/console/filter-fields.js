import { h, put } from '../dom.js';
import { field } from './field.js';
import { places } from './places.js';

const KINDS = [
  ['parcel_ids', 'Parcels', 'up to 1,000; the fewest events'],
  ['county_fips', 'A county', 'everything in it'],
  ['state_fips', 'A state', 'everything in it'],
];

/**
 * What an endpoint watches: the kind of filter and its value.
 * @returns {{element: HTMLElement, read(): {filter_kind: string, filter_value: object}, inputOf(message: string): HTMLElement}}
 */
export function filterFields() {
  const parcels = h('textarea', {
    id: 'new-parcels',
    rows: 4,
    spellcheck: 'false',
    placeholder: '31:109:1701100000000',
    'aria-describedby': 'new-parcels-hint',
  });
  const code = (id, digits, example) =>
    h('input', {
      id,
      list: `${id}-list`,
      inputmode: 'numeric',
      maxlength: digits,
      autocomplete: 'off',
      placeholder: example,
      'aria-describedby': `${id}-hint`,
      oninput: names,
    });
  const state = code('new-state', 2, '31');
  const county = code('new-county', 3, '109');
  const stateNames = h('datalist', { id: 'new-state-list' });
  const countyNames = h('datalist', { id: 'new-county-list' });
  const parcelField = field(
    'new-parcels',
    'Parcels, one a line',
    parcels,
    'state:county:parcel number, or a bare parcel number that only one loaded parcel has',
  );
  const stateField = field('new-state', 'State, 2-digit FIPS code', state, '');
  const countyField = field('new-county', 'County, 3-digit FIPS code', county, '');
  const hintOf = (one) => one.querySelector('.hint');

  async function names() {
    const known = await places().catch(() => null);
    if (known === null) return;
    const option = ({ id, name }, from) => h('option', { value: id.slice(from) }, name);
    if (stateNames.childElementCount === 0)
      put(
        stateNames,
        known.states.map((one) => option(one, 0)),
      );
    const within = known.counties.filter(({ id }) => id.slice(0, 2) === state.value);
    put(
      countyNames,
      within.map((one) => option(one, 2)),
    );
    put(hintOf(stateField), known.states.find(({ id }) => id === state.value)?.name ?? '');
    put(hintOf(countyField), within.find(({ id }) => id.slice(2) === county.value)?.name ?? '');
  }

  const kinds = KINDS.map(([kind, label, what]) =>
    h(
      'label',
      { class: 'choice' },
      h('input', {
        type: 'radio',
        name: 'new-kind',
        value: kind,
        checked: kind === 'parcel_ids',
        onchange: show,
      }),
      h('span', {}, label, ' ', h('span', { class: 'quiet' }, what)),
    ),
  );
  const chosen = () => element.querySelector('[type=radio]:checked').value;

  function show() {
    const kind = chosen();
    parcelField.hidden = kind !== 'parcel_ids';
    stateField.hidden = kind === 'parcel_ids';
    countyField.hidden = kind !== 'county_fips';
    if (kind !== 'parcel_ids') void names();
  }

  const element = h(
    'fieldset',
    {},
    h('legend', {}, 'What it watches'),
    h('div', { class: 'choices' }, kinds),
    parcelField,
    h('div', { class: 'codes' }, stateField, countyField),
    stateNames,
    countyNames,
  );
  show();

  const lines = () =>
    parcels.value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  return {
    element,
    read() {
      const filter_kind = chosen();
      const state_fips = state.value.trim();
      const filter_value = {
        parcel_ids: () => ({ parcel_ids: lines() }),
        state_fips: () => ({ state_fips }),
        county_fips: () => ({ state_fips, county_fips: county.value.trim() }),
      }[filter_kind]();
      return { filter_kind, filter_value };
    },
    inputOf(message) {
      if (chosen() === 'parcel_ids') return parcels;
      return message.includes('county_fips') && chosen() === 'county_fips' ? county : state;
    },
  };
}

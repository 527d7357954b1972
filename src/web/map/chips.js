import { FILTERS } from '../catalog.js';
import { html, useState } from '../html.js';
import { FIELDS } from './fields.js';
import { FilterField } from './filter-fields.js';
import { filterWords, nameAndUnit } from './filter-words.js';
import { Popover } from './popover.js';
import { isNarrowed, noFilters, parameterOf } from './state.js';

/** The filters with their own chips, in this order; "Filters" opens the rest. */
const OWN = [
  'valueRange',
  'zoningCategories',
  'ownerTypes',
  'absenteeOnly',
  'yearBuiltRange',
  'acreageRange',
];
const own = OWN.map((name) => FILTERS.find((filter) => filter.name === name)).filter(Boolean);
const rest = FILTERS.filter((filter) => !own.includes(filter));
const REST = 'map-chip-rest';

const titleOf = (filter) => nameAndUnit(filter)[0];
/** The value of a filter in a chip. */
const Words = ({ filter, value }) => html`<b>${filterWords(filter, value)}</b>`;

const ColorChip = ({ color, change }) => html`
  <span class="chip color">
    <label for="map-color">Color by</label>
    <select id="map-color" value=${color} onchange=${({ target }) => change({ color: target.value })}>
      ${Object.entries(FIELDS).map(([key, { label }]) => html`<option value=${key}>${label}</option>`)}
    </select>
  </span>
`;

const FlagChip = ({ filter, value, change }) => html`
  <button type="button" class=${value ? 'chip on' : 'chip'} aria-pressed=${String(value)}
    onclick=${() => change(!value)}>
    ${filter.label}
  </button>
`;

/** The chip of one filter, with its form. */
function OwnChip({ filter, value, isOn, change, children }) {
  if (filter.kind === 'flag') return html`<${FlagChip} ...${{ filter, value, change }} />`;
  const title = titleOf(filter);
  const label = html`${title}${isOn && html`<${Words} filter=${filter} value=${value} />`}`;
  return html`
    <${Popover} id="map-chip-${parameterOf(filter)}" name=${title} label=${label} class=${isOn ? 'on' : ''}>
      ${children}
    </>
  `;
}

const Removable = ({ filter, value, onclick }) => html`
  <button type="button" class="chip on removes" aria-label="Remove the filter ${titleOf(filter)}" onclick=${onclick}>
    ${titleOf(filter)}${filter.kind !== 'flag' && html`<${Words} filter=${filter} value=${value} />`}
  </button>
`;

/**
 * The colors and every filter as a row of chips; a chip shows the value of its filter.
 * @param {{color: string, filters: object, change: (part: object) => void}} props `change` takes the part of the state that
 *   changed
 */
export function Chips({ color, filters, change }) {
  // Counts removals: the fields get new keys, so that they forget what was typed.
  const [resets, setResets] = useState(0);
  const set = (name) => (value) => change({ filters: { ...filters, [name]: value } });
  const isOn = (filter) => isNarrowed(filter, filters);
  const field = (filter) => html`
    <${FilterField} key="${filter.name} ${resets}" filter=${filter} value=${filters[filter.name]}
      change=${set(filter.name)} />
  `;
  /** Sets the filters from a chip that vanishes, so the focus goes to another one. */
  const reset = (next, other) => (event) => {
    event.currentTarget.closest('.map-chips').querySelector(other).focus();
    setResets(resets + 1);
    change({ filters: next });
  };
  const active = rest.filter(isOn);
  return html`
    <div class="map-chips" role="group" aria-label="Colors and filters">
      <${ColorChip} color=${color} change=${change} />
      ${own.map((filter) => {
        const { name } = filter;
        const chip = { filter, value: filters[name], isOn: isOn(filter), change: set(name) };
        return html`<${OwnChip} key=${name} ...${chip}>${field(filter)}</>`;
      })}
      <${Popover} id=${REST} name="Filters"
        label=${html`Filters${active.length > 0 && html`<b>${active.length}</b>`}`}
        class=${active.length > 0 ? 'on' : ''}>
        ${rest.map(field)}
      </>
      <span class="removable">
        ${active.map((filter) => {
          const { name } = filter;
          const remove = reset({ ...filters, [name]: noFilters()[name] }, `[popovertarget="${REST}"]`);
          return html`<${Removable} key=${name} filter=${filter} value=${filters[name]} onclick=${remove} />`;
        })}
      </span>
      <button type="button" class="chip plain" hidden=${!FILTERS.some(isOn)}
        onclick=${reset(noFilters(), 'button')}>
        Clear the filters
      </button>
    </div>
  `;
}

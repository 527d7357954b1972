import { FILTERS } from '../catalog.js';
import { Select } from '../controls.js';
import { html, useState } from '../html.js';
import { FIELDS } from './fields.js';
import { FilterField } from './filter-fields.js';
import { Popover } from './popover.js';
import { isNarrowed, KINDS, nameAndUnit, noFilters, parameterOf, SHORT } from './state.js';

/** The filters with their own chips, in this order; "Filters" opens the rest. */
const own = Object.keys(SHORT).flatMap((name) => FILTERS.filter((filter) => filter.name === name));
const rest = FILTERS.filter((filter) => !own.includes(filter));
const REST = 'map-chip-rest';

const titleOf = (filter) => nameAndUnit(filter)[0];
const Words = ({ filter, value }) => html`<b>${KINDS[filter.kind].words(value, filter)}</b>`;

const COLORS = Object.entries(FIELDS).map(([key, { label }]) => [key, label]);

function OwnChip({ filter, value, isOn, change, children }) {
  if (filter.kind === 'flag')
    return html`
      <button type="button" class=${value ? 'chip on' : 'chip'} aria-pressed=${String(value)}
        onclick=${() => change(!value)}>
        ${filter.label}
      </button>
    `;
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

/** The colors and every filter as a row of chips; a chip shows the value of its filter. */
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
      <span class="chip color">
        <label for="map-color">Color by</label>
        <${Select} id="map-color" options=${COLORS} value=${color} change=${(color) => change({ color })} />
      </span>
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

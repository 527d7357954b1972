import { FILTERS } from '../catalog.js';
import { h, put } from '../dom.js';
import { FIELDS } from './fields.js';
import { filterField } from './filter-fields.js';
import { filterWords, nameAndUnit } from './filter-words.js';
import { popover } from './popover.js';
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

/**
 * The colors and every filter as a row of chips; a chip shows the value of its filter.
 * @param {(part: object) => void} change takes the part of the state that changed
 */
export function chips(state, change) {
  const element = h('div', { class: 'map-chips', role: 'group', 'aria-label': 'Colors and filters' });
  let filters = state.filters;
  let redraw = () => {};

  function set(name, value) {
    filters = { ...filters, [name]: value };
    redraw();
    change({ filters });
  }

  function mark(chip, on, ...content) {
    chip.classList.toggle('on', on);
    put(chip, ...content);
  }

  /** A chip, and a function that shows its current value. */
  function chipOf(filter) {
    const { name, kind } = filter;
    if (kind === 'flag') {
      const press = () => set(name, !filters[name]);
      const chip = h('button', { type: 'button', class: 'chip', onclick: press }, filter.label);
      const show = () => {
        chip.setAttribute('aria-pressed', String(filters[name]));
        chip.classList.toggle('on', filters[name]);
      };
      return { nodes: [chip], show };
    }
    const [title] = nameAndUnit(filter);
    const { button, form } = popover(
      { id: `map-chip-${parameterOf(filter)}`, name: title },
      filterField(filter, filters[name], (value) => set(name, value)),
    );
    const show = () => {
      const on = isNarrowed(filter, filters);
      mark(button, on, title, on && h('b', {}, filterWords(filter, filters[name])));
    };
    return { nodes: [button, form], show };
  }

  function others() {
    const field = (filter) => filterField(filter, filters[filter.name], (value) => set(filter.name, value));
    const { button, form } = popover({ id: 'map-chip-rest', name: 'Filters' }, ...rest.map(field));
    const removable = h('span', { class: 'removable' });
    const clear = h(
      'button',
      { type: 'button', class: 'chip plain', onclick: clearAll },
      'Clear the filters',
    );
    function clearAll() {
      filters = noFilters();
      draw();
      change({ filters });
      element.querySelector('button').focus();
    }
    const show = () => {
      const active = rest.filter((filter) => isNarrowed(filter, filters));
      mark(button, active.length > 0, 'Filters', active.length > 0 && h('b', {}, active.length));
      put(
        removable,
        active.map((filter) => {
          const [title] = nameAndUnit(filter);
          const remove = () => {
            filters = { ...filters, [filter.name]: noFilters()[filter.name] };
            draw();
            change({ filters });
            element.querySelector('[popovertarget="map-chip-rest"]').focus();
          };
          return h(
            'button',
            {
              type: 'button',
              class: 'chip on removes',
              'aria-label': `Remove the filter ${title}`,
              onclick: remove,
            },
            title,
            filter.kind !== 'flag' && h('b', {}, filterWords(filter, filters[filter.name])),
          );
        }),
      );
      clear.hidden = !FILTERS.some((filter) => isNarrowed(filter, filters));
    };
    return { nodes: [button, form, removable, clear], show };
  }

  function draw() {
    const all = [...own.map(chipOf), others()];
    redraw = () => {
      for (const { show } of all) show();
    };
    redraw();
    put(element, color, ...all.flatMap(({ nodes }) => nodes));
  }

  const select = h(
    'select',
    { id: 'map-color', onchange: () => change({ color: select.value }) },
    Object.entries(FIELDS).map(([key, { label }]) =>
      h('option', { value: key, selected: key === state.color }, label),
    ),
  );
  const color = h('span', { class: 'chip color' }, h('label', { for: 'map-color' }, 'Color by'), select);
  draw();
  return element;
}

import { FILTERS, SORTS } from '../catalogue.js';
import { h, put } from '../dom.js';
import { words } from '../format.js';
import { FIELDS } from './fields.js';
import { filterField } from './filter-fields.js';
import { countFilters, noFilters } from './state.js';

const option = (value, label, chosen) => h('option', { value, selected: value === chosen }, label);

function choice(id, label, options, chosen, change) {
  const select = h(
    'select',
    { id, onchange: () => change(select.value) },
    options.map(([value, text]) => option(value, text, chosen)),
  );
  return h('div', { class: 'field' }, h('label', { for: id }, label), select);
}

/**
 * The controls of the colors, the order and every filter.
 * @param {(part: object) => void} change takes the part of the state that changed
 */
export function controls(state, change) {
  const element = h('div', { class: 'map-controls' });
  // The filters are open if there is room for the list beside them.
  const roomy = matchMedia('(min-width: 900px) and (min-height: 900px)').matches;

  function draw(state, open) {
    const active = h('span', { class: 'badge', hidden: countFilters(state) === 0 }, countFilters(state));
    const set = (part) => {
      Object.assign(state, part);
      put(active, countFilters(state));
      active.hidden = countFilters(state) === 0;
      change(part);
    };
    const clear = () => {
      const part = { filters: noFilters() };
      draw({ ...state, ...part }, true);
      change(part);
      element.querySelector('summary').focus();
    };
    const field = (filter) =>
      filterField(filter, state.filters[filter.name], (value) =>
        set({ filters: { ...state.filters, [filter.name]: value } }),
      );
    put(
      element,
      choice(
        'map-color',
        'Color by',
        Object.entries(FIELDS).map(([key, { label }]) => [key, label]),
        state.color,
        (color) => set({ color }),
      ),
      choice(
        'map-sort',
        'Sort by',
        [['', 'No order'], ...SORTS.map((sort) => [sort, words(sort)])],
        state.sort,
        (sort) => set({ sort }),
      ),
      choice(
        'map-order',
        'Order',
        [
          ['desc', 'Highest first'],
          ['asc', 'Lowest first'],
        ],
        state.order,
        (order) => set({ order }),
      ),
      h(
        'details',
        { class: 'filters', open },
        h('summary', {}, 'Filters ', active),
        FILTERS.map(field),
        h('button', { type: 'button', onclick: clear }, 'Clear the filters'),
      ),
    );
  }
  draw({ ...state }, roomy || countFilters(state) > 0);
  return element;
}

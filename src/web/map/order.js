import { SORTS } from '../catalog.js';
import { h } from '../dom.js';
import { words } from '../format.js';

const option = (value, label, chosen) => h('option', { value, selected: value === chosen }, label);

/**
 * The controls for the order of the list.
 * @param {(part: object) => void} change takes the part of the state that changed
 */
export function orderControls(state, change) {
  const direction = h(
    'select',
    {
      'aria-label': 'Order',
      hidden: state.sort === '',
      onchange: () => change({ order: direction.value }),
    },
    option('desc', 'Highest first', state.order),
    option('asc', 'Lowest first', state.order),
  );
  const sort = h(
    'select',
    {
      id: 'map-sort',
      onchange: () => {
        direction.hidden = sort.value === '';
        change({ sort: sort.value });
      },
    },
    [['', 'No order'], ...SORTS.map((name) => [name, words(name)])].map(([value, label]) =>
      option(value, label, state.sort),
    ),
  );
  return h('div', { class: 'map-order' }, h('label', { for: 'map-sort' }, 'Sort by'), sort, direction);
}

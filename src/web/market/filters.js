import { h } from '../dom.js';

const FIRST_YEAR = 1980;

function quarters(today = new Date()) {
  const all = [];
  for (let year = today.getFullYear(); year >= FIRST_YEAR; year--) {
    const last = year === today.getFullYear() ? Math.floor(today.getMonth() / 3) + 1 : 4;
    for (let quarter = last; quarter >= 1; quarter--) all.push(`${year}Q${quarter}`);
  }
  return all;
}

const field = (id, name, control) => h('div', {}, h('label', { for: id }, name), control);

/** A list to choose from, with the value from the address even if it is unknown. */
export function choice(id, options, value, onchange) {
  const known = options.some(([code]) => code === value);
  const all = known ? options : [...options, [value, value]];
  const list = h(
    'select',
    { id, onchange: () => onchange(list.value) },
    all.map(([code, name]) => h('option', { value: code }, name)),
  );
  list.value = value;
  return list;
}

/**
 * The controls above the county table.
 * @param {[string, string][]} states FIPS code and name of each state with parcels
 */
export function filters(view, states, change) {
  const least = h('input', {
    id: 'market-min-sales',
    type: 'number',
    min: 0,
    step: 1,
    inputmode: 'numeric',
    placeholder: 'any',
    value: view.min_sales,
    onchange: () => change({ min_sales: least.value }),
  });
  return h(
    'form',
    { class: 'market-filters', 'aria-label': 'Filters', onsubmit: (event) => event.preventDefault() },
    field(
      'market-state',
      'State',
      choice('market-state', [['', 'All states'], ...states], view.state, (state) => change({ state })),
    ),
    field(
      'market-quarter',
      'Quarter',
      choice(
        'market-quarter',
        [['', 'The newest'], ...quarters().map((quarter) => [quarter, quarter.replace('Q', ' Q')])],
        view.quarter,
        (quarter) => change({ quarter }),
      ),
    ),
    field('market-min-sales', 'Minimum sales', least),
  );
}

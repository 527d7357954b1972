import { h } from '../dom.js';
import { decimal, UNKNOWN, words } from '../format.js';
import { kindName } from './fields.js';
import { nameOf } from './list.js';
import { figures } from './parts.js';

const known = (value, show) => (value === null || value === undefined ? null : show(value));
const all = (parcel) => [
  ['Owner', parcel.owner_name],
  ['Kind of owner', known(parcel.entity_type, kindName)],
  ['Kind of zoning', known(parcel.zoning_category, words)],
  ...figures(parcel),
  ['Deal score', known(parcel.deal_score, (score) => `${decimal(score)} of 100`)],
];

/** Two parcels side by side in a table; differences are marked. */
export function comparison(kept, parcel, stop) {
  const [left, right] = [all(kept), all(parcel)];
  const row = ([name, value], at) => {
    const [, other] = right[at];
    if (value === null && other === null) return null;
    const differs = value !== other;
    return h(
      'tr',
      { class: differs ? 'differs' : null },
      h(
        'th',
        { scope: 'row' },
        name,
        differs && h('span', { class: 'mark', role: 'img', 'aria-label': 'differs' }, '≠'),
      ),
      h('td', {}, value ?? UNKNOWN),
      h('td', {}, other ?? UNKNOWN),
    );
  };
  return h(
    'section',
    { 'aria-label': 'Comparison' },
    h(
      'table',
      { class: 'compared' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('td', {}),
          h('th', { scope: 'col' }, nameOf(kept)),
          h('th', { scope: 'col' }, nameOf(parcel)),
        ),
      ),
      h('tbody', {}, left.map(row)),
    ),
    h('button', { type: 'button', class: 'small', onclick: stop }, 'Stop comparing'),
  );
}

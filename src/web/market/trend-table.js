import { h } from '../dom.js';
import { change, count, money } from '../format.js';
import { nameOf } from './quarters.js';

/** The numbers of the charts, for reading, copying and screen readers; the newest first. */
export function trendTable({ indices, rows }, names) {
  const lines = indices
    .flatMap((index, at) => names.map((name, n) => [index, name, rows[n][at]]))
    .filter(([, , quarter]) => quarter !== null)
    .sort(([a], [b]) => b - a);
  return h(
    'details',
    { class: 'card market-numbers' },
    h('summary', {}, `The numbers as a table (${count(lines.length)} rows)`),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'The numbers of the charts' },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'col' }, 'Quarter'),
            h('th', { scope: 'col' }, 'County'),
            ['Sales', 'Median price', 'In a year'].map((name) =>
              h('th', { scope: 'col', class: 'number' }, name),
            ),
          ),
        ),
        h(
          'tbody',
          {},
          lines.map(([index, name, quarter]) =>
            h(
              'tr',
              {},
              h('td', {}, nameOf(index)),
              h('td', {}, name),
              h('td', { class: 'number' }, count(quarter.sale_count)),
              h('td', { class: 'number' }, money(quarter.median_price)),
              h('td', { class: 'number' }, change(quarter.yoy_change)),
            ),
          ),
        ),
      ),
    ),
  );
}

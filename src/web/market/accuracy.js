import { api } from '../api.js';
import { h, put } from '../dom.js';
import { count, decimal, percent, text, words } from '../format.js';
import { currentKey } from '../session.js';

const METHODS = {
  last_sales: 'the last sales',
  ten_folds: 'ten folds',
  last_year: 'prices of the last year',
};
const HEADINGS = [
  'County',
  'Class',
  'Sales',
  'Median error',
  'Within 10 %',
  'COD',
  'PRD',
  'Bounds held',
  'Tested on',
];
const FIGURES = new Set(['Sales', 'Median error', 'Within 10 %', 'COD', 'PRD', 'Bounds held']);

const cells = (row) => [
  words(row.class),
  count(row.sales_tested),
  percent(row.median_abs_pct_error),
  percent(row.within_10_pct),
  decimal(row.cod),
  decimal(row.prd),
  percent(row.interval_held_pct),
  text(METHODS[row.method] ?? row.method),
];

/** Lists how far off the values of parcels are; shows nothing without a key, values or an answer. */
export async function accuracy(section, panel, signal) {
  const none = { data: [] };
  const isAsked = currentKey() !== null;
  const { data } = isAsked ? await api('/market/accuracy', { signal }).catch(() => none) : none;
  if (signal.aborted) return;
  section.hidden = data.length === 0;
  if (section.hidden) return;
  const title = 'How far off estimated values are';
  const heading = (name) => h('th', { scope: 'col', class: FIGURES.has(name) ? 'number' : '' }, name);
  const line = (row) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, row.county_fips),
      cells(row).map((value, at) => h('td', { class: FIGURES.has(HEADINGS[at + 1]) ? 'number' : '' }, value)),
    );
  put(
    panel,
    h(
      'div',
      { class: 'card scroll market-sources', tabindex: 0, role: 'region', 'aria-label': title },
      h('table', {}, h('thead', {}, h('tr', {}, HEADINGS.map(heading))), h('tbody', {}, data.map(line))),
    ),
  );
}

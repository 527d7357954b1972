import { api } from '../api.js';
import { COUNTY_SORTS } from '../catalog.js';
import { h, put } from '../dom.js';
import { change as changeOf, count, money } from '../format.js';
import { currentKey } from '../session.js';
import { newest } from './latest.js';
import { mapLink } from './map-link.js';
import { askForKey, showProblem } from './problem.js';

export const PAGE_SIZE = 20;

const COLUMNS = [
  ['county_name', 'County'],
  ['sale_count', 'Sales'],
  ['median_price', 'Median'],
  ['avg_price', 'Average'],
  ['yoy_change', 'In a year'],
];
const WIDE = new Set(['avg_price']);
const CELLS = { sale_count: count, median_price: money, avg_price: money, yoy_change: changeOf };

function request(view) {
  const asked = { sort: view.sort, order: view.order, limit: String(PAGE_SIZE), offset: view.offset };
  if (view.state !== '') asked.state_fips = view.state;
  if (view.quarter !== '') asked.quarter = view.quarter;
  if (view.min_sales !== '') asked.min_sales = view.min_sales;
  return `/market/counties?${new URLSearchParams(asked)}`;
}

function heading([field, name], view, change) {
  const style = [field === 'county_name' ? '' : 'number', WIDE.has(field) ? 'market-wide' : '']
    .join(' ')
    .trim();
  if (!COUNTY_SORTS.includes(field)) return h('th', { scope: 'col', class: style || null }, name);
  const current = view.sort === field;
  const first = field === 'county_name' ? 'asc' : 'desc';
  const other = view.order === 'asc' ? 'desc' : 'asc';
  const sort = () => change({ sort: field, order: current ? other : first, offset: '0' });
  const arrow = current ? (view.order === 'asc' ? ' ↑' : ' ↓') : '';
  return h(
    'th',
    {
      scope: 'col',
      class: style || null,
      'aria-sort': current ? (view.order === 'asc' ? 'ascending' : 'descending') : 'none',
    },
    h(
      'button',
      { type: 'button', class: 'market-sort', 'data-sort': field, onclick: sort },
      name,
      h('span', { 'aria-hidden': 'true' }, arrow),
    ),
  );
}

function row(county, charted, toggle) {
  const tick = h('input', {
    type: 'checkbox',
    'aria-label': `Chart ${county.county_name}, ${county.state_abbr}`,
    checked: charted.includes(county.county_fips),
    onchange: () => toggle(county.county_fips, tick.checked),
  });
  const few =
    county.low_sample && h('span', { class: 'badge warn', title: 'Fewer than 30 sales' }, 'few sales');
  return h(
    'tr',
    { 'data-county': county.county_fips },
    h('td', {}, tick),
    h('th', { scope: 'row', class: 'market-county' }, `${county.county_name}, ${county.state_abbr} `, few),
    COLUMNS.slice(1).map(([field]) =>
      h('td', { class: `number${WIDE.has(field) ? ' market-wide' : ''}` }, CELLS[field](county[field])),
    ),
    h(
      'td',
      {},
      mapLink({
        fips: county.county_fips,
        name: `${county.county_name}, ${county.state_abbr}`,
        quarter: county.quarter,
      }),
    ),
  );
}

function pager({ total, offset, data }, change) {
  const to = (next) => () => change({ offset: String(next) });
  return h(
    'div',
    { class: 'row market-pager' },
    h(
      'span',
      { class: 'quiet', role: 'status' },
      data.length === 0
        ? `0 of ${count(total)} counties`
        : `${count(offset + 1)}–${count(offset + data.length)} of ${count(total)} ${total === 1 ? 'county' : 'counties'}`,
    ),
    (offset > 0 || total > offset + data.length) && [
      h(
        'button',
        { type: 'button', disabled: offset === 0, onclick: to(Math.max(0, offset - PAGE_SIZE)) },
        'Previous',
      ),
      h(
        'button',
        { type: 'button', disabled: offset + data.length >= total, onclick: to(offset + PAGE_SIZE) },
        'Next',
      ),
    ],
  );
}

/**
 * The county table.
 * @param {{view: object, signal: AbortSignal, change: (changes: object) => void, charted: (rows: object[]) => string[],
 *   toggle: (fips: string, wanted: boolean) => void}} page `charted` gets the rows shown and returns the charted counties.
 * @returns {() => Promise<void>} shows the table of the current view
 */
export function countyTable(panel, { view, signal, change, charted, toggle }) {
  const next = newest(signal);
  return async function show() {
    const current = next();
    if (currentKey() === null) {
      charted([]);
      return askForKey(panel, 'Sales figures need an API key. Coverage, below, needs none.');
    }
    panel.setAttribute('aria-busy', 'true');
    try {
      const page = await api(request(view), { signal: current });
      const chosen = charted(page.data);
      const focused = document.activeElement?.dataset?.sort;
      put(
        panel,
        h(
          'p',
          { class: 'quiet' },
          page.data.length === 0
            ? 'No county has such sales. Choose another quarter, state or number of sales.'
            : `Sales at arm’s length in ${page.data[0].quarter.replace('Q', ' Q')}. Tick counties to chart them.`,
        ),
        page.data.length > 0 &&
          h(
            'div',
            { class: 'scroll card market-table' },
            h(
              'table',
              {},
              h(
                'thead',
                {},
                h(
                  'tr',
                  {},
                  h('td', {}),
                  COLUMNS.map((column) => heading(column, view, change)),
                  h('td', {}),
                ),
              ),
              h(
                'tbody',
                {},
                page.data.map((county) => row(county, chosen, toggle)),
              ),
            ),
          ),
        pager(page, change),
      );
      if (focused) panel.querySelector(`[data-sort="${focused}"]`)?.focus();
    } catch (failure) {
      if (failure.name !== 'AbortError') charted([]);
      showProblem(panel, failure, show);
    } finally {
      panel.removeAttribute('aria-busy');
    }
  };
}

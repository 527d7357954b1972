import { api } from '../api.js';
import { h, put } from '../dom.js';
import { count, moment } from '../format.js';

const HEADINGS = ['County', 'Records', 'Publisher', 'Rows', 'Loaded', 'Next look', 'Last look'];
const FIGURES = new Set(['Rows']);

const RESULTS = {
  loaded: 'loaded',
  unchanged: 'nothing new',
  refused: 'refused',
  failed: 'failed',
};

const cells = (row) => [
  row.kind,
  row.publisher ?? '–',
  count(row.rows),
  moment(row.loaded_at),
  moment(row.next_at),
  RESULTS[row.outcome] ?? row.outcome,
];

function table(rows) {
  const title = 'Sources of the records';
  return h(
    'div',
    { class: 'card' },
    h('h3', {}, title),
    h(
      'div',
      { class: 'scroll market-sources', tabindex: 0, role: 'region', 'aria-label': title },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            HEADINGS.map((name) => h('th', { scope: 'col', class: FIGURES.has(name) ? 'number' : '' }, name)),
          ),
        ),
        h(
          'tbody',
          {},
          rows.map((row) =>
            h(
              'tr',
              { 'data-source': row.source },
              h('th', { scope: 'row' }, row.county_name ?? row.county_fips),
              cells(row).map((value, at) =>
                h('td', { class: FIGURES.has(HEADINGS[at + 1]) ? 'number' : '' }, value),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/** Lists where the records come from; shows nothing when there are no sources or no answer. */
export async function sources(panel, signal) {
  const { data } = await api('/coverage/sources', { signal }).catch(() => ({ data: [] }));
  if (signal.aborted || data.length === 0) return;
  put(panel, table(data));
}

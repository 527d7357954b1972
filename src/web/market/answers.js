/** Parts that show an answer as a table, and nothing without one. */
import { api } from '../api.js';
import { useAsked } from '../asked.js';
import { count, decimal, moment, percent, text, words } from '../format.js';
import { html } from '../html.js';
import { useCurrentKey } from '../session.js';
import { Scrolled, Table } from '../table.js';

const METHODS = {
  last_sales: 'the last sales',
  ten_folds: 'ten folds',
  last_year: 'prices of the last year',
};
const ERRORS = [
  { name: 'County', isHeading: true, cell: ({ county_fips }) => county_fips },
  { name: 'Class', cell: (row) => words(row.class) },
  { name: 'Sales', class: 'number', cell: ({ sales_tested }) => count(sales_tested) },
  { name: 'Median error', class: 'number', cell: (row) => percent(row.median_abs_pct_error) },
  { name: 'Within 10 %', class: 'number', cell: ({ within_10_pct }) => percent(within_10_pct) },
  { name: 'COD', class: 'number', cell: ({ cod }) => decimal(cod) },
  { name: 'PRD', class: 'number', cell: ({ prd }) => decimal(prd) },
  { name: 'Bounds held', class: 'number', cell: ({ interval_held_pct }) => percent(interval_held_pct) },
  { name: 'Tested on', cell: ({ method }) => text(METHODS[method] ?? method) },
];

/** How far off the values of parcels are; it needs a key. */
export function Accuracy() {
  const key = useCurrentKey();
  const { answer } = useAsked(key && ((signal) => api('/market/accuracy', { signal })), [key]);
  if (!answer?.data.length) return null;
  return html`
    <section aria-labelledby="values">
      <h2 id="values" tabindex="-1">Estimated values</h2>
      <p>How far off the estimated values of parcels were, for sales that the estimates did not know.</p>
      <div>
        <${Scrolled} title="How far off estimated values are" class="card market-sources">
          <${Table} columns=${ERRORS} rows=${answer.data} />
        </>
      </div>
    </section>
  `;
}

const RESULTS = { loaded: 'loaded', unchanged: 'nothing new', refused: 'refused', failed: 'failed' };
const SOURCES = [
  { name: 'County', isHeading: true, cell: ({ county_name, county_fips }) => county_name ?? county_fips },
  { name: 'Records', cell: ({ kind }) => kind },
  { name: 'Publisher', cell: ({ publisher }) => text(publisher) },
  { name: 'Rows', class: 'number', cell: ({ rows }) => count(rows) },
  { name: 'Loaded', cell: ({ loaded_at }) => moment(loaded_at) },
  { name: 'Next look', cell: ({ next_at }) => moment(next_at) },
  { name: 'Last look', cell: ({ outcome }) => RESULTS[outcome] ?? outcome },
];
const TITLE = 'Sources of the records';

/** Where the records come from. */
export function Sources() {
  const { answer } = useAsked((signal) => api('/coverage/sources', { signal }), []);
  if (!answer?.data.length) return null;
  return html`
    <div class="card">
      <h3>${TITLE}</h3>
      <${Scrolled} title=${TITLE} class="market-sources"><${Table} columns=${SOURCES} rows=${answer.data} /></>
    </div>
  `;
}

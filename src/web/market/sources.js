import { api } from '../api.js';
import { useAsked } from '../asked.js';
import { count, moment } from '../format.js';
import { html } from '../html.js';
import { Scrolled, Table } from '../table.js';

const RESULTS = { loaded: 'loaded', unchanged: 'nothing new', refused: 'refused', failed: 'failed' };
const COLUMNS = [
  { name: 'County', isHeading: true, cell: ({ county_name, county_fips }) => county_name ?? county_fips },
  { name: 'Records', cell: ({ kind }) => kind },
  { name: 'Publisher', cell: ({ publisher }) => publisher ?? '–' },
  { name: 'Rows', class: 'number', cell: ({ rows }) => count(rows) },
  { name: 'Loaded', cell: ({ loaded_at }) => moment(loaded_at) },
  { name: 'Next look', cell: ({ next_at }) => moment(next_at) },
  { name: 'Last look', cell: ({ outcome }) => RESULTS[outcome] ?? outcome },
];
const TITLE = 'Sources of the records';

/** Where the records come from; nothing when there are no sources or no answer. */
export function Sources() {
  const { answer } = useAsked((signal) => api('/coverage/sources', { signal }), []);
  if (!answer?.data.length) return null;
  return html`
    <div class="card">
      <h3>${TITLE}</h3>
      <${Scrolled} title=${TITLE} class="market-sources"><${Table} columns=${COLUMNS} rows=${answer.data} /></>
    </div>
  `;
}

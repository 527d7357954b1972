import { api, asCurl } from '../api.js';
import { useAsked } from '../asked.js';
import { CodeBlock } from '../copy.js';
import { Way } from '../docs/frame.js';
import { count, percent } from '../format.js';
import { html, useChange } from '../html.js';
import { tell } from '../notice.js';
import { Table } from '../table.js';

export const title = '';
export const styles = ['/assets/docs/docs.css'];

const WAYS = {
  Map: 'Every parcel in view, colored by what you ask for, with its owner, deeds, permits and risks.',
  Market: 'Sales, medians and their change, county by county and quarter by quarter.',
  Console: 'Your limits, your webhook endpoints, and what was delivered to them.',
  Docs: 'Every route to try, and guides from the first request to verified webhooks.',
};

const FIRST = {
  bounds: { north: 49.5, south: 24.5, east: -66.9, west: -124.8 },
  filters: { absenteeOnly: true },
  sort: 'assessed_value',
  limit: 3,
};

const way = ([title, summary]) =>
  html`<${Way} address="/${title.toLowerCase()}" title=${title} summary=${summary} />`;

const Figure = ({ number, what }) => html`
  <div class="card"><div class="figure">${number}</div><div class="quiet">${what}</div></div>
`;

function Figures({ total_parcels, states_covered, data }) {
  const share = (key) =>
    data.reduce((sum, row) => sum + row[key] * row.parcel_count, 0) / (total_parcels || 1);
  return html`
    <${Figure} number=${count(total_parcels)} what="parcels" />
    <${Figure} number=${count(states_covered)} what=${states_covered === 1 ? 'state' : 'states'} />
    <${Figure} number=${percent(share('owner_pct'))} what="with an owner" />
    <${Figure} number=${percent(share('geocoded_pct'))} what="on the map" />
  `;
}

const COLUMNS = [
  {
    name: 'State',
    cell: ({ state_fips, state_name }) => html`<a href="/market?coverage=${state_fips}">${state_name}</a>`,
  },
  { name: 'Parcels', class: 'number', cell: ({ parcel_count }) => count(parcel_count) },
  { name: 'With an owner', class: 'number', cell: ({ owner_pct }) => percent(owner_pct) },
];

function Loaded({ answer, failure, again }) {
  if (failure)
    return html`
      <p>What is loaded cannot be read at the moment.</p>
      <button type="button" onclick=${again}>Try again</button>
    `;
  if (!answer) return html`<p class="quiet">Asking …</p>`;
  if (answer.data.length > 0) return html`<${Table} columns=${COLUMNS} rows=${answer.data} />`;
  return html`<p>Nothing yet. The guide on <a href="/docs/loading">loading a county</a> explains how.</p>`;
}

/** What Terrier is, what is loaded, and links to each page. */
export function Page() {
  const loaded = useAsked((signal) => api('/coverage', { signal }), []);
  const { answer, failure } = loaded;
  useChange(() => void (failure && tell(failure)), [failure]);
  return html`
    <div class="wrap">
      <h1>US parcels, exact and fast</h1>
      <p class="lead">
        Who owns what, what it is worth, who sold it to whom, and what is built on it: over a JSON API, with exact
        totals, and signed webhooks when something happens to a parcel.
      </p>
      <div class="grid figures">${answer && html`<${Figures} ...${answer} />`}</div>
      <div class="grid ways">${Object.entries(WAYS).map(way)}</div>
      <div class="grid ways halves">
        <section class="card">
          <h2>What is loaded</h2>
          <div><${Loaded} ...${loaded} /></div>
        </section>
        <section class="card">
          <h2>The same by request</h2>
          <p>The three most valuable parcels whose owner lives elsewhere, and how many there are:</p>
          <${CodeBlock} code=${asCurl('/search', FIRST)} title="Shell" />
          <a href="/docs/quick-start">Quick start</a>
        </section>
      </div>
    </div>
  `;
}

import { api } from '../api.js';
import { useAsked } from '../asked.js';
import { STATES } from '../catalog.js';
import { change, compact, count, money, UNKNOWN } from '../format.js';
import { html, useMemo, useState } from '../html.js';
import { Lines } from '../plot.js';
import { useCurrentKey } from '../session.js';
import { Scrolled, Table } from '../table.js';
import { align, nameOf, secondsOf } from './quarters.js';
import { Problem } from './view.js';

const YEAR = 31_557_600;
/** Lines differ in more than color. */
const DASHES = [[], [8, 4], [2, 3], [12, 4, 2, 4], [5, 5], [1, 4]];
export const MOST_LINES = DASHES.length;
const YEARS = {
  tick: (seconds) => new Date(seconds * 1000).getUTCFullYear(),
  incrs: [1, 2, 5, 10].map((years) => years * YEAR),
};

/** A chart of one figure for some counties; the table next to it has the same numbers. */
function Chart({ title, field, show, axis, names, indices, rows }) {
  const [at, setAt] = useState(null);
  const data = useMemo(
    () => [indices.map(secondsOf), ...rows.map((row) => row.map((quarter) => quarter?.[field] ?? null))],
    [indices, rows],
  );
  const points = { show: indices.length < 24, size: 4 };
  const lines = names.map((label, n) => ({ label, color: `--series-${n + 1}`, dash: DASHES[n], points }));
  const pointed = at in indices ? at : indices.length - 1;
  const figures = rows.map((row, n) => `${names[n]} ${row[pointed] ? show(row[pointed][field]) : UNKNOWN}`);
  const label = `${title} by quarter, ${nameOf(indices[0])} to ${nameOf(indices.at(-1))}: ${names.join(', ')}.`;
  return html`
    <section class="card market-chart">
      <h3>${title}</h3>
      <p class="quiet market-readout" aria-hidden="true">${nameOf(indices[pointed])}: ${figures.join(' · ')}</p>
      <${Lines} height=${210} ...${{ data, lines }} group="market" point=${setAt} x=${YEARS}
        y=${{ tick: axis, size: 62 }} isSigned=${field === 'yoy_change'} class="market-plot"
        aria-label="${label} The numbers are in the table below." />
    </section>
  `;
}

const CHARTS = [
  { title: 'Median price', field: 'median_price', show: money, axis: (value) => `$${compact(value)}` },
  { title: 'Sales', field: 'sale_count', show: count, axis: compact },
  {
    title: 'Median against a year before',
    field: 'yoy_change',
    show: change,
    axis: (value) => `${Math.round(value * 100)}%`,
  },
];
const COLUMNS = [
  { name: 'Quarter', cell: ({ index }) => nameOf(index) },
  { name: 'County', cell: ({ name }) => name },
  { name: 'Sales', class: 'number', cell: ({ sale_count }) => count(sale_count) },
  { name: 'Median price', class: 'number', cell: ({ median_price }) => money(median_price) },
  { name: 'In a year', class: 'number', cell: ({ yoy_change }) => change(yoy_change) },
];

/** `Lancaster County, NE`: the name alone is ambiguous. */
function fullName({ county_fips, county_name }) {
  const state = STATES[county_fips.slice(0, 2)];
  return state ? `${county_name}, ${state}` : county_name;
}

const Legend = ({ trends, drop }) => html`
  <ul class="row market-legend" aria-label="Counties in the charts">
    ${trends.map(
      (county, n) => html`
        <li class="badge" key=${county.county_fips}>
          <span class="market-swatch" style="background:var(--series-${n + 1})" aria-hidden="true"></span> ${fullName(county)}${' '}
          <button type="button" class="market-drop" aria-label="Take ${fullName(county)} out"
            onclick=${() => drop(county.county_fips)}>
            ×
          </button>
        </li>
      `,
    )}
  </ul>
`;

/** The numbers of the charts, for reading, copying and screen readers; the newest first. */
function Numbers({ names, indices, rows }) {
  const lines = indices
    .flatMap((index, at) => names.map((name, n) => rows[n][at] && { index, name, ...rows[n][at] }))
    .filter((line) => line !== null)
    .sort((a, b) => b.index - a.index);
  return html`
    <details class="card market-numbers">
      <summary>The numbers as a table (${count(lines.length)} rows)</summary>
      <${Scrolled} title="The numbers of the charts"><${Table} columns=${COLUMNS} rows=${lines} /></>
    </details>
  `;
}

function Charts({ trends, years, drop }) {
  const { indices, rows } = useMemo(() => align(trends, years), [trends, years]);
  if (indices.length === 0) return html`<p class="quiet">No quarter of these counties has a sale.</p>`;
  const shown = { names: trends.map(fullName), indices, rows };
  return html`
    <${Legend} trends=${trends} drop=${drop} />
    <div class="market-charts">
      ${CHARTS.map((chart) => html`<${Chart} key=${chart.field} ...${chart} ...${shown} />`)}
    </div>
    <${Numbers} ...${shown} />
  `;
}

/** The trends of counties, in the order of choice, so that lines keep their colors. */
async function trendsOf(chosen, signal) {
  const { data } = await api(`/market/trends?county_fips=${chosen.join(',')}`, { signal });
  return data.toSorted((a, b) => chosen.indexOf(a.county_fips) - chosen.indexOf(b.county_fips));
}

/** The charts of chosen counties; `drop` takes one out. */
export function Trends({ chosen, years, drop }) {
  const key = useCurrentKey();
  const isNone = chosen.length === 0;
  const ask = isNone ? null : (signal) => trendsOf(chosen, signal);
  const { answer, failure, again } = useAsked(ask, [chosen.join(), key]);
  if (isNone) return html`<p class="quiet">Tick counties in the table to see their quarters here.</p>`;
  if (failure) return html`<${Problem} failure=${failure} again=${again} />`;
  return answer && html`<${Charts} trends=${answer} years=${years} drop=${drop} />`;
}

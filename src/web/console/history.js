import { api } from '../api.js';
import { Select } from '../controls.js';
import { compact, count, counted } from '../format.js';
import { html, useContext, useMemo, useState } from '../html.js';
import { Lines } from '../plot.js';
import { Scrolled, Table } from '../table.js';
import { Account, usePolled } from './account.js';

const secondsOf = (day) => Date.parse(`${day}T00:00:00Z`) / 1000;
const dayMonth = (seconds) => new Date(seconds * 1000).toISOString().slice(5, 10);
const whole = (value) => (Number.isInteger(value) ? compact(value) : '');

/** A chart of one figure, such as `requests`, by day; the table below it has the same numbers. */
function DayPlot({ title, field, days }) {
  const [at, setAt] = useState(null);
  const data = useMemo(() => [days.map(({ day }) => secondsOf(day)), days.map((day) => day[field])], [days]);
  const day = days[at] ?? days.at(-1);
  const total = days.reduce((sum, each) => sum + each[field], 0);
  return html`
    <div class="day-plot">
      <h3>${title}</h3>
      <p class="quiet day-readout" aria-hidden="true">${day.day}: ${count(day[field])}</p>
      <${Lines} height=${170} data=${data} group="days" point=${setAt} x=${{ tick: dayMonth }}
        y=${{ tick: whole, size: 56 }} lines=${[{ label: title, color: '--accent', points: { show: false } }]}
        aria-label="${title} by day, ${days[0].day} to ${days.at(-1).day}: ${count(total)} in all. The numbers are in the table below." />
    </div>
  `;
}

const EVERY = 60_000;
const FIGURES = [
  ['Requests', 'requests'],
  ['Lookups', 'lookups'],
];

const COLUMNS = [
  { name: 'Day (UTC)', cell: ({ day }) => day },
  ...FIGURES.map(([name, field]) => ({ name, class: 'number', cell: (day) => count(day[field]) })),
];

function Numbers({ days }) {
  const used = days.filter(({ requests, lookups }) => requests > 0 || lookups > 0).toReversed();
  return html`
    <details>
      <summary>The numbers as a table (${counted(used.length, 'day')} with use)</summary>
      <${Scrolled} title="Use by day"><${Table} columns=${COLUMNS} rows=${used} /></>
    </details>
  `;
}

/** What the account, or one of its keys, was used for in the last 90 days. */
export function History({ keys }) {
  const { isHandled } = useContext(Account);
  const [chosen, setChosen] = useState('');
  const id = keys.some((key) => key.id === chosen) ? chosen : '';
  const path = `/usage/history${id && `?key_id=${encodeURIComponent(id)}`}`;
  const { answer, problem } = usePolled((signal) => api(path, { signal }), EVERY, isHandled, [path]);
  const days = answer?.data;
  const named = keys.map(({ id, name, prefix }) => [id, `${name} (${prefix}…)`]);
  return html`
    <section class="card" aria-labelledby="history-title">
      <div class="row spread">
        <h2 id="history-title">Use by day</h2>
        <span class="row">
          <label for="history-key">Of</label>
          <${Select} id="history-key" options=${[['', 'all keys of the account'], ...named]} value=${id}
            change=${setChosen} />
        </span>
      </div>
      <p class="problem" role="alert">${problem}</p>
      <div class="day-plots">
        ${days && FIGURES.map(([title, field]) => html`<${DayPlot} ...${{ title, field, days }} />`)}
      </div>
      <div>${days && html`<${Numbers} days=${days} />`}</div>
    </section>
  `;
}

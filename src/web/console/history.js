import { advice, api } from '../api.js';
import { count, counted } from '../format.js';
import { html, useContext, useState } from '../html.js';
import { Scrolled, Table } from '../table.js';
import { Account } from './account.js';
import { DayPlot } from './day-plot.js';
import { usePoll } from './poll.js';

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
  const [days, setDays] = useState(null);
  const [problem, setProblem] = useState('');
  const id = keys.some((key) => key.id === chosen) ? chosen : '';
  const read = async (signal) => {
    try {
      const { data } = await api(`/usage/history${id && `?key_id=${encodeURIComponent(id)}`}`, { signal });
      setProblem('');
      setDays(data);
    } catch (failure) {
      if (!isHandled(failure)) setProblem(advice(failure));
    }
  };
  usePoll(read, EVERY, [id]);
  const option = ({ id, name, prefix }) => html`<option key=${id} value=${id}>${name} (${prefix}…)</option>`;
  return html`
    <section class="card" aria-labelledby="history-title">
      <div class="row spread">
        <h2 id="history-title">Use by day</h2>
        <span class="row">
          <label for="history-key">Of</label>
          <select id="history-key" value=${id} onchange=${(event) => setChosen(event.currentTarget.value)}>
            <option value="">all keys of the account</option>
            ${keys.map(option)}
          </select>
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

import { advice, api } from '../api.js';
import { h, put } from '../dom.js';
import { count } from '../format.js';
import { dayPlot } from './day-plot.js';
import { poll } from './poll.js';

const EVERY = 60_000;
const FIGURES = [
  ['Requests', 'requests'],
  ['Lookups', 'lookups'],
];

function numbers(days) {
  const used = days.filter(({ requests, lookups }) => requests > 0 || lookups > 0).toReversed();
  return h(
    'details',
    {},
    h(
      'summary',
      {},
      `The numbers as a table (${used.length === 1 ? '1 day' : `${used.length} days`} with use)`,
    ),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Use by day' },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'col' }, 'Day (UTC)'),
            FIGURES.map(([name]) => h('th', { scope: 'col', class: 'number' }, name)),
          ),
        ),
        h(
          'tbody',
          {},
          used.map((day) =>
            h(
              'tr',
              {},
              h('td', {}, day.day),
              FIGURES.map(([, field]) => h('td', { class: 'number' }, count(day[field]))),
            ),
          ),
        ),
      ),
    ),
  );
}

/** What the account, or one of its keys, was used for in the last 90 days. */
export function historyPanel({ onFailure, signal }) {
  const plots = h('div', { class: 'day-plots' });
  const table = h('div', {});
  const problem = h('p', { class: 'problem', role: 'alert' });
  const choice = h('select', { id: 'history-key', onchange: () => refresh() });
  let drawn = new AbortController();
  let refresh = () => {};

  function draw(days) {
    drawn.abort();
    drawn = new AbortController();
    put(plots);
    for (const [title, field] of FIGURES) dayPlot(plots, { title, field, days, signal: drawn.signal });
    const isOpen = table.querySelector('details')?.open === true;
    put(table, numbers(days));
    table.querySelector('details').open = isOpen;
  }

  async function read() {
    const asked = choice.value;
    const query = asked === '' ? '' : `?key_id=${encodeURIComponent(asked)}`;
    try {
      const { data } = await api(`/usage/history${query}`, { signal });
      put(problem);
      if (asked === choice.value) draw(data);
    } catch (failure) {
      if (failure.name !== 'AbortError' && !onFailure(failure)) put(problem, advice(failure));
    }
  }

  signal.addEventListener('abort', () => drawn.abort());
  const element = h(
    'section',
    { class: 'card', 'aria-labelledby': 'history-title' },
    h(
      'div',
      { class: 'row spread' },
      h('h2', { id: 'history-title' }, 'Use by day'),
      h('span', { class: 'row' }, h('label', { for: 'history-key' }, 'Of'), choice),
    ),
    problem,
    plots,
    table,
  );
  let options = '';
  return {
    element,
    /** Starts reading; call it once the element is on the page. */
    start() {
      refresh = poll(read, EVERY, signal);
    },
    /** @param keys those of GET /keys, to choose from */
    show(keys) {
      const wanted = JSON.stringify(keys.map(({ id, name }) => [id, name]));
      if (wanted === options) return;
      options = wanted;
      const chosen = choice.value;
      const option = ({ id, name, prefix }) => h('option', { value: id }, `${name} (${prefix}…)`);
      put(choice, h('option', { value: '' }, 'all keys of the account'), keys.map(option));
      choice.value = keys.some(({ id }) => id === chosen) ? chosen : '';
    },
  };
}

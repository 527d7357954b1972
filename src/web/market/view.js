import { advice, KEY_PROBLEMS } from '../api.js';
import { Select } from '../controls.js';
import { html, useChange, useState } from '../html.js';
import { indexAt, indexOf, nameOf } from './quarters.js';

const FIRST = indexOf('1980Q1');

/** Code and name of each quarter until today, the newest first. */
function quarters() {
  const newest = indexAt(new Date());
  return Array.from({ length: newest - FIRST + 1 }, (_, ago) => {
    const name = nameOf(newest - ago);
    return [name.replace(' ', ''), name];
  });
}

/** The controls above the county table; `states` are FIPS code and name of each state with parcels. */
export const Filters = ({ view, states, change }) => html`
  <form class="market-filters" aria-label="Filters" onsubmit=${(event) => event.preventDefault()}>
    <div>
      <label for="market-state">State</label>
      <${Select} id="market-state" options=${[['', 'All states'], ...states]} value=${view.state}
        change=${(state) => change({ state })} />
    </div>
    <div>
      <label for="market-quarter">Quarter</label>
      <${Select} id="market-quarter" options=${[['', 'The newest'], ...quarters()]} value=${view.quarter}
        change=${(quarter) => change({ quarter })} />
    </div>
    <div>
      <label for="market-min-sales">Minimum sales</label>
      <input id="market-min-sales" type="number" min="0" step="1" inputmode="numeric" placeholder="any"
        defaultValue=${view.min_sales} onchange=${({ target }) => change({ min_sales: target.value })} />
    </div>
  </form>
`;

/** The state of the market page, kept in its address. `top` charts the table's first counties. */
const DEFAULTS = {
  state: '',
  quarter: '',
  min_sales: '',
  sort: 'sale_count',
  order: 'desc',
  offset: '0',
  counties: 'top',
  years: '10',
  coverage: '',
  share: 'owner_pct',
};

/** @returns {typeof DEFAULTS} */
function readView() {
  const asked = new URLSearchParams(location.search);
  const read = ([name, usual]) => [name, asked.get(name) ?? usual];
  return Object.fromEntries(Object.entries(DEFAULTS).map(read));
}

/** Keeps a view in the address, which shows only what differs from the defaults. */
function keep(view) {
  const differing = Object.entries(view).filter(([name, value]) => value !== DEFAULTS[name]);
  // Nothing else in these values needs commas, so they stay readable.
  const query = new URLSearchParams(differing).toString().replaceAll('%2C', ',');
  history.replaceState(null, '', location.pathname + (query && `?${query}`));
}

/** As a hook: the view, and a function that changes parts of it and its address. */
export function useView() {
  const [view, setView] = useState(readView);
  useChange(() => keep(view), [view]);
  return [view, (changes) => setView((before) => ({ ...before, ...changes }))];
}

const openKeys = () => document.getElementById('key-button').click();

/** Says that the figures need a key, with a button to enter one. */
export const AskForKey = ({ why, label = 'Use a key' }) => html`
  <div class="card market-gate" role="status">
    <p>${why}</p>
    <button type="button" class="primary" onclick=${openKeys}>${label}</button>
  </div>
`;

/** Says why there are no figures, and what to do. */
export function Problem({ failure, again }) {
  const why = advice(failure);
  if (KEY_PROBLEMS.includes(failure.code)) return html`<${AskForKey} why=${why} label="Use another key" />`;
  return html`
    <div class="card market-gate" role="alert">
      <p>${why}</p>
      <button type="button" onclick=${again}>Try again</button>
    </div>
  `;
}

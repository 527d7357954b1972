import { html } from '../html.js';

const FIRST_YEAR = 1980;

function quarters(today = new Date()) {
  const all = [];
  for (let year = today.getFullYear(); year >= FIRST_YEAR; year--) {
    const last = year === today.getFullYear() ? Math.floor(today.getMonth() / 3) + 1 : 4;
    for (let quarter = last; quarter >= 1; quarter--) all.push(`${year}Q${quarter}`);
  }
  return all;
}

/** A list to choose from, with the value from the address even if it is unknown. */
export function Choice({ id, options, value, change }) {
  const known = options.some(([code]) => code === value);
  const all = known ? options : [...options, [value, value]];
  return html`
    <select id=${id} value=${value} onchange=${({ target }) => change(target.value)}>
      ${all.map(([code, name]) => html`<option key=${code} value=${code}>${name}</option>`)}
    </select>
  `;
}

/**
 * The controls above the county table.
 * @param {{states: [string, string][]}} props FIPS code and name of each state with parcels
 */
export const Filters = ({ view, states, change }) => html`
  <form class="market-filters" aria-label="Filters" onsubmit=${(event) => event.preventDefault()}>
    <div>
      <label for="market-state">State</label>
      <${Choice} id="market-state" options=${[['', 'All states'], ...states]} value=${view.state}
        change=${(state) => change({ state })} />
    </div>
    <div>
      <label for="market-quarter">Quarter</label>
      <${Choice} id="market-quarter"
        options=${[['', 'The newest'], ...quarters().map((quarter) => [quarter, quarter.replace('Q', ' Q')])]}
        value=${view.quarter} change=${(quarter) => change({ quarter })} />
    </div>
    <div>
      <label for="market-min-sales">Minimum sales</label>
      <input id="market-min-sales" type="number" min="0" step="1" inputmode="numeric" placeholder="any"
        defaultValue=${view.min_sales} onchange=${({ target }) => change({ min_sales: target.value })} />
    </div>
  </form>
`;

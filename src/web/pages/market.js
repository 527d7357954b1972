import { api } from '../api.js';
import { useAsked } from '../asked.js';
import { Select } from '../controls.js';
import { html, useState } from '../html.js';
import { Accuracy, Sources } from '../market/answers.js';
import { CountyTable, countiesPath } from '../market/counties.js';
import { Coverage } from '../market/coverage.js';
import { MOST_LINES, Trends } from '../market/trends.js';
import { Filters, useView } from '../market/view.js';
import { notice } from '../notice.js';
import { useCurrentKey } from '../session.js';

export const title = 'Market';
export const styles = ['/assets/market/market.css', '/assets/vendor/uplot/uPlot.min.css'];

const YEARS = [
  ['3', 'Three years'],
  ['5', 'Five years'],
  ['10', 'Ten years'],
  ['20', 'Twenty years'],
  ['0', 'All years'],
];
const AT_FIRST = 5;

/** The FIPS codes of the counties in the charts: those in the address, else the first in the table. */
function chartedOf({ counties }, rows) {
  if (counties === 'top') return rows.slice(0, AT_FIRST).map(({ county_fips }) => county_fips);
  return counties
    .split(',')
    .filter((code) => code !== '')
    .slice(0, MOST_LINES);
}

/** FIPS code and name of each state with parcels, by name. */
const statesOf = (rows) =>
  rows
    .map(({ state_fips, state_name }) => [state_fips, state_name])
    .sort((a, b) => a[1].localeCompare(b[1], 'en'));

/** Sales by county, their trends, and what is loaded. */
export function Page() {
  const [view, change] = useView();
  const key = useCurrentKey();
  const path = countiesPath(view);
  const asked = useAsked(key && ((signal) => api(path, { signal })), [path, key]);
  const [found, setFound] = useState([]);
  // The map of one state does not list the states to choose from.
  const isInState = view.coverage !== '';
  const { answer: all } = useAsked(isInState ? (signal) => api('/coverage', { signal }) : null, []);
  const states = statesOf(all?.data ?? found);
  const charted = chartedOf(view, asked.answer?.data ?? []);

  /** Adds a county to the charts or removes it; returns false where they hold no more. */
  function toggle(fips, wanted) {
    const others = charted.filter((code) => code !== fips);
    if (wanted && others.length >= MOST_LINES) {
      notice(`The charts hold ${MOST_LINES} counties. Take one out first.`);
      return false;
    }
    change({ counties: (wanted ? [...others, fips] : others).join(',') });
    return true;
  }

  // Without a key there are no figures to draw: the table says so.
  const charts = html`
    <section aria-labelledby="trends">
      <div class="row market-heading">
        <h2 id="trends" tabindex="-1">Trends</h2>
        <label for="market-years" class="market-hidden">Years</label>
        <${Select} id="market-years" options=${YEARS} value=${view.years} change=${(years) => change({ years })} />
      </div>
      <div>
        ${
          (charted.length > 0 || !asked.isBusy) &&
          html`
            <${Trends} chosen=${charted} years=${Number(view.years) || 0} drop=${(fips) => toggle(fips, false)} />
          `
        }
      </div>
    </section>
  `;
  return html`
    <div class="wrap market">
      <h1>Market</h1>
      <p class="row market-jump">
        <a href="#sales">Sales by county</a>
        ${key && html`<a href="#trends">Trends</a>`}
        <a href="#coverage">Coverage</a>
      </p>
      <section aria-labelledby="sales">
        <h2 id="sales" tabindex="-1">Sales by county</h2>
        <div>
          <${Filters} ...${{ view, states }} change=${(changes) => change({ ...changes, offset: '0' })} />
        </div>
        <${CountyTable} ...${{ asked, view, change, charted, toggle }} />
      </section>
      ${key && charts}
      <${Accuracy} />
      <section aria-labelledby="coverage">
        <h2 id="coverage" tabindex="-1">Coverage</h2>
        <div><${Coverage} ...${{ view, change }} found=${setFound} /></div>
        <div><${Sources} /></div>
      </section>
    </div>
  `;
}

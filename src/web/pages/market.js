import { api } from '../api.js';
import { h, put } from '../dom.js';
import { accuracy } from '../market/accuracy.js';
import { MOST_LINES } from '../market/chart.js';
import { countyTable } from '../market/counties.js';
import { coverage } from '../market/coverage.js';
import { choice, filters } from '../market/filters.js';
import { sources } from '../market/sources.js';
import { trendCharts } from '../market/trends.js';
import { changeView, readView } from '../market/view.js';
import { notice } from '../notice.js';
import { currentKey, onKey } from '../session.js';
import { loadStyles } from '../styles.js';

export const title = 'Market';

const YEARS = [
  ['3', 'Three years'],
  ['5', 'Five years'],
  ['10', 'Ten years'],
  ['20', 'Twenty years'],
  ['0', 'All years'],
];
const AT_FIRST = 5;
const byName = (a, b) => a[1].localeCompare(b[1], 'en');

/** Shows sales by county, their trends, and what is loaded, until the signal aborts. */
export async function mount(main, { signal }) {
  const styles = ['/assets/market/market.css', '/assets/vendor/uplot/uPlot.min.css'];
  await Promise.all(styles.map(loadStyles));
  if (signal.aborted) return;
  const view = readView();
  const table = h('div', {});
  const trends = h('div', {});
  const map = h('div', {});
  const published = h('div', {});
  const errors = h('div', {});
  const controls = h('div', {});
  let top = [];

  const chosen = () =>
    view.counties === 'top'
      ? top
      : view.counties
          .split(',')
          .filter((code) => code !== '')
          .slice(0, MOST_LINES);
  const showTrends = trendCharts(trends, {
    signal,
    years: () => Number(view.years) || 0,
    drop: (fips) => toggle(fips, false),
  });
  const showTable = countyTable(table, {
    view,
    signal,
    change(changes) {
      changeView(view, changes);
      void showTable();
    },
    toggle,
    charted(rows) {
      top = rows.slice(0, AT_FIRST).map(({ county_fips }) => county_fips);
      void showTrends(rows.length === 0 && view.counties === 'top' ? [] : chosen());
      return chosen();
    },
  });

  function toggle(fips, wanted) {
    const others = chosen().filter((code) => code !== fips);
    const box = table.querySelector(`[data-county="${CSS.escape(fips)}"] input`);
    if (wanted && others.length >= MOST_LINES) {
      if (box) box.checked = false;
      notice(`The charts hold ${MOST_LINES} counties. Take one out first.`);
      return;
    }
    if (box) box.checked = wanted;
    changeView(view, { counties: (wanted ? [...others, fips] : others).join(',') });
    void showTrends(chosen());
  }

  function showControls(rows) {
    const states = rows.map(({ state_fips, state_name }) => [state_fips, state_name]).sort(byName);
    put(
      controls,
      filters(view, states, (changes) => {
        changeView(view, { ...changes, offset: '0' });
        void showTable();
      }),
    );
  }
  const showMap = coverage(map, {
    view,
    signal,
    change: (changes) => changeView(view, changes),
    states: showControls,
  });

  /** Without a key there are no figures to draw: the table says so. */
  function showCharts() {
    for (const part of [charts, toCharts]) part.hidden = currentKey() === null;
  }
  const toCharts = h('a', { href: '#trends' }, 'Trends');
  const charts = h(
    'section',
    { 'aria-labelledby': 'trends' },
    h(
      'div',
      { class: 'row market-heading' },
      h('h2', { id: 'trends', tabindex: -1 }, 'Trends'),
      h('label', { for: 'market-years', class: 'market-hidden' }, 'Years'),
      choice('market-years', YEARS, view.years, (years) => {
        changeView(view, { years });
        void showTrends(chosen());
      }),
    ),
    trends,
  );
  showCharts();
  const values = h(
    'section',
    { 'aria-labelledby': 'values', hidden: true },
    h('h2', { id: 'values', tabindex: -1 }, 'Estimated values'),
    h(
      'p',
      {},
      'How far off the estimated values of parcels were, for sales that the estimates did not know.',
    ),
    errors,
  );

  main.append(
    h(
      'div',
      { class: 'wrap market' },
      h('h1', {}, 'Market'),
      h(
        'p',
        { class: 'row market-jump' },
        h('a', { href: '#sales' }, 'Sales by county'),
        toCharts,
        h('a', { href: '#coverage' }, 'Coverage'),
      ),
      h(
        'section',
        { 'aria-labelledby': 'sales' },
        h('h2', { id: 'sales', tabindex: -1 }, 'Sales by county'),
        controls,
        table,
      ),
      charts,
      values,
      h(
        'section',
        { 'aria-labelledby': 'coverage' },
        h('h2', { id: 'coverage', tabindex: -1 }, 'Coverage'),
        map,
        published,
      ),
    ),
  );
  void sources(published, signal);
  void accuracy(values, errors, signal);
  showControls([]);
  onKey(() => {
    showCharts();
    void accuracy(values, errors, signal);
    void showTable();
    // The map needs no key, but it fails with a refused one.
    if (map.querySelector('.market-gate')) void showMap();
  }, signal);
  void showTable();
  await showMap();
  // The map of one state does not list the states to choose from.
  if (view.coverage !== '') {
    const all = await api('/coverage', { signal }).catch(() => null);
    if (all && !signal.aborted) showControls(all.data);
  }
}

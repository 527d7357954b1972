import { api } from '../api.js';
import { h, put } from '../dom.js';
import { change, compact, count, money } from '../format.js';
import { drawChart } from './chart.js';
import { newest } from './latest.js';
import { showProblem } from './problem.js';
import { align } from './quarters.js';
import { fullName } from './states.js';
import { trendTable } from './trend-table.js';

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

function legend(trends, drop) {
  return h(
    'ul',
    { class: 'row market-legend', 'aria-label': 'Counties in the charts' },
    trends.map((county, n) =>
      h(
        'li',
        { class: 'badge' },
        h('span', { class: `market-swatch series-${n + 1}`, 'aria-hidden': 'true' }),
        ` ${fullName(county)} `,
        h(
          'button',
          {
            type: 'button',
            class: 'market-drop',
            'aria-label': `Take ${fullName(county)} out`,
            onclick: () => drop(county.county_fips),
          },
          '×',
        ),
      ),
    ),
  );
}

/**
 * The charts of chosen counties.
 * @returns {(chosen: string[]) => Promise<void>} shows the charts of these counties
 */
export function trendCharts(panel, { signal, years, drop }) {
  const next = newest(signal);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let shown = [];
  let drawn = new AbortController();
  signal.addEventListener('abort', () => drawn.abort());

  function draw() {
    drawn.abort();
    drawn = new AbortController();
    const names = shown.map(fullName);
    const aligned = align(shown, years());
    if (aligned.indices.length === 0) {
      put(panel, h('p', { class: 'quiet' }, 'No quarter of these counties has a sale.'));
      return;
    }
    const charts = h('div', { class: 'market-charts' });
    put(panel, legend(shown, drop), charts, trendTable(aligned, names));
    for (const chart of CHARTS) drawChart(charts, { ...chart, ...aligned, names, signal: drawn.signal });
  }
  dark.addEventListener('change', () => shown.length > 0 && draw(), { signal });

  return async function show(chosen) {
    const current = next();
    if (chosen.length === 0) {
      shown = [];
      drawn.abort();
      put(panel, h('p', { class: 'quiet' }, 'Tick counties in the table to see their quarters here.'));
      return;
    }
    try {
      const { data } = await api(`/market/trends?county_fips=${chosen.join(',')}`, { signal: current });
      // In the order of choice, so that lines keep their colors.
      shown = data.toSorted((a, b) => chosen.indexOf(a.county_fips) - chosen.indexOf(b.county_fips));
      draw();
    } catch (failure) {
      showProblem(panel, failure, () => show(chosen));
    }
  };
}

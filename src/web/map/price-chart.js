import { h } from '../dom.js';
import { compact, money } from '../format.js';
import { colorOf, onTheme } from './theme.js';

const HEIGHT = 170;
const MONTH = 30 * 86_400;
const seconds = (date) => Date.parse(date) / 1000;
const dayOf = (deed) => deed.sale_date ?? deed.recorded_date;

/** The deeds with a price and a day, the oldest first. */
export const priced = (deeds) =>
  deeds
    .filter((deed) => deed.sale_price_usd > 0 && dayOf(deed) !== null)
    .sort((a, b) => dayOf(a).localeCompare(dayOf(b)));

/** Prices over time: sales at arm's length joined by a line, other transfers with a price as points. */
export async function priceChart(deeds, signal) {
  const { default: UPlot } = await import('/assets/vendor/uplot/uPlot.esm.js');
  const sales = priced(deeds);
  const told = sales.map((deed) => `${dayOf(deed)} ${money(deed.sale_price_usd)}`).join(', ');
  const element = h('div', { class: 'price-chart', role: 'img', 'aria-label': `Prices over time: ${told}` });
  const pick = (wanted) =>
    sales.map((deed) => ((deed.is_arm_length === true) === wanted ? deed.sale_price_usd : null));
  const data = [sales.map((deed) => seconds(dayOf(deed))), pick(true), pick(false)];
  const days = data[0];
  const margin = Math.max(MONTH * 6, (days.at(-1) - days[0]) * 0.06);
  const span = [days[0] - margin, days.at(-1) + margin];
  let chart;

  function draw() {
    chart?.destroy();
    const [ink, line, accent, warn, panel] = ['--quiet', '--line', '--accent', '--warn', '--panel'].map(
      (name) => colorOf(element, name),
    );
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
    chart = new UPlot(
      {
        width: Math.max(200, element.clientWidth),
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { range: () => span },
          y: { range: (_, _min, max) => [0, max * 1.1] },
        },
        axes: [
          { ...axis, space: 60 },
          { ...axis, size: 56, values: (_, ticks) => ticks.map((tick) => `$${compact(tick)}`) },
        ],
        series: [
          {},
          {
            stroke: accent,
            width: 2,
            spanGaps: true,
            points: { show: true, size: 8, fill: accent, stroke: accent },
          },
          {
            stroke: warn,
            width: 2,
            paths: () => null,
            points: { show: true, size: 8, width: 2, fill: panel, stroke: warn },
          },
        ],
      },
      data,
      element,
    );
  }

  // The chart needs a width, and is redrawn when it changes.
  let width = 0;
  const watch = new ResizeObserver(() => {
    if (element.clientWidth === width || element.clientWidth === 0) return;
    width = element.clientWidth;
    draw();
  });
  watch.observe(element);
  onTheme(() => chart && draw(), signal);
  signal.addEventListener('abort', () => {
    watch.disconnect();
    chart?.destroy();
  });
  return element;
}

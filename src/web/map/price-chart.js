import { compact, money } from '../format.js';
import { html, useEffect, useMemo, useState } from '../html.js';
import { colorOf } from '../theme.js';

const HEIGHT = 170;
const MONTH = 30 * 86_400;
const seconds = (date) => Date.parse(date) / 1000;
const dayOf = (deed) => deed.sale_date ?? deed.recorded_date;

/** The deeds with a price and a day, the oldest first. */
export const priced = (deeds) =>
  deeds
    .filter((deed) => deed.sale_price_usd > 0 && dayOf(deed) !== null)
    .sort((a, b) => dayOf(a).localeCompare(dayOf(b)));

/** How the chart looks; `days` are those of the sales, in seconds. */
const look = (days, plainAxis) => (box) => {
  const [accent, warn, panel] = ['--accent', '--warn', '--panel'].map((name) => colorOf(box, name));
  const axis = plainAxis(box);
  const margin = Math.max(MONTH * 6, (days.at(-1) - days[0]) * 0.06);
  const points = { show: true, size: 8 };
  return {
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { range: () => [days[0] - margin, days.at(-1) + margin] },
      y: { range: (_, _min, max) => [0, max * 1.1] },
    },
    axes: [
      { ...axis, space: 60 },
      { ...axis, size: 56, values: (_, ticks) => ticks.map((tick) => `$${compact(tick)}`) },
    ],
    series: [
      {},
      { stroke: accent, width: 2, spanGaps: true, points: { ...points, fill: accent, stroke: accent } },
      {
        stroke: warn,
        width: 2,
        paths: () => null,
        points: { ...points, width: 2, fill: panel, stroke: warn },
      },
    ],
  };
};

/** Prices over time: sales at arm's length joined by a line, other transfers with a price as points. */
export function PriceChart({ deeds }) {
  const [library, setLibrary] = useState(null);
  useEffect(() => void import('../plot.js').then(setLibrary), []);
  const sales = useMemo(() => priced(deeds), [deeds]);
  const data = useMemo(() => {
    const pick = (wanted) =>
      sales.map((deed) => ((deed.is_arm_length === true) === wanted ? deed.sale_price_usd : null));
    return [sales.map((deed) => seconds(dayOf(deed))), pick(true), pick(false)];
  }, [sales]);
  const told = sales.map((deed) => `${dayOf(deed)} ${money(deed.sale_price_usd)}`).join(', ');
  const box = { class: 'price-chart', role: 'img', 'aria-label': `Prices over time: ${told}` };
  if (library === null) return html`<div ...${box}></div>`;
  const { Plot, plainAxis } = library;
  return html`<${Plot} height=${HEIGHT} data=${data} options=${look(data[0], plainAxis)} ...${box} />`;
}

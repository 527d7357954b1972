import { compact, count } from '../format.js';
import { html, useMemo, useState } from '../html.js';
import { inUtc, Plot, plainAxis } from '../plot.js';
import { colorOf } from '../theme.js';

const HEIGHT = 170;
const secondsOf = (day) => Date.parse(`${day}T00:00:00Z`) / 1000;
const dayMonth = (seconds) => new Date(seconds * 1000).toISOString().slice(5, 10);

/**
 * A chart of one figure by day; the table below it has the same numbers.
 * @param {{title: string, field: 'requests' | 'lookups', days: {day: string}[]}} props
 */
export function DayPlot({ title, field, days }) {
  const [at, setAt] = useState(null);
  const data = useMemo(() => [days.map(({ day }) => secondsOf(day)), days.map((day) => day[field])], [days]);
  const day = days[at] ?? days.at(-1);
  const total = days.reduce((sum, each) => sum + each[field], 0);
  function options(box) {
    const plain = plainAxis(box);
    return {
      legend: { show: false },
      cursor: { y: false, sync: { key: 'days' }, points: { size: 7 }, drag: { x: false, y: false } },
      tzDate: inUtc,
      axes: [
        { ...plain, values: (_plot, ticks) => ticks.map(dayMonth) },
        {
          ...plain,
          size: 56,
          values: (_plot, ticks) => ticks.map((value) => (Number.isInteger(value) ? compact(value) : '')),
        },
      ],
      scales: { y: { range: (_plot, _low, high) => [0, (high || 1) * 1.06] } },
      series: [{}, { label: title, stroke: colorOf(box, '--accent'), width: 2, points: { show: false } }],
      hooks: { setCursor: [({ cursor }) => setAt(cursor.idx ?? null)] },
    };
  }
  return html`
    <div class="day-plot">
      <h3>${title}</h3>
      <p class="quiet day-readout" aria-hidden="true">${day.day}: ${count(day[field])}</p>
      <${Plot} height=${HEIGHT} data=${data} options=${options} role="img"
        aria-label="${title} by day, ${days[0].day} to ${days.at(-1).day}: ${count(total)} in all. The numbers are in the table below." />
    </div>
  `;
}

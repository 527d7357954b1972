import { h, put } from '../dom.js';
import { compact, count } from '../format.js';
import { colorOf, drawPlot, inUtc, plainAxis } from '../plot.js';

const HEIGHT = 170;
const secondsOf = (day) => Date.parse(`${day}T00:00:00Z`) / 1000;
const dayMonth = (seconds) => new Date(seconds * 1000).toISOString().slice(5, 10);

/**
 * Draws a chart of one figure by day; the table below it has the same numbers.
 * @param {{title: string, field: 'requests' | 'lookups', days: {day: string}[], signal: AbortSignal}} chart
 */
export function dayPlot(panel, { title, field, days, signal }) {
  const line = h('p', { class: 'quiet day-readout', 'aria-hidden': 'true' });
  const total = days.reduce((sum, day) => sum + day[field], 0);
  const box = h('div', {
    role: 'img',
    'aria-label': `${title} by day, ${days[0].day} to ${days.at(-1).day}: ${count(total)} in all. The numbers are in the table below.`,
  });
  panel.append(h('div', { class: 'day-plot' }, h('h3', {}, title), line, box));
  const plain = plainAxis(panel);
  const tell = (plot) => {
    const day = days[plot.cursor.idx ?? days.length - 1];
    put(line, `${day.day}: ${count(day[field])}`);
  };
  const accent = colorOf(panel, '--accent');
  const plot = drawPlot(
    box,
    {
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, sync: { key: 'days' }, points: { size: 7 }, drag: { x: false, y: false } },
      tzDate: inUtc,
      axes: [
        { ...plain, values: (_plot, at) => at.map(dayMonth) },
        {
          ...plain,
          size: 56,
          values: (_plot, at) => at.map((value) => (Number.isInteger(value) ? compact(value) : '')),
        },
      ],
      scales: { y: { range: (_plot, _low, high) => [0, (high || 1) * 1.06] } },
      series: [{}, { label: title, stroke: accent, width: 2, points: { show: false } }],
      hooks: { setCursor: [tell] },
    },
    [days.map(({ day }) => secondsOf(day)), days.map((day) => day[field])],
    signal,
  );
  tell(plot);
}

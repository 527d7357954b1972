import { h, put } from '../dom.js';
import { UNKNOWN } from '../format.js';
import { colorOf, drawPlot, inUtc, plainAxis } from '../plot.js';
import { nameOf, secondsOf } from './quarters.js';

const HEIGHT = 210;
/** Lines differ in more than color. */
const DASHES = [[], [8, 4], [2, 3], [12, 4, 2, 4], [5, 5], [1, 4]];
export const MOST_LINES = DASHES.length;

function readout(line, { names, indices, rows, field, show }) {
  return (plot) => {
    const { idx } = plot.cursor;
    const at = idx ?? indices.length - 1;
    put(
      line,
      `${nameOf(indices[at])}: `,
      rows.flatMap((row, n) => [n > 0 && ' · ', `${names[n]} ${row[at] ? show(row[at][field]) : UNKNOWN}`]),
    );
  };
}

/**
 * Draws a chart of one figure for some counties; the table next to it has the same numbers.
 * @param {{title: string, field: string, show: (value: number) => string, axis: (value: number) => string,
 *   names: string[], indices: number[], rows: (object | null)[][], signal: AbortSignal}} chart
 */
export function drawChart(panel, { title, field, show, axis, names, indices, rows, signal }) {
  const line = h('p', { class: 'quiet market-readout', 'aria-hidden': 'true' });
  const box = h('div', {
    class: 'market-plot',
    role: 'img',
    'aria-label': `${title} by quarter, ${nameOf(indices[0])} to ${nameOf(indices.at(-1))}: ${names.join(', ')}. The numbers are in the table below.`,
  });
  panel.append(h('section', { class: 'card market-chart' }, h('h3', {}, title), line, box));
  const plain = plainAxis(panel);
  const tell = readout(line, { names, indices, rows, field, show });
  const plot = drawPlot(
    box,
    {
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, sync: { key: 'market' }, points: { size: 7 }, drag: { x: false, y: false } },
      tzDate: inUtc,
      axes: [
        {
          ...plain,
          values: (_plot, at) => at.map((x) => new Date(x * 1000).getUTCFullYear()),
          incrs: [1, 2, 5, 10].map((years) => years * 31_557_600),
        },
        { ...plain, size: 62, values: (_plot, at) => at.map(axis) },
      ],
      scales: { y: field === 'yoy_change' ? {} : { range: (_plot, _low, high) => [0, (high || 1) * 1.06] } },
      series: [
        {},
        ...names.map((label, n) => ({
          label,
          stroke: colorOf(panel, `--series-${n + 1}`),
          width: 2,
          dash: DASHES[n],
          points: { show: indices.length < 24, size: 4 },
        })),
      ],
      hooks: { setCursor: [tell] },
    },
    [indices.map(secondsOf), ...rows.map((row) => row.map((quarter) => quarter?.[field] ?? null))],
    signal,
  );
  tell(plot);
}

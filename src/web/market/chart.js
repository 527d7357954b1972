import uPlot from '/assets/vendor/uplot/uPlot.esm.js';
import { h, put } from '../dom.js';
import { UNKNOWN } from '../format.js';
import { nameOf, secondsOf } from './quarters.js';

const HEIGHT = 210;
/** Lines differ by more than their color. */
const DASHES = [[], [8, 4], [2, 3], [12, 4, 2, 4], [5, 5], [1, 4]];
export const MOST_LINES = DASHES.length;

function resolved(element, name) {
  const probe = h('span', { hidden: true });
  probe.style.color = `var(${name})`;
  element.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
}

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
 * Draws one figure of some counties; the table beside it has the same numbers.
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
  const color = (name) => resolved(panel, name);
  const plain = { stroke: color('--quiet'), grid: { stroke: color('--line'), width: 1 } };
  const tell = readout(line, { names, indices, rows, field, show });
  const plot = new uPlot(
    {
      width: Math.max(200, box.clientWidth),
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, sync: { key: 'market' }, points: { size: 7 }, drag: { x: false, y: false } },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
      axes: [
        {
          ...plain,
          ticks: plain.grid,
          values: (_plot, at) => at.map((x) => new Date(x * 1000).getUTCFullYear()),
          incrs: [1, 2, 5, 10].map((years) => years * 31_557_600),
        },
        { ...plain, ticks: plain.grid, size: 62, values: (_plot, at) => at.map(axis) },
      ],
      scales: { y: field === 'yoy_change' ? {} : { range: (_plot, _low, high) => [0, (high || 1) * 1.06] } },
      series: [
        {},
        ...names.map((label, n) => ({
          label,
          stroke: color(`--series-${n + 1}`),
          width: 2,
          dash: DASHES[n],
          points: { show: indices.length < 24, size: 4 },
        })),
      ],
      hooks: { setCursor: [tell] },
    },
    [indices.map(secondsOf), ...rows.map((row) => row.map((quarter) => quarter?.[field] ?? null))],
    box,
  );
  tell(plot);
  const fit = new ResizeObserver(() =>
    plot.setSize({ width: Math.max(200, box.clientWidth), height: HEIGHT }),
  );
  fit.observe(box);
  signal.addEventListener('abort', () => {
    fit.disconnect();
    plot.destroy();
  });
}

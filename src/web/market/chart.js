import { UNKNOWN } from '../format.js';
import { html, useMemo, useState } from '../html.js';
import { inUtc, Plot, plainAxis } from '../plot.js';
import { colorOf } from '../theme.js';
import { nameOf, secondsOf } from './quarters.js';

const HEIGHT = 210;
const YEAR = 31_557_600;
/** Lines differ in more than color. */
const DASHES = [[], [8, 4], [2, 3], [12, 4, 2, 4], [5, 5], [1, 4]];
export const MOST_LINES = DASHES.length;

const yearOf = (seconds) => new Date(seconds * 1000).getUTCFullYear();

/**
 * A chart of one figure for some counties; the table next to it has the same numbers.
 * @param {{title: string, field: string, show: (value: number) => string, axis: (value: number) => string,
 *   names: string[], indices: number[], rows: (object | null)[][]}} props
 */
export function Chart({ title, field, show, axis, names, indices, rows }) {
  const [at, setAt] = useState(null);
  const data = useMemo(
    () => [indices.map(secondsOf), ...rows.map((row) => row.map((quarter) => quarter?.[field] ?? null))],
    [indices, rows],
  );
  const options = (box) => {
    const plain = plainAxis(box);
    return {
      legend: { show: false },
      cursor: { y: false, sync: { key: 'market' }, points: { size: 7 }, drag: { x: false, y: false } },
      tzDate: inUtc,
      axes: [
        {
          ...plain,
          values: (_plot, at) => at.map(yearOf),
          incrs: [1, 2, 5, 10].map((years) => years * YEAR),
        },
        { ...plain, size: 62, values: (_plot, at) => at.map(axis) },
      ],
      scales: { y: field === 'yoy_change' ? {} : { range: (_plot, _low, high) => [0, (high || 1) * 1.06] } },
      series: [
        {},
        ...names.map((label, n) => ({
          label,
          stroke: colorOf(box, `--series-${n + 1}`),
          width: 2,
          dash: DASHES[n],
          points: { show: indices.length < 24, size: 4 },
        })),
      ],
      hooks: { setCursor: [({ cursor }) => setAt(cursor.idx)] },
    };
  };
  const pointed = at in indices ? at : indices.length - 1;
  const figures = rows.map((row, n) => `${names[n]} ${row[pointed] ? show(row[pointed][field]) : UNKNOWN}`);
  const label = `${title} by quarter, ${nameOf(indices[0])} to ${nameOf(indices.at(-1))}: ${names.join(', ')}.`;
  return html`
    <section class="card market-chart">
      <h3>${title}</h3>
      <p class="quiet market-readout" aria-hidden="true">${nameOf(indices[pointed])}: ${figures.join(' · ')}</p>
      <${Plot} height=${HEIGHT} data=${data} options=${options} class="market-plot" role="img"
        aria-label="${label} The numbers are in the table below." />
    </section>
  `;
}

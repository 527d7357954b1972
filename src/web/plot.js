import uPlot from '/assets/vendor/uplot/uPlot.esm.js';
import { html, useLayoutEffect, useRef } from './html.js';
import { colorOf, useDark } from './theme.js';

const NARROWEST = 200;

/** How an axis looks. */
export function plainAxis(element) {
  const grid = { stroke: colorOf(element, '--line'), width: 1 };
  return { stroke: colorOf(element, '--quiet'), grid, ticks: grid };
}

/**
 * A plot, as wide as its box: `data` and `options(box)` are uPlot's. It is drawn again when `data` is another array, or the
 * page gets dark or light. All others are attributes of the box.
 */
export function Plot({ height, data, options, ...attributes }) {
  const place = useRef();
  const isDark = useDark();
  useLayoutEffect(() => {
    const box = place.current;
    const size = () => ({ width: Math.max(NARROWEST, box.clientWidth), height });
    const plot = new uPlot({ ...options(box), ...size() }, data, box);
    const fit = new ResizeObserver(() => plot.setSize(size()));
    fit.observe(box);
    return () => {
      fit.disconnect();
      plot.destroy();
    };
  }, [data, isDark]);
  return html`<div ref=${place} role="img" ...${attributes}></div>`;
}

const axis = (element, { tick, ...more }) => ({
  ...plainAxis(element),
  values: (_plot, ticks) => ticks.map(tick),
  ...more,
});

/**
 * Lines over time, in UTC; the pointer is at the same time in all plots of a `group`. `data` begins with the times in seconds;
 * `lines` are `{label, color}`, with a custom property; `tick(value)` of `x` and `y` is the text at an axis; `point` gets the
 * index that is pointed at, or null. All others are those of `Plot`.
 */
export function Lines({ lines, group, x, y, isSigned = false, point, ...plot }) {
  const options = (box) => ({
    legend: { show: false },
    cursor: { y: false, sync: { key: group }, points: { size: 7 }, drag: { x: false, y: false } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    axes: [axis(box, x), axis(box, y)],
    scales: { y: isSigned ? {} : { range: (_plot, _low, high) => [0, (high || 1) * 1.06] } },
    series: [{}, ...lines.map(({ color, ...line }) => ({ width: 2, stroke: colorOf(box, color), ...line }))],
    hooks: { setCursor: [({ cursor }) => point(cursor.idx ?? null)] },
  });
  return html`<${Plot} options=${options} ...${plot} />`;
}

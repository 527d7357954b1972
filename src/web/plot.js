import uPlot from '/assets/vendor/uplot/uPlot.esm.js';
import { h } from './dom.js';

const NARROWEST = 200;

/** The value of a CSS color variable at an element, since a canvas cannot use the variable itself. */
export function colorOf(element, name) {
  const probe = h('span', { hidden: true });
  probe.style.color = `var(${name})`;
  element.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
}

/** How an axis looks. */
export function plainAxis(element) {
  const grid = { stroke: colorOf(element, '--line'), width: 1 };
  return { stroke: colorOf(element, '--quiet'), grid, ticks: grid };
}

/** Seconds are read as UTC. */
export const inUtc = (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC');

/** Draws a plot, as wide as its box, until the signal aborts. `options` and `data` are uPlot's. */
export function drawPlot(box, { height, ...options }, data, signal) {
  const width = () => Math.max(NARROWEST, box.clientWidth);
  const plot = new uPlot({ ...options, width: width(), height }, data, box);
  const fit = new ResizeObserver(() => plot.setSize({ width: width(), height }));
  fit.observe(box);
  signal.addEventListener('abort', () => {
    fit.disconnect();
    plot.destroy();
  });
  return plot;
}

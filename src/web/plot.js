import uPlot from '/assets/vendor/uplot/uPlot.esm.js';
import { html, useLayoutEffect, useRef } from './html.js';

const NARROWEST = 200;

/** The value of a CSS color variable at an element, since a canvas cannot use the variable itself. */
export function colorOf(element, name) {
  const probe = Object.assign(document.createElement('span'), { hidden: true });
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
  const size = () => ({ width: Math.max(NARROWEST, box.clientWidth), height });
  const plot = new uPlot({ ...options, ...size() }, data, box);
  const fit = new ResizeObserver(() => plot.setSize(size()));
  fit.observe(box);
  signal.addEventListener('abort', () => {
    fit.disconnect();
    plot.destroy();
  });
  return plot;
}

/**
 * A plot, as wide as its box.
 * @param {{height: number, data: (number | null)[][], options(box: HTMLElement): object}} props `data` and `options` are
 *   uPlot's; it is drawn again when `data` is another array. All others are attributes of the box.
 */
export function Plot({ height, data, options, ...attributes }) {
  const place = useRef();
  useLayoutEffect(() => {
    const leaving = new AbortController();
    drawPlot(place.current, { height, ...options(place.current) }, data, leaving.signal);
    return () => leaving.abort();
  }, [data]);
  return html`<div ref=${place} ...${attributes}></div>`;
}

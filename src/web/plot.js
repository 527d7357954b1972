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

/**
 * A plot, as wide as its box.
 * @param {{height: number, data: (number | null)[][], options(box: HTMLElement): object}} props `data` and `options` are
 *   uPlot's; it is drawn again when `data` is another array. All others are attributes of the box.
 */
export function Plot({ height, data, options, ...attributes }) {
  const place = useRef();
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
  }, [data]);
  return html`<div ref=${place} ...${attributes}></div>`;
}

import uPlot from '/assets/vendor/uplot/uPlot.esm.js';
import { html, useLayoutEffect, useRef } from './html.js';
import { colorOf, useDark } from './theme.js';

const NARROWEST = 200;

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
 *   uPlot's; it is drawn again when `data` is another array, or the page
 *   gets dark or light. All others are attributes of the box.
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
  return html`<div ref=${place} ...${attributes}></div>`;
}

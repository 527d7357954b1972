import { h } from '../dom.js';
import { boxOf, middleOf, pathOf } from './shapes.js';

const SVG = 'http://www.w3.org/2000/svg';
/** The whole country, in the projection of the outlines. */
const COUNTRY = [0, 0, 975, 610];
/** With more areas than this, only those wider than a share of the map show a figure. */
const FEW = 8;
const LEAST_WIDTH = 0.075;

const STEPS = [
  [98, '98% and more'],
  [90, '90 to 98%'],
  [75, '75 to 90%'],
  [50, '50 to 75%'],
  [0, 'below 50%'],
];
/** The number of the color of a share, 0 to 100; 1 is the first in `STEPS`. */
export const stepOf = (share) => STEPS.findIndex(([from]) => share >= from) + 1;

/** The colors and what they mean. */
export function legend() {
  return h(
    'ul',
    { class: 'row market-steps', 'aria-label': 'Colors of the map' },
    STEPS.map(([, name], n) =>
      h('li', {}, h('span', { class: `market-swatch step-${n + 1}`, 'aria-hidden': 'true' }), ` ${name}`),
    ),
    h('li', {}, h('span', { class: 'market-swatch step-0', 'aria-hidden': 'true' }), ' nothing loaded'),
  );
}

function svg(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const withRoom = ([left, top, width, height], room = Math.max(width, height) * 0.03) => [
  left - room,
  top - room,
  width + 2 * room,
  height + 2 * room,
];

function figures(features, areas, mapWidth) {
  return features.flatMap((outline) => {
    const area = areas.get(outline.id);
    const [x, y, width] = area ? middleOf(outline) : [0, 0, 0];
    if (!area || (areas.size > FEW && width < mapWidth * LEAST_WIDTH)) return [];
    // Letters have the same size on the map of a state.
    const scale = mapWidth / COUNTRY[2];
    const place = `translate(${x} ${y}) scale(${scale})`;
    const plate = svg('rect', { x: -38, y: -18, width: 76, height: 36, rx: 18 });
    return svg('g', { transform: place }, plate, svg('text', { y: 1 }, `${Math.floor(area.share)}%`));
  });
}

/**
 * Draws areas in the colors of their shares. The list next to the map shows the same and works by keyboard.
 * @param {object[]} features outlines
 * @param {Map<string, {name: string, share: number, said: string}>} areas by FIPS code
 * @param {{label: string, whole: boolean, point: (fips: string | null) => void, choose?: (fips: string) => void}} map
 */
export function coverageMap(features, areas, { label, whole, point, choose }) {
  const paths = features.map((outline) => {
    const area = areas.get(outline.id);
    const style = `step-${area ? stepOf(area.share) : 0}${area && choose ? ' market-link' : ''}`;
    return svg('path', { d: pathOf(outline), class: style, 'data-fips': outline.id });
  });
  const box = whole ? COUNTRY : withRoom(boxOf(features));
  const fipsAt = (event) => event.target.dataset?.fips ?? null;
  const drawing = svg(
    'svg',
    { viewBox: box.join(' '), role: 'img', 'aria-label': label, class: 'market-map' },
    ...paths,
    ...figures(features, areas, box[2]),
  );
  drawing.addEventListener('pointermove', (event) => point(fipsAt(event)));
  drawing.addEventListener('pointerleave', () => point(null));
  drawing.addEventListener('click', (event) => {
    const fips = fipsAt(event);
    if (areas.has(fips)) choose?.(fips);
  });
  return drawing;
}

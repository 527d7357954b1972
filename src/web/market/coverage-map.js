import { html, useMemo, useState } from '../html.js';
import { boxAround, mainBox, ringsOf } from '../shapes.js';

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
/** The number of the color of an area; 1 is the first in `STEPS`, 0 nothing loaded. */
const stepOf = (area) => (area ? STEPS.findIndex(([from]) => area.share >= from) + 1 : 0);

const Step = ({ number, name }) => html`
  <li><span class="market-swatch" style="background:var(--step-${number})" aria-hidden="true"></span> ${name}</li>
`;

/** The colors and what they mean. */
export const Legend = () => html`
  <ul class="row market-steps" aria-label="Colors of the map">
    ${STEPS.map(([, name], n) => html`<${Step} number=${n + 1} name=${name} />`)}
    <${Step} number="0" name="nothing loaded" />
  </ul>
`;

/** The `d` of an SVG path. */
const pathOf = ({ geometry }) =>
  ringsOf(geometry)
    .map((ring) => `M${ring.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}Z`)
    .join('');

/** The part of the drawing with these outlines and some room around them: left, top, width and height. */
function boxOf(features) {
  const [[left, top], [right, bottom]] = boxAround(
    features.flatMap(({ geometry }) => ringsOf(geometry).flat()),
  );
  const [width, height] = [right - left, bottom - top];
  const room = Math.max(width, height) * 0.03;
  return [left - room, top - room, width + 2 * room, height + 2 * room];
}

function Figure({ outline, area, isFew, mapWidth }) {
  const [[left, top], [right, bottom]] = mainBox(outline.geometry);
  if (!isFew && right - left < mapWidth * LEAST_WIDTH) return null;
  // Letters have the same size on the map of a state.
  return html`
    <g transform="translate(${(left + right) / 2} ${(top + bottom) / 2}) scale(${mapWidth / COUNTRY[2]})">
      <rect x="-38" y="-18" width="76" height="36" rx="18" />
      <text y="1">${Math.floor(area.share)}%</text>
    </g>
  `;
}

function Outlines({ features, areas, label, isWhole, point, choose }) {
  const box = isWhole ? COUNTRY : boxOf(features);
  const fipsAt = ({ target }) => target.dataset?.fips ?? null;
  const drawn = features.filter(({ id }) => areas.has(id));
  const shape = (one) => {
    const area = areas.get(one.id);
    return html`
      <path key=${one.id} d=${pathOf(one)} style="fill:var(--step-${stepOf(area)})"
        class=${area && choose ? 'market-link' : null} data-fips=${one.id} />
    `;
  };
  const choosing = (event) => areas.has(fipsAt(event)) && choose?.(fipsAt(event));
  return html`
    <svg viewBox=${box.join(' ')} role="img" aria-label=${label} class="market-map"
      onpointermove=${(event) => point(fipsAt(event))} onpointerleave=${() => point(null)}
      onclick=${choosing}>
      ${features.map(shape)}
      ${drawn.map(
        (outline) => html`
          <${Figure} ...${{ outline, area: areas.get(outline.id), isFew: areas.size <= FEW, mapWidth: box[2] }} />
        `,
      )}
    </svg>
  `;
}

/**
 * A map of areas in the colors of their shares: `features` are outlines, `areas` have `{share, said}` by FIPS code; `usual`
 * is said below the map where nothing is pointed at. The list next to it shows the same and works by keyboard.
 */
export function CoverageMap({ usual, ...map }) {
  const { features, areas } = map;
  const [pointed, setPointed] = useState(null);
  // Pointing at areas draws none of them again.
  const outlines = useMemo(() => html`<${Outlines} ...${map} point=${setPointed} />`, [features, areas]);
  if (features.length === 0)
    return html`<p class="quiet">This map has no outlines here; the table has the figures.</p>`;
  return html`
    ${outlines}
    <p class="quiet market-readout" aria-hidden="true">${areas.get(pointed)?.said ?? usual}</p>
  `;
}

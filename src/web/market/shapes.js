import { feature } from '/assets/vendor/topojson/index.js';

const ALBERS = { states: 'states-albers-10m.json', counties: 'counties-albers-10m.json' };
const loaded = new Map();

/**
 * Outlines, projected for a map of 975 × 610.
 * @param {'states' | 'counties'} kind
 */
export function shapes(kind) {
  if (!loaded.has(kind)) {
    const outlines = fetch(`/assets/vendor/us-atlas/${ALBERS[kind]}`)
      .then((response) =>
        response.ok ? response.json() : Promise.reject(new Error(`Status ${response.status}`)),
      )
      .then((topology) => feature(topology, topology.objects[kind]).features);
    // A failed load is tried again next time.
    outlines.catch(() => loaded.delete(kind));
    loaded.set(kind, outlines);
  }
  return loaded.get(kind);
}

const rings = ({ type, coordinates }) => (type === 'Polygon' ? coordinates : coordinates.flat());

/** The `d` of an SVG path. */
export const pathOf = ({ geometry }) =>
  rings(geometry)
    .map((ring) => `M${ring.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}Z`)
    .join('');

export function boxOf(features) {
  const points = features.flatMap(({ geometry }) => rings(geometry).flat());
  const low = [0, 1].map((axis) => points.reduce((least, point) => Math.min(least, point[axis]), Infinity));
  const high = [0, 1].map((axis) => points.reduce((most, point) => Math.max(most, point[axis]), -Infinity));
  return [low[0], low[1], high[0] - low[0], high[1] - low[1]];
}

/** Where to put a figure on a shape: the middle of the part with the most corners. */
export function middleOf({ geometry }) {
  const largest = rings(geometry).reduce((most, ring) => (ring.length > most.length ? ring : most));
  const [left, top, width, height] = boxOf([{ geometry: { type: 'Polygon', coordinates: [largest] } }]);
  return [left + width / 2, top + height / 2, width];
}

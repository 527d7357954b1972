import { colorOf } from '../theme.js';
import { ringOf } from './area.js';

const NOTHING = { type: 'FeatureCollection', features: [] };
const WORLD = [
  [-180, -85],
  [180, -85],
  [180, 85],
  [-180, 85],
  [-180, -85],
];
const shape = (geometry) => ({ type: 'Feature', properties: {}, geometry });

/** Shows an area with a line around it and a shade outside it. */
export function shadeOn(map) {
  map.addSource('area', { type: 'geojson', data: NOTHING });
  map.addLayer({
    id: 'areaShade',
    type: 'fill',
    source: 'area',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-opacity': 0.55, 'fill-antialias': false },
  });
  map.addLayer({
    id: 'areaLine',
    type: 'line',
    source: 'area',
    filter: ['==', ['geometry-type'], 'LineString'],
    paint: { 'line-width': 2.5 },
  });
  return {
    theme() {
      map.setPaintProperty('areaShade', 'fill-color', colorOf(map.getContainer(), '--water'));
      map.setPaintProperty('areaLine', 'line-color', colorOf(map.getContainer(), '--accent'));
    },
    /** Shows an area, or none. */
    show(area) {
      const ring = area && ringOf(area);
      const features = ring
        ? [
            shape({ type: 'Polygon', coordinates: [WORLD, ring] }),
            shape({ type: 'LineString', coordinates: ring }),
          ]
        : [];
      map.getSource('area').setData({ type: 'FeatureCollection', features });
    },
  };
}

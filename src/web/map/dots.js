import { colorOf } from '../theme.js';

const NOTHING = { type: 'FeatureCollection', features: [] };
/** Opacity of groups, and of groups behind dots. */
const SOLID = 0.92;
const FAINT = 0.25;
const byZoom = (...stops) => ['interpolate', ['linear'], ['zoom'], ...stops];

/** Dots above everything else, for the parcels of a group. */
export function dotsOn(map) {
  map.addSource('group', { type: 'geojson', data: NOTHING });
  map.addLayer({
    id: 'group',
    type: 'circle',
    source: 'group',
    paint: { 'circle-radius': byZoom(4, 4, 16, 8), 'circle-stroke-width': 2 },
  });
  return {
    theme() {
      map.setPaintProperty('group', 'circle-color', colorOf(map.getContainer(), '--accent'));
      map.setPaintProperty('group', 'circle-stroke-color', colorOf(map.getContainer(), '--panel'));
    },
    /** Shows the parcels that have a location, in place of earlier ones. */
    show(parcels) {
      const features = parcels
        .filter(({ location }) => location)
        .map(({ id, location: { lat, lon } }) => ({
          type: 'Feature',
          properties: { id },
          geometry: { type: 'Point', coordinates: [lon, lat] },
        }));
      map.getSource('group').setData({ type: 'FeatureCollection', features });
      // Groups of all parcels would hide where the dots are.
      const behind = features.length > 0 ? FAINT : null;
      map.setPaintProperty('clusters', 'circle-opacity', behind ?? SOLID);
      map.setPaintProperty('clusterCounts', 'text-opacity', behind ?? 1);
    },
  };
}

import { colorOf } from '../theme.js';
import { LOTS_FROM } from './lots.js';

const NOTHING = { type: 'FeatureCollection', features: [] };
const SOURCES = [
  'land',
  'states',
  'counties',
  'stateNames',
  'countyNames',
  'placeNames',
  'clusters',
  'parcels',
  'pointed',
  'open',
];
const FONT = ['system-ui', 'sans-serif'];
const source = (data = NOTHING) => ({ type: 'geojson', data });

/** Layer, property, and the custom property that sets its color in light and dark mode. */
const THEMED = [
  ['water', 'background-color', '--water'],
  ['land', 'fill-color', '--land'],
  ['coast', 'line-color', '--state-line'],
  ['counties', 'line-color', '--county-line'],
  ['states', 'line-color', '--state-line'],
  ['countyNames', 'text-color', '--quiet'],
  ['countyNames', 'text-halo-color', '--land'],
  ['placeNames', 'text-color', '--ink'],
  ['placeNames', 'text-halo-color', '--land'],
  ['placeDots', 'circle-color', '--quiet'],
  ['stateNames', 'text-color', '--quiet'],
  ['stateNames', 'text-halo-color', '--land'],
  ['parcels', 'circle-stroke-color', '--ink'],
  ['clusters', 'circle-stroke-color', '--ink'],
  ['pointed', 'circle-stroke-color', '--accent'],
  ['open', 'circle-stroke-color', '--accent'],
];

const byZoom = (...stops) => ['interpolate', ['linear'], ['zoom'], ...stops];
const SIZE = byZoom(8, 3.5, 12, 5, 16, 9);
const RING = byZoom(8, 8, 12, 10, 16, 15);
/** Dots and groups are not drawn where lots are. */
const NO_LOTS = { maxzoom: LOTS_FROM };
/** Each place’s name is shown from its own zoom level on. */
const HAS_ROOM = ['>=', ['zoom'], ['get', 'from']];
const nameLayer = (id, size, zooms) => ({
  id,
  type: 'symbol',
  source: id,
  ...zooms,
  layout: { 'text-field': ['get', 'name'], 'text-font': FONT, 'text-size': size, 'text-padding': 6 },
  paint: { 'text-halo-width': 1.5 },
});
const PLACES = nameLayer('placeNames', byZoom(4, 11, 10, 16), { minzoom: 3, maxzoom: 13 });
const ring = (id, width) => ({
  id,
  type: 'circle',
  source: id,
  // A lot has a line around it.
  filter: ['any', ['!', ['get', 'lot']], ['<', ['zoom'], LOTS_FROM]],
  paint: { 'circle-radius': RING, 'circle-color': 'rgba(0, 0, 0, 0)', 'circle-stroke-width': width },
});

/** The style of the map: outlines below, clusters and parcels above, and rings around selected parcels. */
export function mapStyle() {
  return {
    version: 8,
    sources: Object.fromEntries(SOURCES.map((id) => [id, source()])),
    layers: [
      { id: 'water', type: 'background' },
      { id: 'land', type: 'fill', source: 'land' },
      { id: 'counties', type: 'line', source: 'counties', paint: { 'line-width': byZoom(3, 0.3, 9, 1) } },
      { id: 'states', type: 'line', source: 'states', paint: { 'line-width': byZoom(3, 0.7, 9, 1.8) } },
      { id: 'coast', type: 'line', source: 'land', paint: { 'line-width': 0.7 } },
      nameLayer('stateNames', 13, { minzoom: 3, maxzoom: 7 }),
      nameLayer('countyNames', 12, { minzoom: 7 }),
      {
        id: 'placeDots',
        type: 'circle',
        source: 'placeNames',
        minzoom: 3,
        maxzoom: 9,
        filter: HAS_ROOM,
        paint: { 'circle-radius': 2.2 },
      },
      {
        ...PLACES,
        filter: HAS_ROOM,
        layout: {
          ...PLACES.layout,
          'text-variable-anchor': ['left', 'right', 'top'],
          'text-radial-offset': 0.4,
        },
      },
      {
        id: 'clusters',
        type: 'circle',
        source: 'clusters',
        ...NO_LOTS,
        layout: { 'circle-sort-key': ['get', 'count'] },
        paint: {
          'circle-radius': ['get', 'radius'],
          'circle-color': ['get', 'color'],
          'circle-opacity': 0.92,
          'circle-stroke-width': 1,
          'circle-stroke-opacity': 0.5,
        },
      },
      {
        id: 'clusterCounts',
        type: 'symbol',
        source: 'clusters',
        ...NO_LOTS,
        layout: {
          'text-field': ['get', 'label'],
          'text-font': FONT,
          'text-size': 12,
          'text-padding': 0,
          'symbol-sort-key': ['-', ['get', 'count']],
        },
        paint: { 'text-color': ['get', 'ink'] },
      },
      {
        id: 'parcels',
        type: 'circle',
        source: 'parcels',
        ...NO_LOTS,
        paint: {
          'circle-radius': SIZE,
          'circle-color': ['get', 'color'],
          'circle-stroke-width': 1,
          'circle-stroke-opacity': 0.55,
        },
      },
      ring('pointed', 2),
      ring('open', 4),
    ],
  };
}

/** Applies the colors of the theme to the layers. */
export function applyTheme(map) {
  for (const [layer, property, name] of THEMED) {
    map.setPaintProperty(layer, property, colorOf(map.getContainer(), name));
  }
}

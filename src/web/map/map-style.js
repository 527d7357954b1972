import { colorOf } from '../theme.js';

/** Lots are drawn from tiles from this zoom level on; dots and groups below it. */
export const LOTS_FROM = 14;
/** Opacity of groups. */
export const SOLID = 0.92;
const COLOR = ['get', 'color'];

const byZoom = (...stops) => ['interpolate', ['linear'], ['zoom'], ...stops];
const isShape = (type) => ['==', ['geometry-type'], type];
const isMarked = (state) => ['boolean', ['feature-state', state], false];
const text = (field, size) => ({
  'text-field': field,
  'text-font': ['system-ui', 'sans-serif'],
  'text-size': size,
});
const edge = (opacity) => ({ 'circle-stroke-width': 1, 'circle-stroke-opacity': opacity });

/** A layer, by default with a source of its own name. */
const layer = (id, type, more) => ({ id, type, source: id, ...more });
const names = (id, size, { layout, ...more }) =>
  layer(id, 'symbol', {
    ...more,
    layout: { ...text(['get', 'name'], size), 'text-padding': 6, ...layout },
    paint: { 'text-halo-width': 1.5 },
  });
/** Each place’s name is shown from its own zoom level on. */
const HAS_ROOM = ['>=', ['zoom'], ['get', 'from']];
const ring = (id, width) =>
  layer(id, 'circle', {
    // A lot has a line around it.
    filter: ['any', ['!', ['get', 'lot']], ['<', ['zoom'], LOTS_FROM]],
    paint: {
      'circle-radius': byZoom(8, 8, 12, 10, 16, 15),
      'circle-color': 'rgba(0, 0, 0, 0)',
      'circle-stroke-width': width,
    },
  });

const LAYERS = [
  { id: 'water', type: 'background' },
  layer('land', 'fill'),
  layer('counties', 'line', { paint: { 'line-width': byZoom(3, 0.3, 9, 1) } }),
  layer('states', 'line', { paint: { 'line-width': byZoom(3, 0.7, 9, 1.8) } }),
  layer('coast', 'line', { source: 'land', paint: { 'line-width': 0.7 } }),
  names('stateNames', 13, { minzoom: 3, maxzoom: 7 }),
  names('countyNames', 12, { minzoom: 7 }),
  layer('placeDots', 'circle', {
    source: 'placeNames',
    minzoom: 3,
    maxzoom: 9,
    filter: HAS_ROOM,
    paint: { 'circle-radius': 2.2 },
  }),
  names('placeNames', byZoom(4, 11, 10, 16), {
    minzoom: 3,
    maxzoom: 13,
    filter: HAS_ROOM,
    layout: { 'text-variable-anchor': ['left', 'right', 'top'], 'text-radial-offset': 0.4 },
  }),
  layer('clusters', 'circle', {
    maxzoom: LOTS_FROM,
    layout: { 'circle-sort-key': ['get', 'count'] },
    paint: {
      'circle-radius': ['get', 'radius'],
      'circle-color': COLOR,
      'circle-opacity': SOLID,
      ...edge(0.5),
    },
  }),
  layer('clusterCounts', 'symbol', {
    source: 'clusters',
    maxzoom: LOTS_FROM,
    layout: { ...text(['get', 'label'], 12), 'text-padding': 0, 'symbol-sort-key': ['-', ['get', 'count']] },
    paint: { 'text-color': ['get', 'ink'] },
  }),
  layer('parcels', 'circle', {
    maxzoom: LOTS_FROM,
    paint: { 'circle-radius': byZoom(8, 3.5, 12, 5, 16, 9), 'circle-color': COLOR, ...edge(0.55) },
  }),
  ring('pointed', 2),
  ring('open', 4),
  // An area is a line, and a shade outside of it.
  layer('areaShade', 'fill', {
    source: 'area',
    filter: isShape('Polygon'),
    paint: { 'fill-opacity': 0.55, 'fill-antialias': false },
  }),
  layer('areaLine', 'line', { source: 'area', filter: isShape('LineString'), paint: { 'line-width': 2.5 } }),
  // The parcels of a group are above everything else.
  layer('group', 'circle', { paint: { 'circle-radius': byZoom(4, 4, 16, 8), 'circle-stroke-width': 2 } }),
];

const lot = (id, type, more) => layer(id, type, { source: 'lots', 'source-layer': 'parcels', ...more });

/** The layers of lots, in drawing order. */
export const LOT_LAYERS = [
  lot('lots', 'fill', { filter: isShape('Polygon'), paint: { 'fill-opacity': byZoom(14, 0.85, 18, 0.6) } }),
  lot('lotLines', 'line', {
    filter: isShape('Polygon'),
    paint: { 'line-width': byZoom(14, 0.25, 16, 0.7, 18, 1.2), 'line-opacity': 0.8 },
  }),
  lot('lotPoints', 'circle', {
    filter: isShape('Point'),
    paint: { 'circle-radius': byZoom(14, 3.5, 17, 9), ...edge(0.55) },
  }),
  // Lots are marked by feature state: a filter would make the map lay out tiles again.
  lot('lotMarked', 'line', {
    filter: isShape('Polygon'),
    layout: { 'line-join': 'round' },
    paint: {
      'line-width': ['case', isMarked('open'), 4, 2.5],
      'line-opacity': ['case', ['any', isMarked('open'), isMarked('pointed')], 1, 0],
    },
  }),
  lot('houseNumbers', 'symbol', {
    'source-layer': 'labels',
    layout: { ...text(['get', 'number'], 11), 'text-padding': 1 },
    paint: { 'text-halo-width': 1.2 },
  }),
  lot('stacks', 'symbol', {
    minzoom: 16,
    filter: ['has', 'stack'],
    layout: { ...text(['concat', '×', ['to-string', ['get', 'stack']]], 12), 'text-offset': [0, 1.1] },
    paint: { 'text-halo-width': 1.5 },
  }),
];

/** By the custom property that sets a color in light and dark mode: layers and their properties. */
const THEMED = {
  '--water': 'water background-color, areaShade fill-color',
  '--land':
    'land fill-color, countyNames text-halo-color, placeNames text-halo-color, stateNames text-halo-color, houseNumbers text-halo-color, stacks text-halo-color',
  '--state-line': 'coast line-color, states line-color',
  '--county-line': 'counties line-color',
  '--lot-line': 'lotLines line-color',
  '--quiet': 'countyNames text-color, placeDots circle-color, stateNames text-color',
  '--ink':
    'placeNames text-color, houseNumbers text-color, stacks text-color, parcels circle-stroke-color, clusters circle-stroke-color, lotPoints circle-stroke-color',
  '--accent':
    'pointed circle-stroke-color, open circle-stroke-color, lotMarked line-color, areaLine line-color, group circle-color',
  '--panel': 'group circle-stroke-color',
};

const data = { type: 'FeatureCollection', features: [] };

/** The style of the map: outlines below, then clusters and parcels, and above them what is selected. */
export const mapStyle = () => ({
  version: 8,
  sources: Object.fromEntries(
    LAYERS.filter(({ source }) => source).map(({ source }) => [source, { type: 'geojson', data }]),
  ),
  layers: LAYERS,
});

/** Applies the colors of the theme to the layers that are there. */
export function applyTheme(map) {
  for (const [name, places] of Object.entries(THEMED)) {
    const color = colorOf(map.getContainer(), name);
    for (const [id, property] of places.split(', ').map((place) => place.split(' ')))
      if (map.getLayer(id)) map.setPaintProperty(id, property, color);
  }
}

import { request } from '../api.js';
import { colorOf } from '../theme.js';
import { colorStops } from './fields.js';

/** Lots are drawn from tiles from this zoom level on; dots and groups below it. */
export const LOTS_FROM = 14;
/** Beyond this level, the map enlarges its tiles: finer ones would cost a lookup each and show nothing new. */
const FINEST = 17;
const FONT = ['system-ui', 'sans-serif'];
/** The protocol in tile addresses, so that tiles are requested through the API client like everything else. */
const PROTOCOL = 'lots';

const isPolygon = ['==', ['geometry-type'], 'Polygon'];
const isPoint = ['==', ['geometry-type'], 'Point'];
const byZoom = (...stops) => ['interpolate', ['linear'], ['zoom'], ...stops];

const is = (state) => ['boolean', ['feature-state', state], false];
/** Marks lots by feature state: a filter would make the map lay out tiles again. */
const MARKED = {
  id: 'lotMarked',
  type: 'line',
  source: 'lots',
  'source-layer': 'parcels',
  filter: isPolygon,
  layout: { 'line-join': 'round' },
  paint: {
    'line-width': ['case', is('open'), 4, 2.5],
    'line-opacity': ['case', ['any', is('open'), is('pointed')], 1, 0],
  },
};

/** In drawing order. */
const LAYERS = [
  {
    id: 'lots',
    type: 'fill',
    source: 'lots',
    'source-layer': 'parcels',
    filter: isPolygon,
    paint: { 'fill-opacity': byZoom(14, 0.85, 18, 0.6) },
  },
  {
    id: 'lotLines',
    type: 'line',
    source: 'lots',
    'source-layer': 'parcels',
    filter: isPolygon,
    paint: { 'line-width': byZoom(14, 0.25, 16, 0.7, 18, 1.2), 'line-opacity': 0.8 },
  },
  {
    id: 'lotPoints',
    type: 'circle',
    source: 'lots',
    'source-layer': 'parcels',
    filter: isPoint,
    paint: {
      'circle-radius': byZoom(14, 3.5, 17, 9),
      'circle-stroke-width': 1,
      'circle-stroke-opacity': 0.55,
    },
  },
  MARKED,
  {
    id: 'houseNumbers',
    type: 'symbol',
    source: 'lots',
    'source-layer': 'labels',
    layout: { 'text-field': ['get', 'number'], 'text-font': FONT, 'text-size': 11, 'text-padding': 1 },
    paint: { 'text-halo-width': 1.2 },
  },
  {
    id: 'stacks',
    type: 'symbol',
    source: 'lots',
    'source-layer': 'parcels',
    minzoom: 16,
    filter: ['has', 'stack'],
    layout: {
      'text-field': ['concat', '×', ['to-string', ['get', 'stack']]],
      'text-font': FONT,
      'text-size': 12,
      'text-offset': [0, 1.1],
    },
    paint: { 'text-halo-width': 1.5 },
  },
];

/** Layer, property, and the custom property that sets its color in light and dark mode. */
const THEMED = [
  ['lotLines', 'line-color', '--lot-line'],
  ['lotPoints', 'circle-stroke-color', '--ink'],
  ['lotMarked', 'line-color', '--accent'],
  ['houseNumbers', 'text-color', '--ink'],
  ['houseNumbers', 'text-halo-color', '--land'],
  ['stacks', 'text-color', '--ink'],
  ['stacks', 'text-halo-color', '--land'],
];

const addressOf = ({ filters, field }) => {
  const query = new URLSearchParams({ fields: [...new Set([field.key, 'entity_type'])].join(',') });
  if (Object.keys(filters).length > 0) query.set('filters', JSON.stringify(filters));
  return `${PROTOCOL}://{z}/{x}/{y}.mvt?${query}`;
};

/** Lets maps request tiles of lots; `failed` gets the failure of a tile that does not arrive. */
export function serveLots(maplibre, failed) {
  maplibre.addProtocol(PROTOCOL, async ({ url }, { signal }) => {
    try {
      const answer = await request(`/tiles/${url.slice(`${PROTOCOL}://`.length)}`, { signal });
      return { data: await answer.arrayBuffer() };
    } catch (failure) {
      if (!signal.aborted) failed(failure);
      throw failure;
    }
  });
}

/** Adds the lots below a layer of the map. */
export function lotsOn(map, below) {
  let shown = '';
  /** Ids by state. */
  let marked = {};
  const mark = (state, id, on) =>
    map.setFeatureState({ source: 'lots', sourceLayer: 'parcels', id }, { [state]: on });
  return {
    /** Draws the lots that pass the filters, colored by a field. `again` requests tiles again, after the key has changed. */
    show(question, again = false) {
      const address = addressOf(question);
      if (!map.getSource('lots')) {
        map.addSource('lots', {
          type: 'vector',
          tiles: [address],
          minzoom: LOTS_FROM,
          maxzoom: FINEST,
          promoteId: { parcels: 'id' },
        });
        for (const layer of LAYERS) map.addLayer(layer, below);
        this.theme();
        for (const [state, id] of Object.entries(marked)) if (id) mark(state, id, true);
      } else if (again || address !== shown) map.getSource('lots').setTiles([address]);
      shown = address;
      const color = colorStops(question.field);
      map.setPaintProperty('lots', 'fill-color', color);
      map.setPaintProperty('lotPoints', 'circle-color', color);
    },
    theme() {
      if (!map.getSource('lots')) return;
      for (const [layer, property, name] of THEMED)
        if (map.getLayer(layer)) map.setPaintProperty(layer, property, colorOf(map.getContainer(), name));
    },
    /** Draws a line around the lot of a parcel, or around none; `state` is `open` or `pointed`. */
    outline(state, id) {
      const before = marked[state];
      if (before === id) return;
      marked = { ...marked, [state]: id };
      if (!map.getSource('lots')) return;
      if (before) mark(state, before, false);
      if (id) mark(state, id, true);
    },
    /** The attributes of the lot at a pixel, or null. */
    at(point) {
      if (!map.getLayer('lots')) return null;
      return map.queryRenderedFeatures(point, { layers: ['lotPoints', 'lots'] })[0]?.properties ?? null;
    },
  };
}

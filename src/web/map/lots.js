import { request } from '../api.js';
import { colorStops } from './fields.js';
import { applyTheme, LOT_LAYERS, LOTS_FROM } from './map-style.js';

/** Beyond this level, the map enlarges its tiles: finer ones would cost a lookup each and show nothing new. */
const FINEST = 17;
/** The protocol in tile addresses, so that tiles are requested through the API client like everything else. */
const PROTOCOL = 'lots';

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

  function add(address) {
    map.addSource('lots', {
      type: 'vector',
      tiles: [address],
      minzoom: LOTS_FROM,
      maxzoom: FINEST,
      promoteId: { parcels: 'id' },
    });
    for (const layer of LOT_LAYERS) map.addLayer(layer, below);
    applyTheme(map);
    for (const [state, id] of Object.entries(marked)) if (id) mark(state, id, true);
  }
  return {
    /** Draws the lots that pass the filters, colored by a field. `again` requests tiles again, after the key has changed. */
    show(question, again = false) {
      const address = addressOf(question);
      if (!map.getSource('lots')) add(address);
      else if (again || address !== shown) map.getSource('lots').setTiles([address]);
      shown = address;
      const color = colorStops(question.field);
      map.setPaintProperty('lots', 'fill-color', color);
      map.setPaintProperty('lotPoints', 'circle-color', color);
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

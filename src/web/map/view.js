import { BASEMAP } from '../catalog.js';
import { compact } from '../format.js';
import { onTheme } from '../theme.js';
import { basemapOn } from './basemap.js';
import { dotsOn } from './dots.js';
import { draw } from './drawing.js';
import { colorFor, FIELDS, inkOn } from './fields.js';
import { freePart } from './free-part.js';
import { LOTS_FROM, lotsOn, serveLots } from './lots.js';
import { applyTheme, mapStyle } from './map-style.js';
import { outlines } from './outlines.js';
import { places } from './places.js';
import { onPointer } from './pointer.js';
import { shadeOn } from './shade.js';

const COUNTRY = [
  [-125, 24],
  [-66, 50],
];
const REACH = 6;
const SMALLEST_CLUSTER = 13;
const LARGEST_CLUSTER = 28;
/** The zoom level at which a found parcel is shown. */
const NEAR = 17;

const collection = (features) => ({ type: 'FeatureCollection', features });
const point = (lon, lat, properties = {}) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [lon, lat] },
});
const round = (degrees) => Math.round(degrees * 1e6) / 1e6;
const wrap = (longitude) => round(((((longitude + 180) % 360) + 360) % 360) - 180);

/** A box for a search: longitudes from -180 to 180, with west > east across the antimeridian. */
function searchBounds(box) {
  const [west, east] = [box.getWest(), box.getEast()];
  const whole = east - west >= 360;
  return {
    north: round(Math.min(90, box.getNorth())),
    south: round(Math.max(-90, box.getSouth())),
    east: whole ? 180 : wrap(east),
    west: whole ? -180 : wrap(west),
  };
}

/** A map in an element, with its controls; removed when the signal aborts. */
function newMap(maplibre, element, place, signal) {
  const map = new maplibre.Map({
    container: element,
    style: mapStyle(),
    ...(place ? { center: [place.lng, place.lat], zoom: place.zoom } : { bounds: COUNTRY }),
    minZoom: 1.5,
    maxZoom: 20,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    refreshExpiredTiles: false,
    locale: { 'Map.Title': 'Map of parcels' },
  });
  signal.addEventListener('abort', () => map.remove());
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new maplibre.NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new maplibre.ScaleControl({ unit: 'imperial' }), 'bottom-right');
  map.addControl(
    new maplibre.AttributionControl({ compact: false, customAttribution: 'Outlines: US Census Bureau' }),
    'bottom-right',
  );
  map.on('error', ({ error, sourceId }) => {
    if (sourceId !== 'lots') console.error(error);
  });
  return map;
}

/** Adds the layers of lots, of an area and of a group, in the colors of the page's theme. */
function layersOn(map, basemap, signal) {
  const lots = lotsOn(map, basemap?.below ?? 'pointed');
  const shade = shadeOn(map);
  const dots = dotsOn(map);
  const paint = () => {
    applyTheme(map);
    for (const layers of [basemap, lots, shade, dots]) layers?.theme();
  };
  paint();
  onTheme(paint, signal);
  map.getSource('placeNames').setData(places());
  return { lots, shade, dots };
}

/** The attributes of what a click hits: of a cluster, dot or lot; undefined for none. */
function hitAt(map, lots, { x, y }) {
  const box = [
    [x - REACH, y - REACH],
    [x + REACH, y + REACH],
  ];
  const distance = ({ geometry }) => {
    const at = map.project(geometry.coordinates);
    return Math.hypot(at.x - x, at.y - y);
  };
  const hits = map.queryRenderedFeatures(box, { layers: ['group', 'parcels', 'clusters'] });
  const [hit] = hits.sort((a, b) => distance(a) - distance(b));
  return hit?.properties ?? lots.at([x, y]);
}

/** Calls the listeners at clicks and when the pointer moves, unless `isOff`. */
function listen(map, lots, { parcel, cluster, pointed }, isOff) {
  map.on('click', ({ point, lngLat }) => {
    const hit = isOff() ? null : hitAt(map, lots, point);
    if (hit?.cell) cluster(hit.cell);
    else if (hit) parcel(hit, { lat: round(lngLat.lat), lon: round(lngLat.lng) });
  });
  onPointer(map, (at) => {
    const layers = ['group', 'parcels'];
    const hit =
      at === null || isOff()
        ? null
        : (map.queryRenderedFeatures(at, { layers })[0]?.properties ?? lots.at(at));
    lots.outline('pointed', hit?.id);
    pointed(hit, at);
  });
  const cursor = (look) => () => {
    map.getCanvas().style.cursor = look;
  };
  for (const layer of ['group', 'parcels', 'clusters', 'lots', 'lotPoints']) {
    map.on('mouseenter', layer, cursor('pointer'));
    map.on('mouseleave', layer, cursor(''));
  }
}

/** What is in view. */
const seen = (map) => ({
  bounds: () => searchBounds(map.getBounds()),
  /** The zoom level for 256-pixel tiles, in whole steps. */
  tileZoom: () => Math.min(22, Math.max(0, Math.round(map.getZoom()) + 1)),
  place: () => ({ ...map.getCenter().wrap(), zoom: map.getZoom() }),
  /** Whether lots are drawn instead of dots and groups. */
  hasLots: () => map.getZoom() >= LOTS_FROM,
});

/** Moves of the map. A panel beside it covers a part of it. */
function moves(map, element) {
  const free = freePart(element);
  const fit = (box, right = 0) =>
    map.fitBounds(box, { padding: { top: 48, bottom: 48, left: 48, right: 48 + right }, maxZoom: 16 });
  const fly = ({ lat, lon }, offset = [0, 0]) => map.flyTo({ center: [lon, lat], zoom: NEAR, offset });
  return {
    fit,
    fitBeside: (box) => fit(box, free.covered()),
    /** Goes close to a place. */
    fly,
    flyBeside: (location) => fly(location, free.offset()),
    /** Brings a place into view unless it is visible. */
    reveal({ lat, lon }) {
      const { x, y } = map.project([lon, lat]);
      const { clientWidth: width, clientHeight: height } = element;
      if (x > 0 && y > 0 && x < width && y < height && free.has(x, y)) return;
      map.easeTo({ center: [lon, lat], zoom: Math.max(map.getZoom(), 13), offset: free.offset() });
    },
  };
}

/** What is drawn on the map. */
function drawings(map, { lots, shade, dots }, signal) {
  const fill = (source, features) => map.getSource(source).setData(collection(features));
  return {
    showParcels(rows, field) {
      fill('clusters', []);
      const known = rows.filter(({ location }) => location);
      const features = known.map((row) =>
        point(row.location.lon, row.location.lat, { id: row.id, color: colorFor(field, row[field.key]) }),
      );
      fill('parcels', features);
    },
    showClusters({ data, largest }) {
      fill('parcels', []);
      const radius = (count) =>
        SMALLEST_CLUSTER + (LARGEST_CLUSTER - SMALLEST_CLUSTER) * Math.sqrt(count / largest);
      const features = data.map(({ cell, count, lat, lon, median_value }) => {
        const color = colorFor(FIELDS.value, median_value);
        const label = compact(count);
        return point(lon, lat, { cell, count, label, color, ink: inkOn(color), radius: radius(count) });
      });
      fill('clusters', features);
    },
    showLots: lots.show.bind(lots),
    /** `open` is the parcel in the panel, `pointed` the one pointed at in the list. */
    ring(which, parcel) {
      if (signal.aborted) return;
      const { id, location, has_outline: lot } = parcel ?? {};
      fill(which, location ? [point(location.lon, location.lat, { lot })] : []);
      lots.outline(which, id);
    },
    /** Shows an area, as in `area.js`, or none. */
    area: shade.show,
    /** Marks the parcels of a group. */
    dots(parcels) {
      if (!signal.aborted) dots.show(parcels);
    },
  };
}

/** The map in an element with its style; null if the signal aborts before it is there. */
async function styledMap(element, place, signal, failed) {
  const maplibre = await import('/assets/vendor/maplibre/maplibre-gl.mjs');
  if (signal.aborted) return null;
  maplibre.setWorkerUrl('/assets/vendor/maplibre/maplibre-gl-worker.mjs');
  serveLots(maplibre, failed);
  const map = newMap(maplibre, element, place, signal);
  await new Promise((done) => {
    map.once('style.load', done);
    signal.addEventListener('abort', done);
  });
  if (signal.aborted) return null;
  // The map works without the basemap, too.
  const basemap = BASEMAP
    ? await basemapOn(map, maplibre, { ground: 'counties', names: 'clusters' }).catch(console.error)
    : null;
  return signal.aborted ? null : { map, basemap };
}

/**
 * Makes the map.
 * @param {object} options the `place` to show (or null), and listeners: `moving` and `settled` for moves; `parcel` (gets the
 *   attributes of a lot or dot, and the place) and `cluster` (gets a cell) for clicks; and `failed` (gets the failure) for
 *   tiles that do not arrive.
 */
export async function createView(element, { place, signal, moving, settled, failed, parcel, cluster }) {
  const isNear = place !== null && place.zoom >= LOTS_FROM;
  const early = isNear ? null : outlines(signal);
  early?.catch(() => {});
  const styled = await styledMap(element, place, signal, failed);
  if (styled === null) return null;
  const { map, basemap } = styled;
  const layers = layersOn(map, basemap, signal);
  // The map works without the outlines, so it does not wait for them. Where lots are drawn, they load after the lots.
  const shapes = early ?? new Promise((done) => map.once('idle', done)).then(() => outlines(signal));
  const drawn = shapes.then((found) => {
    if (signal.aborted) return;
    for (const [name, shape] of Object.entries(found)) map.getSource(name).setData(shape);
  });
  map.on('movestart', moving);
  map.on('moveend', settled);
  /** How many drawings are under way: one may begin while another ends. */
  let underWay = 0;
  const watching = new Set();
  const pointed = (attributes, at) => {
    for (const watch of watching) watch(attributes, at);
  };
  listen(map, layers.lots, { parcel, cluster, pointed }, () => underWay > 0);
  return {
    /** Resolves when the outlines are drawn. */
    drawn,
    ...seen(map),
    ...moves(map, element),
    ...drawings(map, layers, signal),
    /**
     * Calls `watch` with the attributes of the lot or dot under the pointer (or null) and the pixel, until the returned
     * function is called.
     */
    onPointed(watch) {
      watching.add(watch);
      return () => watching.delete(watch);
    },
    /** Lets the user draw an area; null when ended by the signal. */
    async draw(kind, ended) {
      underWay += 1;
      try {
        return await draw(map, kind, ended);
      } finally {
        // The click that ends a drawing must not open a parcel.
        setTimeout(() => {
          underWay -= 1;
        });
      }
    },
  };
}

import { BASEMAP } from '../catalog.js';
import { compact } from '../format.js';
import { basemapOn } from './basemap.js';
import { dotsOn } from './dots.js';
import { draw } from './drawing.js';
import { colorFor, FIELDS, inkOn } from './fields.js';
import { LOTS_FROM, lotsOn, serveLots } from './lots.js';
import { applyTheme, mapStyle } from './map-style.js';
import { outlines } from './outlines.js';
import { places } from './places.js';
import { onPointer } from './pointer.js';
import { shadeOn } from './shade.js';
import { onTheme } from './theme.js';

const COUNTRY = [
  [-125, 24],
  [-66, 50],
];
const REACH = 6;
const SMALLEST_CLUSTER = 13;
const LARGEST_CLUSTER = 28;

const collection = (features) => ({ type: 'FeatureCollection', features });
const point = (lon, lat, properties = {}) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [lon, lat] },
});
const round = (degrees) => Math.round(degrees * 1e6) / 1e6;
const wrap = (longitude) => round(((((longitude + 180) % 360) + 360) % 360) - 180);

/** A box for a search: longitudes from -180 to 180, with west > east across the antimeridian. */
export function searchBounds(box) {
  const [west, east] = [box.getWest(), box.getEast()];
  const whole = east - west >= 360;
  return {
    north: round(Math.min(90, box.getNorth())),
    south: round(Math.max(-90, box.getSouth())),
    east: whole ? 180 : wrap(east),
    west: whole ? -180 : wrap(west),
  };
}

/**
 * Makes the map.
 * @param {object} options the `place` to show (or null), and listeners: `moving` and `settled` for moves; `parcel` (gets the
 *   attributes of a lot or dot, and the place) and `cluster` (gets a cell) for clicks; `hovered` (gets attributes or null,
 *   and the pixel) for the pointer; and `failed` (gets the failure) for tiles that do not arrive.
 */
export async function createView(
  element,
  { place, signal, moving, settled, parcel, cluster, hovered, failed },
) {
  const isNear = place !== null && place.zoom >= LOTS_FROM;
  const early = isNear ? null : outlines(signal);
  early?.catch(() => {});
  const maplibre = await import('/assets/vendor/maplibre/maplibre-gl.mjs');
  if (signal.aborted) return null;
  maplibre.setWorkerUrl('/assets/vendor/maplibre/maplibre-gl-worker.mjs');
  serveLots(maplibre, failed);
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
  await new Promise((done) => {
    map.once('style.load', done);
    signal.addEventListener('abort', done);
  });
  if (signal.aborted) return null;
  // The map works without the basemap, too.
  const basemap = BASEMAP
    ? await basemapOn(map, maplibre, { ground: 'counties', names: 'clusters' }).catch(console.error)
    : null;
  if (signal.aborted) return null;
  const lots = lotsOn(map, basemap?.below ?? 'pointed');
  const shade = shadeOn(map);
  const dots = dotsOn(map);
  let isDrawing = false;
  const paint = () => {
    applyTheme(map);
    basemap?.theme();
    lots.theme();
    shade.theme();
    dots.theme();
  };
  paint();
  onTheme(paint, signal);
  const fill = (source, features) => map.getSource(source).setData(collection(features));

  map.getSource('placeNames').setData(places());
  // The map works without the outlines, so it does not wait for them. Where lots are drawn, they load after the lots.
  const shapes = early ?? new Promise((done) => map.once('idle', done)).then(() => outlines(signal));
  const drawn = shapes.then((found) => {
    if (signal.aborted) return;
    for (const [name, shape] of Object.entries(found)) map.getSource(name).setData(shape);
  });

  map.on('error', ({ error, sourceId }) => {
    if (sourceId !== 'lots') console.error(error);
  });
  map.on('movestart', moving);
  map.on('moveend', settled);
  map.on('click', ({ point: { x, y }, lngLat }) => {
    if (isDrawing) return;
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
    if (hit?.layer.id === 'clusters') return cluster(hit.properties.cell);
    const found = hit?.properties ?? lots.at([x, y]);
    if (found) parcel(found, { lat: round(lngLat.lat), lon: round(lngLat.lng) });
  });
  const pointAt = (attributes, at) => {
    lots.outline('pointed', attributes?.id);
    hovered(attributes, at);
  };
  onPointer(map, (at) => {
    if (at === null || isDrawing) return pointAt(null);
    const layers = ['group', 'parcels'];
    pointAt(map.queryRenderedFeatures(at, { layers })[0]?.properties ?? lots.at(at), at);
  });
  for (const layer of ['group', 'parcels', 'clusters', 'lots', 'lotPoints']) {
    map.on('mouseenter', layer, () => {
      map.getCanvas().style.cursor = 'pointer';
    });
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = '';
    });
  }

  return {
    drawn,
    bounds: () => searchBounds(map.getBounds()),
    /** The zoom level for 256-pixel tiles, in whole steps. */
    tileZoom: () => Math.min(22, Math.max(0, Math.round(map.getZoom()) + 1)),
    place: () => ({ ...map.getCenter().wrap(), zoom: map.getZoom() }),
    fit: (box, right = 0) =>
      map.fitBounds(box, { padding: { top: 48, bottom: 48, left: 48, right: 48 + right }, maxZoom: 16 }),
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
    /** Whether lots are drawn instead of dots and groups. */
    hasLots: () => map.getZoom() >= LOTS_FROM,
    showLots: lots.show.bind(lots),
    /** `open` is the parcel in the panel, `pointed` the one pointed at in the list. */
    ring(which, parcel) {
      const { id, location, has_outline: lot } = parcel ?? {};
      fill(which, location ? [point(location.lon, location.lat, { lot })] : []);
      lots.outline(which, id);
    },
    /** Shows an area, as in `area.js`, or none. */
    area: shade.show,
    /** Lets the user draw an area; null when ended by the signal. */
    async draw(kind, ended) {
      isDrawing = true;
      try {
        return await draw(map, kind, ended);
      } finally {
        // The click that ends a drawing must not open a parcel.
        setTimeout(() => {
          isDrawing = false;
        });
      }
    },
    /** Marks the parcels of a group. */
    dots: dots.show,
    /** Goes to a place; `offset` is how far from the middle it ends up, in pixels. */
    fly: ({ lat, lon }, zoom, offset) => map.flyTo({ center: [lon, lat], zoom, offset }),
    /** Brings a place into view unless `free`, a function of pixels, says that it is visible. */
    reveal(location, free, offset) {
      const { x, y } = map.project([location.lon, location.lat]);
      const { clientWidth: width, clientHeight: height } = element;
      if (x > 0 && y > 0 && x < width && y < height && free(x, y)) return;
      map.easeTo({ center: [location.lon, location.lat], zoom: Math.max(map.getZoom(), 13), offset });
    },
  };
}

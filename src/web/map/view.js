import { BASEMAP } from '../catalog.js';
import { compact } from '../format.js';
import { useLatest, useLayoutEffect, useState } from '../html.js';
import { tell } from '../notice.js';
import { onTheme } from '../theme.js';
import { featuresOf } from './area.js';
import { basemapOn } from './basemap.js';
import { draw } from './drawing.js';
import { colorFor, FIELDS, inkOn } from './fields.js';
import { lotsOn, serveLots } from './lots.js';
import { applyTheme, LOTS_FROM, mapStyle, SOLID } from './map-style.js';
import { outlines } from './outlines.js';
import { places } from './places.js';

/** Where a parcel's sheet begins on a phone, as a share of the map's height; elsewhere, the panel's width. */
const SHEET_FROM = 0.38;
const PANEL_WIDTH = 420;
/** On a phone, how far the middle of the free part is above the map's middle, as a share of the map's height. */
const PHONE_OFFSET = 0.31;

const phone = matchMedia('(max-width: 720px)');

export const isPhone = () => phone.matches;

const COUNTRY = [-125, 24, -66, 50];
const REACH = 6;
const SMALLEST_CLUSTER = 13;
const LARGEST_CLUSTER = 28;
/** Opacity of groups behind dots: groups of all parcels would hide where the dots are. */
const FAINT = 0.25;
/** The zoom level at which a found parcel is shown. */
const NEAR = 17;

const point = ({ lat, lon }, properties) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [lon, lat] },
});
const located = (parcels) => parcels.filter(({ location }) => location);
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

/** Calls `moved` with the pixel of the mouse, at most once per frame; with null when the map moves or the mouse leaves it. */
function onPointer(map, moved) {
  let frame = 0;
  const cancel = () => cancelAnimationFrame(frame);
  const leave = () => {
    cancel();
    moved(null);
  };
  map.on('mousemove', ({ point }) => {
    cancel();
    if (!map.isMoving()) frame = requestAnimationFrame(() => moved(point));
  });
  map.on('mouseout', leave);
  map.on('movestart', leave);
  map.on('remove', cancel);
}

/** Calls the listeners at clicks and, with `pointed`, when the pointer moves, unless `isOff`. */
function listen(map, lots, listeners, pointed, isOff) {
  map.on('click', ({ point, lngLat }) => {
    const hit = isOff() ? null : hitAt(map, lots, point);
    if (hit?.cell) listeners.current.cluster(hit.cell);
    else if (hit) listeners.current.parcel(hit, { lat: round(lngLat.lat), lon: round(lngLat.lng) });
  });
  onPointer(map, (at) => {
    const drawn = () => map.queryRenderedFeatures(at, { layers: ['group', 'parcels'] })[0]?.properties;
    const hit = at === null || isOff() ? null : (drawn() ?? lots.at(at));
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
  /** From the middle of the map to the middle of the free part, in pixels. */
  const offset = () => (isPhone() ? [0, -element.clientHeight * PHONE_OFFSET] : [-PANEL_WIDTH / 2, 0]);
  const fit = (box, right = 0) =>
    map.fitBounds(box, { padding: { top: 48, bottom: 48, left: 48, right: 48 + right }, maxZoom: 16 });
  const fly = ({ lat, lon }, by = [0, 0]) => map.flyTo({ center: [lon, lat], zoom: NEAR, offset: by });
  return {
    fit,
    fitBeside: (box) => fit(box, isPhone() ? 0 : PANEL_WIDTH),
    /** Goes close to a place. */
    fly,
    flyBeside: (location) => fly(location, offset()),
    /** Brings a place into view unless it is visible. */
    reveal({ lat, lon }) {
      const { x, y } = map.project([lon, lat]);
      const { clientWidth: width, clientHeight: height } = element;
      const isFree = isPhone() ? y < height * SHEET_FROM : x < width - PANEL_WIDTH;
      if (x > 0 && y > 0 && x < width && y < height && isFree) return;
      map.easeTo({ center: [lon, lat], zoom: Math.max(map.getZoom(), 13), offset: offset() });
    },
  };
}

/** What is drawn on the map. */
function drawings(map, lots, signal) {
  const fill = (source, features) => map.getSource(source).setData({ type: 'FeatureCollection', features });
  return {
    showParcels(rows, field) {
      const dot = (row) => point(row.location, { id: row.id, color: colorFor(field, row[field.key]) });
      fill('clusters', []);
      fill('parcels', located(rows).map(dot));
    },
    showClusters({ data, largest }) {
      const radius = (count) =>
        SMALLEST_CLUSTER + (LARGEST_CLUSTER - SMALLEST_CLUSTER) * Math.sqrt(count / largest);
      const circle = ({ cell, count, median_value, ...place }) => {
        const color = colorFor(FIELDS.value, median_value);
        const look = { label: compact(count), color, ink: inkOn(color), radius: radius(count) };
        return point(place, { cell, count, ...look });
      };
      fill('parcels', []);
      fill('clusters', data.map(circle));
    },
    showLots: lots.show,
    /** `open` is the parcel in the panel, `pointed` the one pointed at in the list. */
    ring(which, parcel) {
      if (signal.aborted) return;
      const { id, location, has_outline: lot } = parcel ?? {};
      fill(which, location ? [point(location, { lot })] : []);
      lots.outline(which, id);
    },
    /** Shows an area, as in `area.js`, or none. */
    area: (area) => fill('area', featuresOf(area)),
    /** Marks the parcels of a group. */
    dots(parcels) {
      if (signal.aborted) return;
      const features = located(parcels).map(({ id, location }) => point(location, { id }));
      const isBehind = features.length > 0;
      fill('group', features);
      map.setPaintProperty('clusters', 'circle-opacity', isBehind ? FAINT : SOLID);
      map.setPaintProperty('clusterCounts', 'text-opacity', isBehind ? FAINT : 1);
    },
  };
}

/** The map in an element with its style; null if the signal aborts before it is there. */
async function styledMap(element, place, listeners, signal) {
  const maplibre = await import('/assets/vendor/maplibre/maplibre-gl.mjs');
  if (signal.aborted) return null;
  maplibre.setWorkerUrl('/assets/vendor/maplibre/maplibre-gl-worker.mjs');
  serveLots(maplibre, (failure) => listeners.current.failed(failure));
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

/** Makes the map; for the rest, see `useView`. */
async function createView(element, place, listeners, signal) {
  const isNear = place !== null && place.zoom >= LOTS_FROM;
  const early = isNear ? null : outlines();
  early?.catch(() => {});
  const styled = await styledMap(element, place, listeners, signal);
  if (styled === null) return null;
  const { map, basemap } = styled;
  const lots = lotsOn(map, basemap?.below ?? 'pointed');
  const paint = () => {
    applyTheme(map);
    basemap?.theme();
  };
  paint();
  onTheme(paint, signal);
  map.getSource('placeNames').setData(places());
  // The map works without the outlines, so it does not wait for them. Where lots are drawn, they load after the lots.
  const shapes = early ?? new Promise((done) => map.once('idle', done)).then(outlines);
  shapes.then(
    (found) => {
      if (signal.aborted) return;
      for (const [name, shape] of Object.entries(found)) map.getSource(name).setData(shape);
    },
    (failure) => signal.aborted || tell(Object.assign(failure, { code: 'network' })),
  );
  map.on('movestart', () => listeners.current.moving());
  map.on('moveend', () => listeners.current.settled());
  /** How many drawings are under way: one may begin while another ends. */
  let underWay = 0;
  let watch = null;
  const pointed = (attributes, at) => watch?.(attributes, at);
  listen(map, lots, listeners, pointed, () => underWay > 0);
  return {
    ...seen(map),
    ...moves(map, element),
    ...drawings(map, lots, signal),
    /**
     * Calls a function with the attributes of the lot or dot under the pointer (or null) and the pixel, until it is undone.
     */
    onPointed(given) {
      watch = given;
      return () => {
        watch = null;
      };
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

/**
 * As a hook: the map in the element of a ref, at first at the `place`: undefined until it is there, null where no map can be
 * drawn. The listeners are `moving` and `settled` for moves; `parcel` (gets the attributes of a lot or dot, and the place)
 * and `cluster` (gets a cell) for clicks; and `failed` (gets the failure) for tiles that do not arrive.
 */
export function useView(box, place, listeners, signal) {
  const [view, setView] = useState();
  const latest = useLatest(listeners);
  useLayoutEffect(() => {
    createView(box.current, place, latest, signal).then(
      (made) => signal.aborted || setView(made),
      (failure) => {
        if (signal.aborted) return;
        console.warn(failure);
        setView(null);
      },
    );
  }, []);
  return view;
}

import { feature, mesh } from '/assets/vendor/topojson/index.js';
import { atlas } from '../once.js';
import { boxAround, mainBox, ringsOf } from '../shapes.js';
import { boxOf } from './area.js';
import { everywhere } from './found.js';

const FILE = 'counties-10m';

/** The names of shapes, in their middles. */
function names({ features }) {
  const named = features
    .filter(({ geometry }) => geometry)
    .map(({ geometry, properties: { name } }) => {
      const [[west, south], [east, north]] = mainBox(geometry);
      const coordinates = [(west + east) / 2, (south + north) / 2];
      return { type: 'Feature', properties: { name }, geometry: { type: 'Point', coordinates } };
    });
  return { type: 'FeatureCollection', features: named };
}

/** The box around a state or county by its FIPS code, `[[west, south], [east, north]]`; null for an unknown one. */
async function boxOfFips(fips) {
  const topology = await atlas(FILE);
  const { states, counties } = topology.objects;
  const { features } = feature(topology, fips.length === 2 ? states : counties);
  const shape = features.find(({ id }) => id === fips);
  return shape?.geometry ? boxAround(ringsOf(shape.geometry).flat()) : null;
}

/** The outlines of the country, its states and counties, and their names, as GeoJSON. */
export async function outlines() {
  const topology = await atlas(FILE);
  const { nation, states, counties } = topology.objects;
  return {
    land: feature(topology, nation),
    states: mesh(topology, states, (a, b) => a !== b),
    counties: mesh(topology, counties, (a, b) => a !== b && a.id.slice(0, 2) === b.id.slice(0, 2)),
    stateNames: names(feature(topology, states)),
    countyNames: names(feature(topology, counties)),
  };
}

/** Parcels within so many degrees count as being in one place: about ten meters. */
const TOGETHER = 1e-4;

/** Whether two parcels are in the same place. */
export const together = ({ location: a }, { location: b }) =>
  a !== null && b !== null && Math.abs(a.lat - b.lat) < TOGETHER && Math.abs(a.lon - b.lon) < TOGETHER;

/** The box around parcels; null when none has a location. */
export const boxOfParcels = (parcels) =>
  boxAround(parcels.flatMap(({ location }) => (location ? [[location.lon, location.lat]] : [])));

/** What the map first shows when no place is given: the area, else a state or county, else everything that is loaded. */
export async function firstBox({ area, fips }, signal) {
  if (area) return boxOf(area);
  return (fips && (await boxOfFips(fips))) ?? everywhere(signal);
}

import { feature, mesh } from '/assets/vendor/topojson/index.js';
import { boxAround } from './box-around.js';

const collection = (features) => ({ type: 'FeatureCollection', features });

/** The center of the box around the ring with the most corners, which is good enough for placing a name. */
function middle({ type, coordinates }) {
  const rings = type === 'Polygon' ? [coordinates[0]] : coordinates.map(([outer]) => outer);
  const ring = rings.reduce((best, next) => (next.length > best.length ? next : best), rings[0]);
  const box = ring.reduce(
    ([west, south, east, north], [lon, lat]) => [
      Math.min(west, lon),
      Math.min(south, lat),
      Math.max(east, lon),
      Math.max(north, lat),
    ],
    [180, 90, -180, -90],
  );
  return [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
}

const names = (shapes) =>
  collection(
    shapes.features
      .filter(({ geometry }) => geometry)
      .map(({ geometry, properties }) => ({
        type: 'Feature',
        properties: { name: properties.name },
        geometry: { type: 'Point', coordinates: middle(geometry) },
      })),
  );

async function atlasOf(signal) {
  const answer = await fetch('/assets/vendor/us-atlas/counties-10m.json', { signal });
  return answer.json();
}

/** The box around a state or county by its FIPS code, `[[west, south], [east, north]]`; null for an unknown one. */
export async function boxOfFips(fips, signal) {
  const atlas = await atlasOf(signal);
  const { states, counties } = atlas.objects;
  const shape = feature(atlas, fips.length === 2 ? states : counties).features.find(({ id }) => id === fips);
  if (!shape?.geometry) return null;
  const { type, coordinates } = shape.geometry;
  return boxAround((type === 'Polygon' ? [coordinates] : coordinates).flat(2));
}

/** The outlines of the country, its states and counties, and their names, as GeoJSON. */
export async function outlines(signal) {
  const atlas = await atlasOf(signal);
  const { nation, states, counties } = atlas.objects;
  return {
    land: feature(atlas, nation),
    states: mesh(atlas, states, (a, b) => a !== b),
    counties: mesh(atlas, counties, (a, b) => a !== b && a.id.slice(0, 2) === b.id.slice(0, 2)),
    stateNames: names(feature(atlas, states)),
    countyNames: names(feature(atlas, counties)),
  };
}

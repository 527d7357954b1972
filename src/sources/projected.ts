import type { Coordinates } from './open-data.ts';
import type { Layer } from './source.ts';

const DEGREES = new Set(['EPSG:4326', 'EPSG:4269']);

/** The coordinate columns of a CSV file in another system than degrees; null where there is nothing to project. */
export function projectedColumns({ reading: { format, srs }, conform }: Layer): Coordinates | null {
  if (format !== 'csv' || srs === undefined || DEGREES.has(srs)) return null;
  const lat = conform.fields.get('lat')?.given;
  const lon = conform.fields.get('lon')?.given;
  return typeof lat === 'string' && typeof lon === 'string' ? { lat, lon } : null;
}

/** The fields of a layer without coordinates that its table gives as geometry, in degrees. */
export function projectedConform(layer: Layer): Layer['conform'] {
  if (projectedColumns(layer) === null) return layer.conform;
  const fields = new Map([...layer.conform.fields].filter(([key]) => key !== 'lat' && key !== 'lon'));
  return { ...layer.conform, fields };
}

import type { Table } from './evidence.ts';
import { shareOf } from './look.ts';

/** A name that says a coordinate as surely as `X` does. */
const NAMED = 0.8;
const MOSTLY = 0.9;

/** A sentence for two columns that are named like coordinates and hold numbers that are not degrees; none without them. */
export function projectedWords({ candidates }: Table): string[] {
  const columnOf = (field: 'lat' | 'lon', degrees: 'latitude' | 'longitude') =>
    candidates.find(
      ({ made, said, profile }) =>
        made === null &&
        (said.scores.get(field) ?? 0) >= NAMED &&
        shareOf(profile, 'number') >= MOSTLY &&
        shareOf(profile, degrees) < 1 - MOSTLY,
    )?.profile.column.name;
  const [lat, lon] = [columnOf('lat', 'latitude'), columnOf('lon', 'longitude')];
  if (lat === undefined || lon === undefined) return [];
  return [
    `${lon} and ${lat} look like coordinates that are not degrees. To use them, name them in a source file as "lon": "${lon}" ` +
      `and "lat": "${lat}", and their coordinate system as "srs", such as "EPSG:2227".`,
  ];
}

import { readNumber } from '../../domain/written-number.ts';
import type { Candidate } from './candidates.ts';
import type { Table } from './evidence.ts';

/** A name that says a coordinate as surely as `X` does. */
const NAMED = 0.8;
const MOSTLY = 0.9;
const MOST_DEGREES = 180;

/** Whether most values are numbers that are too large for degrees. */
function isProjected({ values }: Candidate): boolean {
  const filled = values.filter((value) => value !== null);
  const large = filled.filter((value) => Math.abs(readNumber(value) ?? 0) > MOST_DEGREES);
  return filled.length > 0 && large.length >= filled.length * MOSTLY;
}

/** A sentence for two columns that are named like coordinates and hold numbers that are not degrees; none without them. */
export function projectedWords({ candidates }: Table): string[] {
  const columnOf = (field: 'lat' | 'lon') =>
    candidates.find(
      (one) => one.made === null && (one.said.scores.get(field) ?? 0) >= NAMED && isProjected(one),
    )?.profile.column.name;
  const [lat, lon] = [columnOf('lat'), columnOf('lon')];
  if (lat === undefined || lon === undefined) return [];
  return [
    `${lon} and ${lat} look like coordinates that are not degrees. A source file can use them if the table is CSV: name them as ` +
      `"lon": "${lon}" and "lat": "${lat}", and their coordinate system as "srs", such as "EPSG:2227".`,
  ];
}

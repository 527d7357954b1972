import { madeDeeds, madePermits } from '../history.ts';
import { madeParcels } from '../made/parcels.ts';
import { eastOf, nameIn, type Part, unitsEast } from './parts.ts';

/** Half the side of a lot, in degrees: about 20 meters. */
const HALF = 0.0001;

/** Fields that identify deeds and permits in the whole country. */
const NUMBERS = ['record_id', 'permit_number'];
const NAMES = ['owner_name', 'grantor', 'grantee', 'contractor_name'];

type Row = { county_fips: string; [key: string]: unknown };

function* moved(rows: Iterable<Record<string, unknown>>, part: Part): Generator<Row> {
  for (const row of rows) {
    const own: Row = { ...row, county_fips: part.countyOf(row.county_fips as string) };
    for (const key of NUMBERS) if (key in own) own[key] = `${part.nth}-${own[key]}`;
    for (const key of NAMES) if (typeof own[key] === 'string') own[key] = nameIn(part, own[key]);
    yield own;
  }
}

interface Place {
  lat: number;
  lon: number;
}

function lotAround({ lat, lon }: Place) {
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ];
  const ring = corners.map(([x, y]) => [lon + x! * HALF, lat + y! * HALF]);
  return { type: 'Polygon', coordinates: [ring] };
}

/** The parcels of a part with their lots, `count` of them. */
function* parcels(part: Part, count: number, seed: number): Generator<Row> {
  for (const row of moved(madeParcels(count, seed) as Iterable<never>, part)) {
    const place = row.location as Place | null;
    if (place === null) yield row;
    else {
      const location = { lat: place.lat, lon: eastOf(place.lon, unitsEast(part.nth)) };
      yield { ...row, location, outline: lotAround(location) };
    }
  }
}

function* everySecond(rows: Iterable<Row>): Generator<Row> {
  let n = 0;
  for (const row of rows) if (n++ % 2 === 0) yield row;
}

function* first(rows: Iterable<Row>, count: number): Generator<Row> {
  let left = count;
  for (const row of rows) {
    if (left-- === 0) return;
    yield row;
  }
}

/** What is loaded for a part, in this order: as many deeds as parcels, and half as many permits. */
export const SOURCES = {
  permits: (part: Part, count: number, seed: number) => everySecond(moved(madePermits(count, seed), part)),
  deeds: (part: Part, count: number, seed: number) => first(moved(madeDeeds(count, seed), part), count),
  parcels,
};
export type Source = keyof typeof SOURCES;

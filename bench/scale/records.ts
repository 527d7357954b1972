import { madeParcels } from '../../src/demo/generate.ts';
import { countiesOfState, STATES } from '../../src/domain/geography.ts';
import { madeDeeds, madePermits } from '../history.ts';

/** Each part has counties of its own, in every state. */
export const MOST_PARTS = 12;
const COUNTIES = STATES.flatMap(({ fips }) => countiesOfState(fips)).map(({ fips }) => fips);
/** Parts lie beside one another, so that more parcels are not more parcels in a street. Degrees. */
const NORTH = 0.55;
const EAST = 0.7;
const ROW = 4;
/** Half the side of a lot, in degrees: about 20 meters. */
const HALF = 0.0001;

/** They name deeds and permits in the whole country. */
const NUMBERS = ['record_id', 'permit_number'];

type Row = { county_fips: string; [key: string]: unknown };

/** Gives each made county one of the part's own. */
function countiesOf(part: number): (fips: string) => string {
  const known = new Map<string, string>();
  return (fips) => {
    let own = known.get(fips);
    if (own === undefined) {
      own = COUNTIES[known.size * MOST_PARTS + part]!;
      known.set(fips, own);
    }
    return own;
  };
}

function* moved(rows: Iterable<Record<string, unknown>>, part: number): Generator<Row> {
  const countyOf = countiesOf(part);
  for (const row of rows) {
    const own: Row = { ...row, county_fips: countyOf(row.county_fips as string) };
    for (const key of NUMBERS) if (key in own) own[key] = `${part}-${own[key]}`;
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
function* parcels(part: number, count: number, seed: number): Generator<Row> {
  for (const row of moved(madeParcels(count, seed) as Iterable<never>, part)) {
    const place = row.location as Place | null;
    if (place === null) yield row;
    else {
      const location = {
        lat: place.lat + NORTH * (part % ROW),
        lon: place.lon + EAST * Math.floor(part / ROW),
      };
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

/** What is loaded of a part, in this order: as many deeds as parcels, and half as many permits. */
export const SOURCES = {
  permits: (part: number, count: number, seed: number) => everySecond(moved(madePermits(count, seed), part)),
  deeds: (part: number, count: number, seed: number) => first(moved(madeDeeds(count, seed), part), count),
  parcels,
};
export type Source = keyof typeof SOURCES;

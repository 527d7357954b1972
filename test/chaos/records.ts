import { createFact, type Fact } from './fact.ts';

const LINCOLN = '31109';
/** A county whose parcels all change at once, by replacing them. */
export const REPLACED = '55025';
const SIZES: Record<string, { parcels: number; lat: number; lon: number; city: string; zip: string }> = {
  [LINCOLN]: { parcels: 600, lat: 40.8, lon: -96.7, city: 'LINCOLN', zip: '68508' },
  '31055': { parcels: 300, lat: 41.25, lon: -96, city: 'OMAHA', zip: '68102' },
  '37183': { parcels: 300, lat: 35.78, lon: -78.64, city: 'RALEIGH', zip: '27601' },
};
const WISCONSIN = { lat: 43.07, lon: -89.4, city: 'MADISON', zip: '53703' };
/** Parcels that one file changes. */
const BATCH = 60;

type Row = Record<string, unknown>;
type Place = { lat: number; lon: number; city: string; zip: string };

const parcel = (county_fips: string, id: string, n: number, place: Place, value: number): Row => ({
  county_fips,
  parcel_id: id,
  street: `${100 + n} ELM ST`,
  city: place.city,
  zip: place.zip,
  location: { lat: place.lat + (n % 25) * 0.0008, lon: place.lon + Math.floor(n / 25) * 0.0008 },
  owner_name: `OWNER ${n % 90} LLC`,
  mailing_state: n % 3 ? 'NE' : 'NV',
  total_assessed_value: value,
  land_value: 20_000,
  improvement_value: 30_000 + n,
  year_built: 1900 + (n % 120),
  source: 'storm',
});

export const boxAround = ({ lat, lon }: { lat: number; lon: number }) => ({
  north: lat + 0.05,
  south: lat - 0.01,
  east: lon + 0.05,
  west: lon - 0.01,
});

/** A file for `terrier ingest`, and what to record when it is loaded. */
export interface LoadFile {
  kind: 'parcels' | 'risks';
  args: string[];
  rows: Row[];
  begin(): void;
  acknowledge(): void;
}

export type Records = ReturnType<typeof createRecords>;

/** The records of a storm, and what readers may see of them. */
export function createRecords() {
  const values = new Map<string, Fact<number>>();
  const rows = new Map<string, Row>();
  let risk: Row | null = null;
  const riskScore = createFact<number | null>(null);
  const generation = createFact(0);
  let batches = 0;

  for (const [county, { parcels, ...place }] of Object.entries(SIZES))
    for (let n = 0; n < parcels; n++) {
      const row = parcel(county, `L-${n}`, n, place, 100_000 + n);
      rows.set(`${county}:L-${n}`, row);
      values.set(`${county}:L-${n}`, createFact(100_000 + n));
    }
  const countOf = (generation: number) => 200 + (generation % 7) * 10;
  const generationRows = (number: number) =>
    Array.from({ length: countOf(number) }, (_, n) =>
      parcel(REPLACED, `G-${n}`, n, WISCONSIN, 1_000_000 + number),
    );

  return {
    /** The records before the storm. */
    first: () => [...rows.values(), ...generationRows(0)],
    /** The ids of a county’s parcels; with '', those of all counties except the replaced one. */
    ids: (county = LINCOLN) => [...rows.keys()].filter((id) => id.startsWith(county)),
    box: boxAround(SIZES[LINCOLN]!),
    /** A box with all parcels except those of the county that is replaced. */
    lastingBox: { north: 42, south: 35, east: -78, west: -97 },
    value: (id: string) => values.get(id)!,
    riskScore,
    riskOf: `${LINCOLN}:L-7`,
    generation,
    generationBox: boxAround(WISCONSIN),
    generationOf: (row: { total_assessed_value: number }) => row.total_assessed_value - 1_000_000,
    countOf,
    tile: { z: 14, ...tileAt(WISCONSIN.lat + 0.005, WISCONSIN.lon + 0.003, 14) },
    /** The next file: values of some parcels, a whole replaced county, or risks. */
    next(): LoadFile {
      const n = ++batches;
      if (n % 3 === 2) {
        return {
          kind: 'parcels',
          args: ['--replace'],
          rows: generationRows(generation.last() + 1),
          begin: () => generation.begin(generation.last() + 1),
          acknowledge: () => generation.acknowledge(),
        };
      }
      if (n % 3 === 0) {
        const score = (n * 7) % 100;
        risk = { county_fips: LINCOLN, wildfire_score: score, as_of: '2025', source: 'storm' };
        return {
          kind: 'risks',
          args: [],
          rows: [risk],
          begin: () => riskScore.begin(score),
          acknowledge: () => riskScore.acknowledge(),
        };
      }
      const ids = [...rows.keys()];
      const chosen = Array.from({ length: BATCH }, (_, at) => ids[(n * 37 + at * 11) % ids.length]!);
      const changed = new Map(
        chosen.map((id) => [id, { ...rows.get(id)!, total_assessed_value: 200_000 + n }]),
      );
      return {
        kind: 'parcels',
        args: [],
        rows: [...changed.values()],
        begin() {
          for (const [id, row] of changed) {
            rows.set(id, row);
            values.get(id)!.begin(200_000 + n);
          }
        },
        acknowledge() {
          for (const id of changed.keys()) values.get(id)!.acknowledge();
        },
      };
    },
    /** The records at the end. */
    last: () => ({
      parcels: [...rows.values(), ...generationRows(generation.last())],
      risks: risk ? [risk] : [],
    }),
  };
}

/** The tile that contains a point (Web Mercator). */
function tileAt(lat: number, lon: number, z: number): { x: number; y: number } {
  const size = 2 ** z;
  const angle = (lat * Math.PI) / 180;
  return {
    x: Math.floor(((lon + 180) / 360) * size),
    y: Math.floor(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * size),
  };
}

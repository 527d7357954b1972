import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { countyAndState } from '../../domain/geography.ts';
import { checkGeometry } from '../../domain/geometry/check.ts';
import { counted } from '../../domain/in-words.ts';
import { readNumber } from '../../domain/written-number.ts';
import type { TableRow } from '../readers/table.ts';

const WORDS: Readonly<Record<string, string>> = {
  bad_geometry: 'with coordinates that are not numbers: loaded without an outline or a location',
  out_of_range: 'with coordinates that are not degrees: loaded without an outline or a location',
  swapped_axes: 'with latitude before longitude: loaded without an outline or a location',
  ring_closed: 'whose outline is not closed: the last corner is joined to the first',
  ring_dropped: 'with a part of the outline that has fewer than three corners: that part is left out',
  no_area: 'whose outline encloses no area: loaded without an outline',
  crosses_itself: 'whose outline crosses itself: the area is approximate',
};

/** Checks the geometry of rows, and counts what is wrong with it. */
export function outlineCheck() {
  const counts = new Map<string, number>();
  let lost = 0;
  const note = (reason: string) => counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return {
    /** The row with a geometry that can be used, or without one. */
    checked<T extends TableRow>(row: T): T {
      if (row.geometry === null) return row;
      const check = checkGeometry(row.geometry);
      if ('reason' in check) {
        note(check.reason);
        lost++;
        return { ...row, geometry: null };
      }
      for (const reason of check.notes) note(reason);
      return check.geometry === row.geometry ? row : { ...row, geometry: check.geometry };
    },
    /** Rows whose geometry cannot be used. */
    lost: () => lost,
    /** A sentence for each thing that was wrong, with how often. */
    remarks: (): string[] =>
      [...counts].map(([reason, rows]) => `${counted(rows, 'row')} ${WORDS[reason] ?? reason}`),
  };
}

/** Degrees beyond the outermost points, since the outlines are simplified: about 5 km. */
const MARGIN = 0.05;

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The Census's outlines of 2018, in degrees; each has a FIPS code as its id. */
type Atlas = Topology<{ counties: GeometryCollection; states: GeometryCollection }>;

let atlas: Atlas | null = null;

function readAtlas(): Atlas {
  const file = fileURLToPath(import.meta.resolve('us-atlas/counties-10m.json'));
  atlas ??= JSON.parse(readFileSync(file, 'utf8')) as Atlas;
  return atlas;
}

/** The corners of an outline; none where the atlas does not have it. */
function corners(kind: keyof Atlas['objects'], fips: string): Position[] {
  const geometries = readAtlas().objects[kind].geometries.filter(({ id }) => id === fips);
  const { features } = feature(readAtlas(), { type: 'GeometryCollection', geometries });
  return features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates.flat();
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat(2) : [];
  });
}

/**
 * The bounding box of a county with a margin of about 5 km, in degrees, or that of its state if the county is newer than the
 * outlines. Null where neither is known.
 */
export function countyBox(countyFips: string): Box | null {
  const own = corners('counties', countyFips);
  const outline = own.length > 0 ? own : corners('states', countyFips.slice(0, 2));
  if (outline.length === 0) return null;
  const box = { west: 180, south: 90, east: -180, north: -90 };
  for (const [lon = 0, lat = 0] of outline) {
    box.west = Math.min(box.west, lon - MARGIN);
    box.east = Math.max(box.east, lon + MARGIN);
    box.south = Math.min(box.south, lat - MARGIN);
    box.north = Math.max(box.north, lat + MARGIN);
  }
  return box;
}

/** Whether a point in degrees is in a box, edges included. */
export const isInside = ({ west, south, east, north }: Box, { lat, lon }: { lat: number; lon: number }) =>
  lat >= south && lat <= north && lon >= west && lon <= east;

/** If nearly all of this many first locations are outside of the county, the county or the projection may be wrong. */
const LOOKED_AT = 200;
const MOST_OUTSIDE = 0.9;
/** Fewer locations, or outlines that cannot be used, are too few to judge. */
const FEWEST = 10;

const HOW = 'Name the system as conform.srs ("EPSG:…") in the source file, or with --srs.';
const HINT = `Is it the right county, and the right coordinate system? ${HOW}`;
const SYSTEM = `Is it the right coordinate system, and is the geometry whole? ${HOW}`;

function pointOf(record: Readonly<Record<string, unknown>>): { lat: number; lon: number } | null {
  const location = (record.location ?? record) as { lat?: unknown; lon?: unknown };
  if (location.lat === undefined || location.lat === '' || location.lat === null) return null;
  const [lat, lon] = [readNumber(String(location.lat)), readNumber(String(location.lon))];
  return lat === null || lon === null ? null : { lat, lon };
}

/** Compares the locations of records, in their order, with the bounding boxes of their counties. */
export function locationCheck() {
  const boxes = new Map<string, Box | null>();
  let located = 0;
  let all = 0;
  let outside = 0;
  /** The county of a location that is outside. */
  let missed = '';
  /** Counts of the first locations. */
  let first = { all: 0, outside: 0 };
  return {
    look(record: Readonly<Record<string, unknown>>): void {
      const point = pointOf(record);
      if (point === null) return;
      located++;
      const county = String(record.county_fips);
      if (!boxes.has(county)) boxes.set(county, countyBox(county));
      const box = boxes.get(county);
      if (!box) return;
      all++;
      if (!isInside(box, point)) {
        outside++;
        missed = county;
      }
      if (all <= LOOKED_AT) first = { all, outside };
    },
    /** Whether there were enough locations to tell that it is another county. */
    isEnough: (): boolean => all >= LOOKED_AT,
    /**
     * Why nothing is loaded, in sentences: nearly all of the first locations are outside, or there are none and `lost`
     * outlines or points could not be used. Null when there is no reason, or they are too few.
     */
    elsewhere(lost: number): string | null {
      if (located === 0 && lost >= FEWEST)
        return `None of the first ${lost} outlines or points is a place on Earth. ${SYSTEM}`;
      if (first.all < FEWEST || first.outside <= first.all * MOST_OUTSIDE) return null;
      const name = countyAndState(missed);
      const county = name === undefined ? missed : `${missed} (${name})`;
      return `${first.outside} of the first ${first.all} locations are outside of county ${county}. ${HINT}`;
    },
    /** How many locations are outside, as a sentence without its period; none when there are none. */
    remarks(): string[] {
      if (outside === 0) return [];
      const few = `${outside} of ${all} locations are outside of their county's bounding box`;
      return [outside > all / 20 ? `${few}. ${HINT.replace(/\.$/, '')}` : few];
    },
  };
}

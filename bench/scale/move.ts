import { countyName } from '../../src/domain/geography.ts';
import { countiesIn, EAST_TILES, eastOf, type Part, unitsEast } from './parts.ts';

/** Maps counties, names and places of one part to another's. Both parts have the same states. */
export interface Move {
  from: Part;
  to: Part;
  /** Undefined for a county of a third part. */
  county(fips: string): string | undefined;
  countyName(fips: string): string;
  /** Texts that begin with a county's code: ids of parcels, market keys. */
  keyed(key: string): string;
  /** Names as written and as compared; `lower` is for lower case. */
  name(text: string): string;
  lower(text: string): string;
  /** Whether somebody of the first part has this name. */
  isNamed(text: string): boolean;
  /** A longitude in degrees, and in whole units of 1e-7 degrees. */
  lon(degrees: number): number;
  units: number;
  /** A column of map tiles of zoom 15. */
  column(x: number): number;
  /** A map tile of zoom 8 or more, written `zoom/x/y`. */
  cell(cell: string): string;
}

const COARSEST = 8;

export function moveTo(from: Part, to: Part): Move {
  const [before, after] = [countiesIn(from), countiesIn(to)];
  const counties = new Map(before.map((fips, at) => [fips, after[at]!]));
  const names = new Map(after.map((fips) => [fips, countyName(fips)!]));
  const tiles = (to.nth - from.nth) * EAST_TILES;
  const units = unitsEast(to.nth) - unitsEast(from.nth);
  const words = [` ${from.word}`, ` ${to.word}`] as const;
  const lowerWords = [words[0].toLowerCase(), words[1].toLowerCase()] as const;
  return {
    from,
    to,
    county: (fips) => counties.get(fips),
    countyName: (fips) => names.get(fips)!,
    keyed: (key) => counties.get(key.slice(0, 5))! + key.slice(5),
    name: (text) => text.replace(...words),
    lower: (text) => text.replace(...lowerWords),
    isNamed: (text) => text.includes(words[0]),
    lon: (degrees) => eastOf(degrees, units),
    units,
    column: (x) => x + tiles,
    cell(cell) {
      const [zoom, x, y] = cell.split('/') as [string, string, string];
      if (Number(zoom) < COARSEST) throw new Error(`${cell} is wider than the step between two parts`);
      return `${zoom}/${Number(x) + tiles * 2 ** (Number(zoom) - 15)}/${y}`;
    },
  };
}

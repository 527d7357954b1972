import { countiesOfState, STATES } from '../../src/domain/geography.ts';
import { UNITS } from '../../src/domain/geometry/outline.ts';
import { type Center, centers } from '../made/centers.ts';

/** The parts that make up all parcels: two are loaded, the others are copies of the second. */
export const PARTS = 12;
/** A small load is made at each of so many sizes, each of its own part. */
export const SMALL_LOADS = 3;

/**
 * Parts lie next to each other, so that more parcels do not mean more parcels in a street: each is so many map tiles of zoom
 * 15 east of the one before. These are whole tiles down to zoom 8.
 */
export const EAST_TILES = 128;
const EAST = (EAST_TILES / 2 ** 15) * 360;

/** Each part has its own owners, buyers and contractors: one of these words, unique to the part, is the second in their names. */
const WORDS =
  'AUVEX BOLDU CRIMO DAFFO EMBLU FOSKE GRUMA HULVI INDRO JOSKA KELBU LUMFI MOPRA NERVU OSKIL'.split(' ');

/** What sets a part apart from the others made of the same parcels. */
export interface Part {
  nth: number;
  word: string;
  /** The county of the part that takes the place of a made one. */
  countyOf(made: string): string;
}

/** Blocks of as many counties of a state as there are parts; and the counties that are left over. */
function blocks(): { blocks: Map<string, string[][]>; rest: string[] } {
  const found = new Map<string, string[][]>();
  const rest: string[] = [];
  for (const { fips: state } of STATES) {
    const counties = countiesOfState(state).map(({ fips }) => fips);
    const whole = counties.length - (counties.length % PARTS);
    const own: string[][] = [];
    for (let at = 0; at < whole; at += PARTS) own.push(counties.slice(at, at + PARTS));
    found.set(state, own);
    rest.push(...counties.slice(whole));
  }
  return { blocks: found, rest };
}

const stateOf = ({ fips }: Center) => fips.slice(0, 2);

/** For each made county, one county per part, all in one state: its own, or else another that has enough. */
function share() {
  const { blocks: free, rest } = blocks();
  const ofMade = new Map<string, string[]>();
  const next = (state: string) => free.get(state)!.shift();
  for (const center of centers) {
    const block = next(stateOf(center));
    if (block) ofMade.set(center.fips, block);
  }
  const spare = [...free.values()].flat();
  for (const { fips } of centers) if (!ofMade.has(fips)) ofMade.set(fips, spare.shift()!);
  return { ofMade, others: [...spare.flat(), ...rest] };
}

const { ofMade, others } = share();
const numberOf = new Map(centers.map(({ fips }, at) => [fips, at]));

/** One of the parts that make up all parcels. */
export const partOf = (nth: number): Part => ({
  nth,
  word: WORDS[nth]!,
  countyOf: (made) => ofMade.get(made)![nth]!,
});

/** A part for a small load, in counties that no other part has. */
export const smallPart = (nth: number): Part => ({
  nth: PARTS + nth,
  word: WORDS[PARTS + nth]!,
  countyOf: (made) => others[numberOf.get(made)! * SMALL_LOADS + nth]!,
});

/** How far east of the made parcels a part is, in units of 1e-7 degrees: a whole number. */
export const unitsEast = (nth: number): number => Math.round(nth * EAST * UNITS);

/** A longitude moved so many units east. */
export const eastOf = (lon: number, units: number): number => (Math.round(lon * UNITS) + units) / UNITS;

/** The name of somebody in a part. */
export function nameIn({ word }: Part, name: string): string {
  const first = name.split(' ', 1)[0]!;
  return `${first} ${word}${name.slice(first.length)}`;
}

/** The counties of a part. */
export const countiesIn = (part: Part): string[] => centers.map(({ fips }) => part.countyOf(fips));

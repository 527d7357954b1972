import type { Polygon } from 'geojson';
import { int, type Random, random, wheel } from './random.ts';
import { lotShape } from './shape.ts';
import type { County, Point, Town } from './types.ts';
import { streetNames } from './words.ts';

export interface Lot {
  index: number;
  town: Town;
  /** Number of the block within the county, and of the lot within the block. */
  block: number;
  slot: number;
  slots: number;
  condo: boolean;
  street: string;
  unit: string | null;
  location: Point;
  outline: Polygon;
  /** Of the outline. */
  squareMeters: number;
  /** 0 in the middle of the town, 1 at its edge. */
  outward: number;
  /** The lot lies on low ground along the creek of its town. */
  flooded: boolean;
}

const METERS_PER_DEGREE = 111_320;

/** By setting: blocks in meters (east–west, north–south), the share of them that is built up, and lots a block. */
const settings = {
  core: { width: 110, height: 105, built: 0.85, low: 10, high: 16, condos: 0.1 },
  suburb: { width: 190, height: 150, built: 0.42, low: 6, high: 12, condos: 0.02 },
  rural: { width: 620, height: 620, built: 0.4, low: 2, high: 4, condos: 0 },
} as const;

const suffix = wheel([
  [38, 'ST'],
  [16, 'AVE'],
  [16, 'DR'],
  [9, 'RD'],
  [9, 'LN'],
  [5, 'CT'],
  [3, 'BLVD'],
  [2, 'PL'],
  [2, 'WAY'],
]);

function ordinal(n: number): string {
  const tens = n % 100;
  if (tens > 10 && tens < 14) return `${n}TH`;
  return `${n}${['TH', 'ST', 'ND', 'RD'][n % 10] ?? 'TH'}`;
}

function streetNamer(county: County, townIndex: number): (northSouth: boolean, line: number) => string {
  const known = new Map<number, string>();
  return (northSouth, line) => {
    const key = line * 2 + (northSouth ? 1 : 0);
    let name = known.get(key);
    if (name === undefined) {
      const number = 14 + townIndex * 16 + line;
      if (northSouth && county.numbered && number > 0) name = `${ordinal(number)} ST`;
      else {
        // North–south lines start half-way through the list, so no two lines of a town share a name.
        const at = county.seed + (townIndex * 41 + line + (northSouth ? 53 : 0)) * 29 + 107 * 99;
        const word = streetNames[at % streetNames.length] as string;
        name = `${word} ${suffix(random(county.seed, at, 5))}`;
      }
      known.set(key, name);
    }
    return name;
  };
}

function* spiral(): Generator<[x: number, y: number]> {
  yield [0, 0];
  for (let ring = 1; ; ring++) {
    for (let i = -ring; i < ring; i++) {
      yield [i, ring];
      yield [ring, -i];
      yield [-i, -ring];
      yield [-ring, i];
    }
  }
}

interface Block {
  x: number;
  y: number;
  slots: number;
  condo: boolean;
  northSouth: boolean;
}

function planBlock(r: Random, x: number, y: number, town: Town): Block | undefined {
  const plan = settings[town.setting];
  const ring = Math.max(Math.abs(x), Math.abs(y));
  if (r() > plan.built - ring * 0.012) return undefined;
  const condo = r() < plan.condos;
  const slots = condo ? int(r, 12, 32) : Math.max(2, int(r, plan.low, plan.high) - Math.floor(ring / 4));
  return { x, y, slots, condo, northSouth: r() < 0.4 };
}

interface LotPlan {
  town: Town;
  block: Block;
  slot: number;
  nameOf: ReturnType<typeof streetNamer>;
  numbered: boolean;
}

/** Lays out one lot of a block: its address and its spot, with a few meters of scatter. */
function placeLot(
  r: Random,
  { town, block, slot, nameOf, numbered }: LotPlan,
): { street: string; location: Point; dx: number; dy: number } {
  const { width, height } = settings[town.setting];
  const side = slot % 2;
  const along = block.condo ? 0.5 : (Math.floor(slot / 2) + 0.5) / Math.ceil(block.slots / 2);
  const across = block.condo ? 0.5 : side === 1 ? 0.74 : 0.26;
  const step = 2 * Math.floor(along * 48) + (block.condo ? 0 : side);
  const scatter = block.condo ? 16 : town.setting === 'rural' ? 60 : 5;
  let dx: number;
  let dy: number;
  let street: string;
  if (block.northSouth) {
    dx = block.x + across * 0.9;
    dy = block.y + along * 0.88;
    const name = nameOf(true, block.x + (block.condo ? 0 : side));
    if (numbered) {
      const hundred = block.y >= 0 ? block.y + 1 : -block.y;
      street = `${hundred * 100 + step} ${block.y >= 0 ? 'N' : 'S'} ${name}`;
    } else street = `${(block.y + 31) * 100 + step} ${name}`;
  } else {
    dx = block.x + along * 0.88;
    dy = block.y + across * 0.9;
    street = `${(block.x + 31) * 100 + step} ${nameOf(false, block.y + (block.condo ? 0 : side))}`;
  }
  dx = dx * width + (r() - 0.5) * scatter;
  dy = dy * height + (r() - 0.5) * scatter;
  return { street, location: placeOf(town, dx, dy), dx, dy };
}

/** The part of a block that is not street. */
const BUILT = { eastWest: 0.9, northSouth: 0.88 };

/** The outline of a lot, and its area. */
function outlineOf(
  { town, block, slot }: LotPlan,
  { seed }: County,
  number: number,
): Pick<Lot, 'outline' | 'squareMeters'> {
  const { width, height } = settings[town.setting];
  const corners = lotShape(seed, { block: number, slot, slots: block.slots, condo: block.condo }).map(
    ([along, across]): [number, number] => {
      const [east, north] = block.northSouth ? [across, along] : [along, across];
      return [(block.x + east * BUILT.eastWest) * width, (block.y + north * BUILT.northSouth) * height];
    },
  );
  const twice = corners.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % corners.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
  const ring = [...corners, corners[0]!].map(([dx, dy]) => {
    const { lon, lat } = placeOf(town, dx, dy);
    return [lon, lat];
  });
  return { outline: { type: 'Polygon', coordinates: [ring] }, squareMeters: Math.abs(twice) / 2 };
}

/** The place so many meters east and north of the middle of a town. */
function placeOf(town: Town, dx: number, dy: number): Point {
  const lat = town.lat + dy / METERS_PER_DEGREE;
  const lon = town.lon + dx / (METERS_PER_DEGREE * Math.cos((town.lat * Math.PI) / 180));
  return { lat: round7(lat), lon: round7(lon) };
}

function round7(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}

/**
 * Lays all parcels of a county out, town by town and from the middle of each outward.
 * Lots of one block follow one another. Takes about 10 ms a county.
 */
export function layout(county: County): Lot[] {
  const { numbered } = county;
  const lots: Lot[] = [];
  const shares = county.towns.reduce((sum, town) => sum + town.share, 0);
  let blocks = 0;
  let shared = 0;
  county.towns.forEach((town, townIndex) => {
    shared += town.share;
    const end = Math.round((county.parcels * shared) / shares);
    const first = lots.length;
    const nameOf = streetNamer(county, townIndex);
    const slope = random(county.seed, townIndex, 6)() * 2 - 1;
    const creekHalf = settings[town.setting].height * 0.45;
    let cell = 0;
    for (const [x, y] of spiral()) {
      if (lots.length >= end) break;
      const r = random(county.seed, townIndex * 65_536 + cell++, 7);
      const block = planBlock(r, x, y, town);
      if (block === undefined) continue;
      for (let slot = 0; slot < block.slots && lots.length < end; slot++) {
        const plan = { town, block, slot, nameOf, numbered };
        const { street, location, dx, dy } = placeLot(r, plan);
        lots.push({
          index: lots.length,
          town,
          block: blocks,
          slot,
          slots: block.slots,
          condo: block.condo,
          street,
          unit: block.condo ? `UNIT ${(1 + Math.floor(slot / 4)) * 100 + 1 + (slot % 4)}` : null,
          location,
          ...outlineOf(plan, county, blocks),
          outward: (lots.length - first) / (end - first),
          flooded: Math.abs(dy - slope * dx - creekHalf) < creekHalf,
        });
      }
      blocks++;
    }
  });
  return lots;
}

import type { Polygon } from 'geojson';
import { twiceArea } from '../../domain/geometry/rings.ts';
import { int, type Random, random, words } from './random.ts';
import type { County, Point, Town } from './types.ts';
import { streetNames } from './words.ts';

/** A place in a block: along the row of lots and across it, both 0 to 1. */
type Spot = [along: number, across: number];

interface LotPlace {
  block: number;
  slot: number;
  slots: number;
  condo: boolean;
}

interface Shape {
  corners: Spot[];
  middle: Spot;
}

/** How far the line between two lots may slant, as a share of a lot's width. */
const SLANT = 0.25;
/** How much is cut off a corner where two streets meet, as a share of the lot. */
const CUT = 0.12;
/** Where the backs of the two rows of lots meet. */
const BACK = 0.5;

/** Where the line before row `row` meets the street on a side, along the block. Both neighbors use the same line. */
function lineAt(seed: number, block: number, rows: number, row: number, side: number): number {
  if (row === 0 || row === rows) return row / rows;
  const slant = random(seed, (block * 64 + row) * 2 + side, 9)() - 0.5;
  return (row + slant * SLANT) / rows;
}

/**
 * The corners and the center of a lot in its block, where lots lie back to back in pairs: slot n is in pair n / 2, even
 * slots on one street, odd ones on the other. Lines between lots slant a little, corner lots are cut off at the corner, and
 * a lot with none behind it reaches through to the other street. Condominiums have the whole block.
 */
function lotShape(seed: number, { block, slot, slots, condo }: LotPlace): Shape {
  const spot = (along: number, across: number): Spot => [along, across];
  if (condo) return { corners: [spot(0, 0), spot(1, 0), spot(1, 1), spot(0, 1)], middle: [0.5, 0.5] };
  const rows = Math.ceil(slots / 2);
  const row = Math.floor(slot / 2);
  const side = slot % 2;
  const line = (at: number, of = side) => lineAt(seed, block, rows, at, of);
  const [left, right] = [spot(row / rows, BACK), spot((row + 1) / rows, BACK)];
  if (side === 0 && slot === slots - 1) {
    const near = [spot(line(row, 0), 0), spot(line(row + 1, 0), 0)];
    const far = [spot(line(row + 1, 1), 1), spot(line(row, 1), 1)];
    return { corners: [...near, right, ...far, left], middle: [(row + 0.5) / rows, BACK] };
  }
  const [first, last] = [line(row), line(row + 1)];
  const inward = side === 0 ? CUT / 2 : 1 - CUT / 2;
  const cut = CUT / rows;
  const before = row === 0 ? [spot(first, inward), spot(first + cut, side)] : [spot(first, side)];
  const after = row === rows - 1 ? [spot(last - cut, side), spot(last, inward)] : [spot(last, side)];
  return {
    corners: [...before, ...after, right, left],
    middle: [(row + 0.5) / rows, side === 1 ? 0.74 : 0.26],
  };
}

export interface Lot {
  index: number;
  parcelId: string;
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
  /** Area of the outline. */
  squareMeters: number;
  /** 0 in the middle of the town, 1 at its edge. */
  outward: number;
  /** The lot lies on low ground along the creek of its town. */
  flooded: boolean;
}

const METERS_PER_DEGREE = 111_320;

/**
 * By setting: blocks in meters (east–west, north–south), the share of them that is built up, lots per block, how far
 * streets bend to either side in meters, and how long a bend is.
 */
const settings = {
  core: { width: 110, height: 105, built: 0.94, low: 10, high: 16, condos: 0.08, bend: 4, reach: 900 },
  suburb: { width: 190, height: 150, built: 0.92, low: 6, high: 12, condos: 0.02, bend: 45, reach: 1500 },
  rural: { width: 620, height: 620, built: 0.8, low: 2, high: 4, condos: 0, bend: 120, reach: 5000 },
} as const;
/** How far the grid of a town may be turned, in radians. */
const MOST_TURN = 0.2;

const suffix = words('ST 38, AVE 16, DR 16, RD 9, LN 9, CT 5, BLVD 3, PL 2, WAY 2');

function ordinal(n: number): string {
  const tens = n % 100;
  if (tens > 10 && tens < 14) return `${n}TH`;
  return `${n}${['TH', 'ST', 'ND', 'RD'][n % 10] ?? 'TH'}`;
}

/** The name of a street in a town, by its direction and the grid line that it follows. */
function streetName(county: County, townIndex: number, northSouth: boolean, line: number): string {
  const number = 14 + townIndex * 16 + line;
  if (northSouth && county.style.numberedStreets && number > 0) return `${ordinal(number)} ST`;
  // North–south lines start halfway through the list, so no two lines of a town share a name.
  const at = Number(county.fips) + (townIndex * 41 + line + (northSouth ? 53 : 0)) * 29 + 107 * 99;
  return `${streetNames[at % streetNames.length]} ${suffix(random(Number(county.fips), at, 5))}`;
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

type Block = NonNullable<ReturnType<typeof planBlock>>;

function planBlock(r: Random, x: number, y: number, town: Town) {
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
  nameOf: (northSouth: boolean, line: number) => string;
  numbered: boolean;
  /** How far the town's grid is turned, in radians. */
  turn: number;
}

/** The share of a block that is not street. */
const BUILT = { eastWest: 0.9, northSouth: 0.88 };

/** A place, in meters east and north of the center of a town. */
type Meters = [east: number, north: number];

/** Where a place in a town's grid really is: the grid is turned, and its streets bend. */
function bent({ town, turn }: LotPlan, [x, y]: Meters): Meters {
  const { bend, reach } = settings[town.setting];
  const wave = (at: number) => bend * Math.sin((2 * Math.PI * at) / reach);
  const [east, north] = [x + wave(y), y - wave(x)];
  return [east * Math.cos(turn) - north * Math.sin(turn), east * Math.sin(turn) + north * Math.cos(turn)];
}

/**
 * The address of a lot. Even numbers are on one side of a street, odd ones on the other. Numbers rise to the east and
 * north; on the north–south streets of towns with numbered streets, they rise away from the center.
 */
function streetOf({ block, slot, nameOf, numbered }: LotPlan): string {
  const side = block.condo ? 0 : slot % 2;
  const along = block.condo ? 0.5 : (Math.floor(slot / 2) + 0.5) / Math.ceil(block.slots / 2);
  const southward = block.northSouth && numbered && block.y < 0;
  const step = 2 * Math.floor((southward ? 1 - along : along) * 48) + side;
  if (!block.northSouth) return `${(block.x + 31) * 100 + step} ${nameOf(false, block.y + side)}`;
  const name = nameOf(true, block.x + side);
  if (!numbered) return `${(block.y + 31) * 100 + step} ${name}`;
  const hundred = block.y >= 0 ? block.y + 1 : -block.y;
  return `${hundred * 100 + step} ${block.y >= 0 ? 'N' : 'S'} ${name}`;
}

/** Lays out one lot of a block: its outline, its area and a point in it. Condominium units are a few meters apart. */
function placeLot(r: Random, plan: LotPlan, seed: number, number: number) {
  const { town, block, slot } = plan;
  const { width, height } = settings[town.setting];
  const { corners, middle } = lotShape(seed, { block: number, slot, slots: block.slots, condo: block.condo });
  const inGrid = ([along, across]: Spot): Meters => {
    const [east, north] = block.northSouth ? [across, along] : [along, across];
    return [(block.x + east * BUILT.eastWest) * width, (block.y + north * BUILT.northSouth) * height];
  };
  const places = corners.map((corner) => bent(plan, inGrid(corner)));
  const closed = [...places, places[0]!];
  const ring = closed.map((place) => {
    const { lon, lat } = pointAt(town, place);
    return [lon, lat];
  });
  const scatter = block.condo ? 16 : 1;
  const [x, y] = inGrid(middle);
  const dx = x + (r() - 0.5) * scatter;
  const dy = y + (r() - 0.5) * scatter;
  const outline: Polygon = { type: 'Polygon', coordinates: [ring] };
  const location = pointAt(town, bent(plan, [dx, dy]));
  return { location, outline, squareMeters: Math.abs(twiceArea(closed)) / 2, dx, dy };
}

function pointAt(town: Town, [east, north]: Meters): Point {
  const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
  const lon = town.lon + east / (METERS_PER_DEGREE * Math.cos((town.lat * Math.PI) / 180));
  return { lat: rounded(town.lat + north / METERS_PER_DEGREE), lon: rounded(lon) };
}

/**
 * Lays out all parcels of a county, town by town and from the center of each outward.
 * Lots of one block follow each other. Takes about 10 ms per county.
 */
export function layout(county: County): Lot[] {
  const numbered = county.style.numberedStreets;
  const lots: Lot[] = [];
  const seed = Number(county.fips);
  let blocks = 0;
  county.towns.forEach((town, townIndex) => {
    const first = lots.length;
    const end = first + town.parcels;
    const nameOf = (northSouth: boolean, line: number) => streetName(county, townIndex, northSouth, line);
    const ofTown = random(seed, townIndex, 6);
    const slope = ofTown() * 2 - 1;
    const turn = (ofTown() * 2 - 1) * MOST_TURN;
    const creekHalf = settings[town.setting].height * 0.45;
    let cell = 0;
    for (const [x, y] of spiral()) {
      if (lots.length >= end) break;
      const r = random(seed, townIndex * 65_536 + cell++, 7);
      const block = planBlock(r, x, y, town);
      if (block === undefined) continue;
      for (let slot = 0; slot < block.slots && lots.length < end; slot++) {
        const plan = { town, block, slot, nameOf, numbered, turn };
        const { dx, dy, ...place } = placeLot(r, plan, seed, blocks);
        lots.push({
          index: lots.length,
          parcelId: county.parcelNumber(lots.length, blocks, slot),
          town,
          block: blocks,
          slot,
          slots: block.slots,
          condo: block.condo,
          street: streetOf(plan),
          unit: block.condo ? `UNIT ${(1 + Math.floor(slot / 4)) * 100 + 1 + (slot % 4)}` : null,
          ...place,
          outward: (lots.length - first) / (end - first),
          flooded: Math.abs(dy - slope * dx - creekHalf) < creekHalf,
        });
      }
      blocks++;
    }
  });
  return lots;
}

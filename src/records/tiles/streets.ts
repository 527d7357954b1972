import { EXTENT } from './grid.ts';
import type { TileAddress } from './question.ts';
import { type Raster, rasterOf } from './raster.ts';
import { type Numbered, runsOf, type Spot } from './runs.ts';

export interface AddressedLot {
  /** As in an address: `12 Elm St`. */
  street: string | null;
  /** The outer rings of its outline in units of the tile, without closing corners. */
  rings: readonly Spot[][];
}

export interface StreetLine {
  name: string;
  line: Spot[];
}

/**
 * In meters: the least and the greatest width of a street between its lots, and how far its edge may lie in front of a
 * lot's.
 */
const NARROW = 5;
const WIDE = 40;
const RAGGED = 4;
const STEP = 1.5;
/** Meters between two looks across the street. */
const LOOK = 8;
/** Meters between two corners of the line. */
const BEND = 40;
/** Neighbors in a row may always be this many meters apart: there may be a crossing between them. */
const GAP = 70;
/** Meters from the front of lots to the line, when nothing is on the other side. */
const ALONE = 7;
/** Two lines with the same name that are closer than this are one. */
const SAME = 15;
/** The shares of looks from a row that make a side open or closed. */
const OPEN = 0.7;
const CLOSED = 0.4;
const FEWEST_LOOKS = 3;
/** The fewest lots across the street that confirm its name, and that contradict it. */
const AGREEING = 2;
const CONTRARY = 3;

const EQUATOR = 40_075_016.686;
const ADDRESS = /^(\d{1,6})[A-Z]?(?:-\d+[A-Z]?)?(?: 1\/2)? +(\D.*|\d+(?:ST|ND|RD|TH) .*)$/i;

interface Lot extends Numbered {
  name: string;
  corners: Spot[];
}

/** The number and the name of the street in an address; null when it lacks either. */
function partsOf(street: string | null): { number: number; name: string } | null {
  const found = ADDRESS.exec(street ?? '');
  if (found === null || Number(found[1]) === 0) return null;
  return { number: Number(found[1]), name: found[2]!.replaceAll(/\s+/g, ' ').trim() };
}

const twiceAreaOf = (ring: Spot[]): number =>
  ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);

function centerOf(ring: Spot[]): Spot {
  let [x, y, sum] = [0, 0, 0];
  const [x0, y0] = ring[0]!;
  for (const [at, corner] of ring.entries()) {
    const [x1, y1] = [corner[0] - x0, corner[1] - y0];
    const next = ring[(at + 1) % ring.length]!;
    const [x2, y2] = [next[0] - x0, next[1] - y0];
    const cross = x1 * y2 - x2 * y1;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
    sum += 3 * cross;
  }
  return [x0 + x / sum, y0 + y / sum];
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** What is seen from the front of a row. */
interface Side {
  is: 'open' | 'closed' | 'unknown';
  /** Lots on the other side, by their numbers in the raster. */
  across: Set<number>;
  /** Units along the row, and units from its line to the middle of the street; null where nothing is across. */
  looks: { along: number; middle: number | null }[];
  front: number;
}

interface Row {
  lots: Lot[];
  start: Spot;
  /** Of length 1: along the row, and to its right. */
  way: Spot;
  right: Spot;
  length: number;
}

function rowOf(lots: Lot[]): Row {
  const [first, last] = [lots[0]!.center, lots.at(-1)!.center];
  const [x, y] = [last[0] - first[0], last[1] - first[1]];
  const between = Math.hypot(x, y);
  const way: Spot = [x / between, y / between];
  // From half a lot before the middle of the first one to half a lot after that of the last.
  const more = between / (lots.length - 1) / 2;
  const start: Spot = [first[0] - way[0] * more, first[1] - way[1] * more];
  return { lots, start, way, right: [-way[1], way[0]], length: between + 2 * more };
}

const spotAt = ({ start, way, right }: Row, along: number, off: number): Spot => [
  start[0] + way[0] * along + right[0] * off,
  start[1] + way[1] * along + right[1] * off,
];

/** Looks from the lots of a row to its right (1) or left (-1). Lengths are in units, `meter` of them to a meter. */
function lookFrom(row: Row, hand: 1 | -1, raster: Raster, meter: number): Side {
  const front = median(
    row.lots.map(({ corners }) =>
      Math.max(
        ...corners.map(
          ([x, y]) => hand * ((x - row.start[0]) * row.right[0] + (y - row.start[1]) * row.right[1]),
        ),
      ),
    ),
  );
  const across = new Set<number>();
  const looks: Side['looks'] = [];
  let known = 0;
  for (let along = (LOOK * meter) / 2; along < row.length; along += LOOK * meter) {
    let from: number | null = null;
    let to: number | null = null;
    let lot: number | null = -1;
    let off = front;
    for (; off < front + (RAGGED + WIDE) * meter && to === null; off += STEP * meter) {
      lot = raster.at(...spotAt(row, along, hand * off));
      if (lot === null) break;
      if (lot < 0) from ??= off;
      else if (from === null && off > front + RAGGED * meter) break;
      else if (from !== null && off - from < NARROW * meter) from = null;
      else if (from !== null) to = off;
    }
    // Too close to the edge of the tile to tell.
    if (lot === null && (from === null || off - from < NARROW * meter)) continue;
    known++;
    if (from === null || from > front + RAGGED * meter) continue;
    if (to !== null) across.add(lot!);
    looks.push({ along, middle: to === null ? null : hand * ((from + to) / 2) });
  }
  const open = looks.length / known;
  const is = known < FEWEST_LOOKS ? 'unknown' : open >= OPEN ? 'open' : open <= CLOSED ? 'closed' : 'unknown';
  return { is, across, looks, front: hand * front };
}

/** How many lots on the other side have an address on this street, and the most that have one on any other street. */
function saidAcross({ across }: Side, name: string, names: readonly (string | null)[]) {
  const counts = new Map<string, number>();
  for (const lot of across) {
    const other = names[lot];
    if (other) counts.set(other, (counts.get(other) ?? 0) + 1);
  }
  const same = counts.get(name) ?? 0;
  counts.delete(name);
  return { same, other: Math.max(0, ...counts.values()) };
}

/** The side that the street of a row is on; null when that is not certain. */
function streetSide(sides: [Side, Side], name: string, names: readonly (string | null)[]): Side | null {
  const certain = sides.filter((side, at) => {
    if (side.is !== 'open') return false;
    const behind = sides[1 - at]!;
    const here = saidAcross(side, name, names);
    const there = saidAcross(behind, name, names);
    if (here.other >= CONTRARY && here.other > here.same) return false;
    return behind.is === 'closed' || (here.same >= AGREEING && there.same === 0);
  });
  return certain.length === 1 ? certain[0]! : null;
}

/** The middle of the street along a row. */
function lineAlong(row: Row, { looks, front }: Side, raster: Raster, meter: number): Spot[] {
  const known = looks.filter(({ middle }) => middle !== null);
  const usual =
    known.length > 0 ? median(known.map(({ middle }) => middle!)) : front + Math.sign(front) * ALONE * meter;
  const parts = Math.max(1, Math.round(row.length / (BEND * meter)));
  const part = row.length / parts;
  const offAt = (from: number, to: number) => {
    const within = known.filter(({ along }) => along >= from && along < to).map(({ middle }) => middle!);
    return within.length >= FEWEST_LOOKS ? median(within) : usual;
  };
  const ends = [looks[0]!.along, looks.at(-1)!.along];
  const corners = Array.from({ length: parts }, (_, at) => ({
    along: (at + 0.5) * part,
    off: offAt(at * part, (at + 1) * part),
  })).filter(({ along }) => along > ends[0]! && along < ends[1]!);
  const first = { along: ends[0]!, off: corners[0]?.off ?? usual };
  const last = { along: ends[1]!, off: corners.at(-1)?.off ?? usual };
  return (
    [first, ...corners, last]
      .map(({ along, off }): [number, number] => {
        const [x, y] = spotAt(row, along, off);
        return [Math.round(x), Math.round(y)];
      })
      // Where the street bends or a lot juts out, its middle is not known.
      .filter(([x, y]) => raster.at(x, y) === -1)
  );
}

const lengthOf = (line: Spot[]): number =>
  line.reduce(
    (sum, [x, y], at) => (at === 0 ? 0 : sum + Math.hypot(x - line[at - 1]![0], y - line[at - 1]![1])),
    0,
  );

function distanceTo([x, y]: Spot, line: Spot[]): number {
  let least = Infinity;
  for (let at = 1; at < line.length; at++) {
    const [x1, y1] = line[at - 1]!;
    const [dx, dy] = [line[at]![0] - x1, line[at]![1] - y1];
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length));
    least = Math.min(least, Math.hypot(x1 + along * dx - x, y1 + along * dy - y));
  }
  return least;
}

/** Keeps the longer line where both sides of a street give nearly the same one. */
function distinct(lines: StreetLine[], meter: number): StreetLine[] {
  const kept: StreetLine[] = [];
  for (const one of lines.toSorted((a, b) => lengthOf(b.line) - lengthOf(a.line))) {
    const [first, last] = [one.line[0]!, one.line.at(-1)!];
    const middle: Spot = [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2];
    const isKnown = kept.some(
      ({ name, line }) => name === one.name && distanceTo(middle, line) < SAME * meter,
    );
    if (!isKnown) kept.push(one);
  }
  return kept;
}

/**
 * The streets of a tile whose names are certain from the addresses of its lots: at least three lots of a name lie in a row in
 * the order of their even or odd numbers, there is a gap as wide as a street along one side of the row and lots along the
 * other, and the lots across the gap do not have addresses on another street. Where both sides are open, as before an alley,
 * the lots across must have the name. A line runs in the middle of the gap.
 * @param all the lots near the tile that have an outline: a gap among some of them need not be a street.
 */
export function streetsOf({ z, y }: TileAddress, all: readonly AddressedLot[]): StreetLine[] {
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + 0.5)) / 2 ** z)));
  const meter = (EXTENT * 2 ** z) / (EQUATOR * Math.cos(latitude));
  const drawn = all
    .map(({ street, rings: given }) => {
      const rings = given.filter((ring) => ring.length > 2);
      const area = rings.reduce((sum, ring) => sum + Math.abs(twiceAreaOf(ring)) / 2, 0);
      return { address: partsOf(street), rings, area };
    })
    .filter(({ area }) => area > 0)
    // Largest first: a lot covers the grounds around it.
    .sort((a, b) => b.area - a.area);
  const byName = new Map<string, Lot[]>();
  for (const { address, rings, area } of drawn) {
    if (!address || rings.length !== 1) continue;
    const [corners] = rings as [Spot[]];
    const lot: Lot = { ...address, center: centerOf(corners), size: Math.sqrt(area), corners };
    const key = `${address.name.toUpperCase()} ${address.number % 2}`;
    const same = byName.get(key);
    if (same) same.push(lot);
    else byName.set(key, [lot]);
  }
  const runs = [...byName.values()].flatMap((lots) => runsOf(lots, GAP * meter));
  if (runs.length === 0) return [];
  const raster = rasterOf(drawn.map(({ rings }) => rings));
  const names = drawn.map(({ address }) => address?.name.toUpperCase() ?? null);
  const lines = runs.flatMap((lots): StreetLine[] => {
    const row = rowOf(lots);
    const { name } = row.lots[0]!;
    const sides: [Side, Side] = [lookFrom(row, 1, raster, meter), lookFrom(row, -1, raster, meter)];
    const side = streetSide(sides, name.toUpperCase(), names);
    if (side === null) return [];
    const line = lineAlong(row, side, raster, meter);
    return line.length > 1 ? [{ name, line }] : [];
  });
  return distinct(lines, meter);
}

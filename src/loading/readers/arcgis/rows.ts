import type { Geometry, Position } from 'geojson';
import { isObject, membersOf } from '../../../domain/json-object.ts';
import { NO_DATE } from '../../../domain/written-date.ts';
import { arcAround, arcThrough, bezier } from '../../geometry/arcs.ts';
import { cellsFault, unfilled } from '../cells.ts';
import { lineFrom, polygonOf } from '../degrees.ts';
import type { Cell, Column, ReadRow } from '../table.ts';
import { type Description, inZone } from './description.ts';

/** Why a row has no geometry: its coordinates cannot be read, or are not on Earth. */
type NoShape = 'unreadable' | 'outside';

type Shape = { geometry: Geometry | null } | { lost: NoShape };

const WEST = 180;
const NORTH = 90;

/** A position without height or measure; null when it is invalid. */
function positionOf(value: unknown): Position | null {
  if (!Array.isArray(value)) return null;
  const [x, y] = value;
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null;
}

type Point = [number, number];

type ToPoint = (value: unknown) => Point | null;

/** `[end, center, minor, clockwise, rotation, axis, ratio]`, of which the last three are those of an ellipse. */
function ellipse(
  start: Point,
  [end, center, , clockwise, rotation, , ratio]: readonly unknown[],
  toPoint: ToPoint,
) {
  const [to, around] = [toPoint(end), toPoint(center)];
  if (to === null || around === null) return null;
  const form =
    typeof rotation === 'number' && typeof ratio === 'number' && ratio > 0 ? { rotation, ratio } : {};
  return arcAround(start, to, around, { isClockwise: clockwise === 1, ...form });
}

function drawn(start: Point, [a, b, c]: readonly (unknown[] | null | undefined)[], toPoint: ToPoint) {
  if (a) return ellipse(start, a, toPoint);
  const [end, control, other] = (c ?? b ?? []).map(toPoint);
  if (!end || !control) return null;
  if (c) return arcThrough(start, control, end);
  return other ? bezier(start, control, other, end) : null;
}

/** The corners of a curve after its start: a circle's arc `c`, a Bézier curve `b` or an ellipse's arc `a`. Null for others. */
function cornersOf(start: Position | undefined, { c, b, a }: Record<string, unknown>): Position[] | null {
  if (start === undefined) return null;
  // A circle on the ground is not one in degrees, so degrees of longitude are scaled to their width there.
  const width = Math.cos((start[1]! * Math.PI) / 180);
  const onGround = (value: unknown): Point | null => {
    const position = positionOf(value);
    return position && [position[0]! * width, position[1]!];
  };
  const corners = drawn(
    onGround(start)!,
    [a, b, c].map((list) => (Array.isArray(list) ? list : null)),
    onGround,
  );
  return corners === null ? null : corners.map(([x, y]) => [x! / width, y!]);
}

/** All positions of a list, with the corners of its curves; null when one is invalid. */
function positionsOf(value: unknown): Position[] | null {
  if (!Array.isArray(value)) return null;
  const positions: Position[] = [];
  for (const item of value) {
    if (isObject(item)) {
      const corners = cornersOf(positions.at(-1), item);
      if (corners === null) return null;
      positions.push(...corners);
      continue;
    }
    const position = positionOf(item);
    if (position === null) return null;
    positions.push(position);
  }
  return positions;
}

function linesOf(value: unknown): Position[][] | null {
  if (!Array.isArray(value)) return null;
  const lines: Position[][] = [];
  for (const item of value) {
    const line = positionsOf(item);
    if (line === null) return null;
    lines.push(line);
  }
  return lines;
}

const isOutside = ([x, y]: Position) => Math.abs(x!) > WEST || Math.abs(y!) > NORTH;

function checked(lines: Position[][] | null, toGeometry: (lines: Position[][]) => Geometry | null): Shape {
  if (lines === null) return { lost: 'unreadable' };
  return lines.some((line) => line.some(isOutside)) ? { lost: 'outside' } : { geometry: toGeometry(lines) };
}

function lineOf(paths: Position[][]): Geometry | null {
  const lines = paths.filter((path) => path.length > 1);
  return lines.length === 0 ? null : lineFrom(lines);
}

/** Servers write the coordinates of an empty point as `null`, as the text `"NaN"`, as empty text or not at all. */
const isNowhere = (coordinate: unknown) =>
  coordinate === null || coordinate === undefined || coordinate === 'NaN' || coordinate === '';

/** The GeoJSON of an Esri geometry in degrees, curves as lines within 0.1 m of them; null for an empty one. */
export function shapeOf(value: unknown): Shape {
  if (value === null || value === undefined) return { geometry: null };
  if (!isObject(value)) return { lost: 'unreadable' };
  const { x, y, points, curvePaths, paths = curvePaths, curveRings, rings = curveRings } = value;
  if (rings !== undefined) return checked(linesOf(rings), polygonOf);
  if (paths !== undefined) return checked(linesOf(paths), lineOf);
  if (points !== undefined) {
    const all = positionsOf(points);
    return checked(all && [all], ([coordinates = []]) =>
      coordinates.length === 0 ? null : { type: 'MultiPoint', coordinates },
    );
  }
  if (!('x' in value)) return Object.keys(value).length === 0 ? { geometry: null } : { lost: 'unreadable' };
  if (isNowhere(x) && isNowhere(y)) return { geometry: null };
  const point = positionOf([x, y]);
  return checked(point && [[point]], () => ({ type: 'Point', coordinates: point! }));
}

const BLOCK = 65_536;

/** Remembers object ids, which are mostly consecutive, in about one bit each. */
function createSeen() {
  const blocks = new Map<number, Uint8Array>();
  return {
    /** Adds an id; returns whether it is new. */
    add(id: number): boolean {
      const block = Math.floor(id / BLOCK);
      const within = id - block * BLOCK;
      let bits = blocks.get(block);
      if (bits === undefined) {
        bits = new Uint8Array(BLOCK / 8);
        blocks.set(block, bits);
      }
      const mask = 1 << (within & 7);
      const isNew = (bits[within >> 3]! & mask) === 0;
      bits[within >> 3]! |= mask;
      return isNew;
    },
  };
}

/** A row with a new id, a different row with an id seen before, or the same row again. */
type Coming = 'new' | 'shared' | 'again';

/**
 * Tells repeated rows from different rows with the same object id, which joined tables have. Rows of the same answer and
 * the one before are compared by content, earlier ones by id alone.
 */
export function createComings() {
  const seen = createSeen();
  let before = new Map<number, unknown[]>();
  let now = new Map<number, unknown[]>();
  return {
    /** Remembers the id of a row that an earlier run read. */
    recall: seen.add,
    nextAnswer(): void {
      before = now;
      now = new Map();
    },
    look(id: number, feature: unknown): Coming {
      const alike = now.get(id) ?? [];
      const known = [...(before.get(id) ?? []), ...alike];
      if (!seen.add(id)) {
        const text = JSON.stringify(feature);
        if (known.length === 0 || known.some((other) => JSON.stringify(other) === text)) return 'again';
      }
      now.set(id, [...alike, feature]);
      return known.length === 0 ? 'new' : 'shared';
    },
  };
}

/** Numbers of rows that people should know about. */
export type Tally = Record<NoShape | 'incomplete' | 'unnumbered' | 'repeated' | 'shared', number>;

export const noTally = (): Tally => ({
  unreadable: 0,
  outside: 0,
  incomplete: 0,
  unnumbered: 0,
  repeated: 0,
  shared: 0,
});

const LATEST = 8.64e15;

/**
 * Milliseconds since 1970 as a day, with the time in the layer's zone (else UTC) unless that is midnight. Midnight in UTC
 * is a day without a time in any zone. Zero means "no date".
 */
function dateCell(value: Cell, zone: string | undefined): Cell {
  if (value === 0) return NO_DATE;
  if (typeof value !== 'number' || Math.abs(value) > LATEST) return value;
  const [day, time = ''] = new Date(value).toISOString().split('T');
  if (time === '00:00:00.000Z') return day!;
  if (zone === undefined) return `${day}T${time.replace('.000Z', 'Z')}`;
  return inZone(value, zone).replace(' 00:00:00', '').replace(' ', 'T');
}

function cellOf(value: unknown, { type }: Column, zone: string | undefined): Cell {
  if (value === null || value === undefined) return null;
  const isCell = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (typeof value === 'string' && type !== 'date') return unfilled(value);
  const cell = isCell ? value : JSON.stringify(value);
  return type === 'date' ? dateCell(cell, zone) : cell;
}

/** Maps a column's name to its key in the answers, by the first feature: some servers change the case. */
function keysIn(features: readonly unknown[]): (name: string) => string {
  const keys = Object.keys(membersOf(membersOf(features[0]).attributes));
  const exact = new Set(keys);
  const byCase = new Map(keys.map((key) => [key.toLowerCase(), key]));
  return (name) => (exact.has(name) ? name : (byCase.get(name.toLowerCase()) ?? name));
}

/**
 * The rows of an answer's features. `tally` counts the unusual ones. `line` is the object id; without one, it is the number
 * of the row, after the `before` rows of earlier answers. Repeated rows are left out.
 */
export function rowsOf(
  features: readonly unknown[],
  { columns, id, zone }: Pick<Description, 'columns' | 'id' | 'zone'>,
  {
    before,
    coming,
    tally,
  }: { before: number; coming: (id: number, feature: unknown) => Coming; tally: Tally },
): ReadRow[] {
  const keyOf = keysIn(features);
  const keys = columns.map(({ name }) => keyOf(name));
  const idKey = id === null ? null : keyOf(id);
  return features.flatMap((feature, index): ReadRow[] => {
    const { attributes, geometry } = membersOf(feature);
    const values = membersOf(attributes);
    const number = idKey === null ? null : values[idKey];
    const isNumbered = typeof number === 'number' && Number.isSafeInteger(number);
    if (!isNumbered) tally.unnumbered++;
    else {
      const kind = coming(number, feature);
      if (kind === 'again') tally.repeated++;
      if (kind === 'again') return [];
      if (kind === 'shared') tally.shared++;
    }
    const line = isNumbered ? number : before + index + 1;
    const cells: Record<string, Cell> = {};
    columns.forEach((column, at) => {
      cells[column.name] = cellOf(values[keys[at]!], column, zone);
    });
    if (keys.some((key) => !(key in values))) tally.incomplete++;
    const fault = cellsFault(cells);
    if (fault !== null) return [{ line, ...fault }];
    const shape = shapeOf(geometry);
    if ('geometry' in shape) return [{ line, cells, geometry: shape.geometry }];
    tally[shape.lost]++;
    return [{ line, cells, geometry: null }];
  });
}

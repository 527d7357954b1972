import { PbfWriter } from 'pbf';
import { EXTENT } from './grid.ts';

/** Mapbox vector tiles, version 2: https://github.com/mapbox/vector-tile-spec */

export const POINT = 1;
export const POLYGON = 3;

export type Tags = Record<string, string | number | boolean | null>;

export interface Feature {
  type: typeof POINT | typeof POLYGON;
  /** Command integers. */
  geometry: number[];
  /** Null values are left out. */
  tags: Tags;
}

const MOVE_TO = 1;
const LINE_TO = 2;
const CLOSE_PATH = 15;

const command = (id: number, count: number): number => (count << 3) | id;
const zigzag = (step: number): number => (step << 1) ^ (step >> 31);

/**
 * Adds a ring to the commands of a feature.
 * @param corners x and y in turn, without the closing corner.
 * @param from where the previous ring ended; set to where this one ends.
 */
export function addRing(
  geometry: number[],
  corners: readonly number[],
  from: { x: number; y: number },
): void {
  let { x, y } = from;
  for (let at = 0; at < corners.length; at += 2) {
    if (at === 0) geometry.push(command(MOVE_TO, 1));
    if (at === 2) geometry.push(command(LINE_TO, corners.length / 2 - 1));
    geometry.push(zigzag(corners[at]! - x), zigzag(corners[at + 1]! - y));
    x = corners[at]!;
    y = corners[at + 1]!;
  }
  geometry.push(CLOSE_PATH);
  from.x = x;
  from.y = y;
}

export const pointAt = (x: number, y: number): number[] => [command(MOVE_TO, 1), zigzag(x), zigzag(y)];

function writeValue(value: string | number | boolean, out: PbfWriter): void {
  if (typeof value === 'string') out.writeStringField(1, value);
  else if (typeof value === 'boolean') out.writeBooleanField(7, value);
  else if (!Number.isInteger(value)) out.writeDoubleField(3, value);
  else if (value < 0) out.writeSVarintField(6, value);
  else out.writeVarintField(5, value);
}

/** Numbers things in the order in which they first appear. */
function numbering<T>() {
  const numbers = new Map<T, number>();
  return {
    of(thing: T): number {
      const known = numbers.get(thing);
      if (known !== undefined) return known;
      numbers.set(thing, numbers.size);
      return numbers.size - 1;
    },
    all: () => numbers.keys(),
  };
}

function writeLayer([name, features]: [string, readonly Feature[]], out: PbfWriter): void {
  const keys = numbering<string>();
  const values = numbering<string | number | boolean>();
  out.writeVarintField(15, 2);
  out.writeStringField(1, name);
  out.writeVarintField(5, EXTENT);
  for (const feature of features) {
    out.writeMessage(
      2,
      ({ type, geometry, tags }, out) => {
        const pairs: number[] = [];
        for (const key in tags) {
          const value = tags[key];
          if (value != null) pairs.push(keys.of(key), values.of(value));
        }
        out.writePackedVarint(2, pairs);
        out.writeVarintField(3, type);
        out.writePackedVarint(4, geometry);
      },
      feature,
    );
  }
  for (const key of keys.all()) out.writeStringField(3, key);
  for (const value of values.all()) out.writeMessage(4, writeValue, value);
}

/** A vector tile. Layers without features are left out; a tile without layers has no bytes. */
export function encodeTile(layers: Record<string, readonly Feature[]>): Uint8Array {
  const out = new PbfWriter();
  for (const layer of Object.entries(layers)) if (layer[1].length > 0) out.writeMessage(3, writeLayer, layer);
  return out.finish();
}

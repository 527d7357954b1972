import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';

/**
 * The lots of a map tile of zoom 15, ready to be drawn at every zoom level that shows lots: points are whole numbers on a
 * grid of that tile, so drawing needs no projection or parsing. All threads read the same bytes.
 *
 * The bytes are 32-bit numbers: the head, each lot, and the ends of the texts. The texts follow in UTF-8.
 */

export const PACK_ZOOM = 15;
/** Units across a packed tile: those of the tiles of the last zoom level. */
export const PACK_EXTENT = 4_096 * 2 ** 7;
/** Units around a packed tile within which it also has the lots: the buffer of a tile of zoom 14. */
export const PACK_MARGIN = PACK_EXTENT / 32;

export type Value = string | number | boolean | null;

/** x and y in turn, without the closing corner. */
export type Corners = ArrayLike<number>;

export interface Ring {
  corners: Corners;
  isHole: boolean;
}

export interface PackedLot {
  id: string;
  /** The house number. */
  number: string | null;
  point: readonly [x: number, y: number] | null;
  /** Each outer ring before its holes. */
  rings: readonly Ring[];
  /** The same fields in every lot. */
  values: readonly Value[];
}

export interface PackContent {
  lots: readonly PackedLot[];
  /** How many parcels of the tile are not among the lots. */
  leftOut: number;
}

const HEAD = ['lots', 'fields', 'leftOut', 'textsAt', 'texts'] as const;
type Head = Record<(typeof HEAD)[number], number>;
const BYTES = 4;
/** Stands for an unknown text or point. */
const NONE = -(2 ** 31);
/** Lots that reach this far around the world are cut off there. */
const FARTHEST = 2 ** 31 - 1;

const clamped = (unit: number): number => Math.max(-FARTHEST, Math.min(FARTHEST, unit));

/** Gives each distinct text a number. */
function textTable() {
  const numbers = new Map<string, number>();
  return {
    numberOf(text: string | null): number {
      if (text === null) return NONE;
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, numbers.size);
      return numbers.size - 1;
    },
    all: () => [...numbers.keys()].map((text) => Buffer.from(text)),
  };
}

export function writePack({ lots, leftOut }: PackContent): SharedArrayBuffer {
  const texts = textTable();
  const words = new Array<number>(HEAD.length).fill(0);
  for (const { id, number, point, rings, values } of lots) {
    words.push(texts.numberOf(id), texts.numberOf(number));
    words.push(...(point ? point.map(clamped) : [NONE, NONE]));
    for (const value of values) words.push(texts.numberOf(value === null ? null : JSON.stringify(value)));
    words.push(rings.length);
    for (const { corners, isHole } of rings) {
      words.push(corners.length + (isHole ? 1 : 0));
      for (let at = 0; at < corners.length; at++) words.push(clamped(corners[at]!));
    }
  }
  const all = texts.all();
  const head: Head = {
    lots: lots.length,
    fields: lots[0]?.values.length ?? 0,
    leftOut,
    textsAt: words.length,
    texts: all.length,
  };
  for (const [at, name] of HEAD.entries()) words[at] = head[name];
  let end = 0;
  for (const text of all) {
    end += text.length;
    words.push(end);
  }
  const pack = new SharedArrayBuffer(words.length * BYTES + end);
  new Int32Array(pack, 0, words.length).set(words);
  Buffer.from(pack, words.length * BYTES).set(Buffer.concat(all));
  return pack;
}

/** A lot in a pack; texts and values are read only when asked for. */
export interface LotInPack {
  id(): string;
  number(): string | null;
  value(field: number): Value;
  point: readonly [x: number, y: number] | null;
  rings: readonly Ring[];
}

export interface Pack {
  leftOut: number;
  lots(): Generator<LotInPack>;
}

export function readPack(pack: SharedArrayBuffer): Pack {
  const words = new Int32Array(pack, 0, Math.floor(pack.byteLength / BYTES));
  const head = Object.fromEntries(HEAD.map((name, at) => [name, words[at]!])) as Head;
  const bytes = Buffer.from(pack);
  const start = (head.textsAt + head.texts) * BYTES;

  const textOf = (number: number): string => {
    const from = number === 0 ? 0 : words[head.textsAt + number - 1]!;
    return bytes.toString('utf8', start + from, start + words[head.textsAt + number]!);
  };
  const orNone = <T>(word: number, read: (word: number) => T): T | null =>
    word === NONE ? null : read(word);

  return {
    leftOut: head.leftOut,
    *lots() {
      let at: number = HEAD.length;
      for (let lot = 0; lot < head.lots; lot++) {
        const first = at;
        const [x, y] = [words[at + 2]!, words[at + 3]!];
        at += 4 + head.fields;
        const rings: Ring[] = [];
        for (let left = words[at++]!; left > 0; left--) {
          const size = words[at++]!;
          const isHole = size % 2 === 1;
          const length = isHole ? size - 1 : size;
          rings.push({ corners: words.subarray(at, at + length), isHole });
          at += length;
        }
        yield {
          id: () => textOf(words[first]!),
          number: () => orNone(words[first + 1]!, textOf),
          value: (field) => orNone(words[first + 4 + field]!, (word) => JSON.parse(textOf(word))),
          point: x === NONE ? null : [x, y],
          rings,
        };
      }
    },
  };
}

/** A pack as it is stored. */
export interface StoredPack {
  /** Goes up when packs or their fields are written differently: packs of other versions are not read. */
  format: number;
  /** Deflated with a checksum, in base64. */
  lots: string;
}

const FORMAT = 4;
const deflated = promisify(deflate);
const inflated = promisify(inflate);

export async function storedPack(pack: SharedArrayBuffer): Promise<StoredPack> {
  const bytes = await deflated(Buffer.from(pack), { level: 1 });
  return { format: FORMAT, lots: bytes.toString('base64') };
}

/** Null for a pack of another version or a damaged one: the lots are then packed again. */
export async function openPack({ format, lots }: StoredPack): Promise<SharedArrayBuffer | null> {
  if (format !== FORMAT) return null;
  try {
    const bytes = await inflated(Buffer.from(lots, 'base64'));
    const pack = new SharedArrayBuffer(bytes.length);
    Buffer.from(pack).set(bytes);
    return pack;
  } catch {
    return null;
  }
}

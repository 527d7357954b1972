import type { Outline } from '../../domain/geometry/outline.ts';
import { gridOf, type TileGrid, turned } from './grid.ts';
import {
  type Corners,
  PACK_EXTENT,
  PACK_MARGIN,
  PACK_ZOOM,
  type PackedLot,
  type Ring,
  type Value,
  writePack,
} from './pack.ts';
import { type PackTask, TILE_FIELDS, type TileField } from './question.ts';

/** The stored fields of a parcel that are drawn. */
export interface DrawnParcel extends Partial<Record<TileField, Value>> {
  id: string;
  street: string | null;
  location: { lat: number; lon: number } | null;
}

/** A house number comes first: `12`, `12-14`, `12 1/2`, `12B`. */
const HOUSE_NUMBER = /^\d+[A-Z]?(?:-\d+[A-Z]?)?(?: 1\/2)?(?= )/i;

const LEAST = -PACK_MARGIN;
const MOST = PACK_EXTENT + PACK_MARGIN;

/** Whether the box around some corners meets the tile or its margin. */
function isNear(corners: Corners): boolean {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < corners.length; at += 2) {
    left = Math.min(left, corners[at]!);
    right = Math.max(right, corners[at]!);
    top = Math.min(top, corners[at + 1]!);
    bottom = Math.max(bottom, corners[at + 1]!);
  }
  return left <= MOST && right >= LEAST && top <= MOST && bottom >= LEAST;
}

/** What the tile shows of a lot: the near parts of its outline, or its point where it has no outline. */
function nearPart(lot: PackedLot): PackedLot[] {
  if (lot.rings.length === 0) return lot.point !== null && isNear(lot.point) ? [lot] : [];
  const rings = lot.rings.filter(({ corners }) => isNear(corners));
  return rings.length > 0 ? [{ ...lot, rings }] : [];
}

const ringsOf = (outline: Outline, grid: TileGrid): Ring[] =>
  // Rings in tiles are wound the opposite way from those in outlines.
  outline.flatMap((rings) =>
    rings.map((ring, at) => ({ corners: turned(grid.corners(ring)), isHole: at > 0 })),
  );

function lotOf(parcel: DrawnParcel, outline: Outline | undefined, grid: TileGrid): PackedLot {
  const { id, street, location } = parcel;
  return {
    id,
    number: HOUSE_NUMBER.exec(street ?? '')?.[0] ?? null,
    point: location && [grid.x(location.lon), grid.y(location.lat)],
    rings: outline ? ringsOf(outline, grid) : [],
    values: TILE_FIELDS.map((field) => parcel[field] ?? null),
  };
}

/**
 * The lots of a tile of zoom 15.
 * @param parcels those near the tile
 */
export function lotsIn(
  tile: { x: number; y: number },
  parcels: readonly DrawnParcel[],
  outlines: ReadonlyMap<string, Outline>,
): PackedLot[] {
  const grid = gridOf({ z: PACK_ZOOM, ...tile }, PACK_EXTENT);
  const sorted = parcels.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return sorted.flatMap((parcel) => nearPart(lotOf(parcel, outlines.get(parcel.id), grid)));
}

interface Hit<Source> {
  _id: string;
  _source: Source;
}

const hitsOf = <Source>(answer: Uint8Array): Hit<Source>[] =>
  (
    JSON.parse(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength).toString()) as {
      hits: { hits: Hit<Source>[] };
    }
  ).hits.hits;

/** Packs the lots of raw answers. */
export function makePack({ x, y, parcels, outlines, leftOut }: PackTask): SharedArrayBuffer {
  const drawn = hitsOf<DrawnParcel>(parcels).map(({ _source }) => _source);
  const rings = new Map(hitsOf<{ rings: Outline }>(outlines).map(({ _id, _source }) => [_id, _source.rings]));
  return writePack({ lots: lotsIn({ x, y }, drawn, rings), leftOut });
}

import { type Box, cellsMeeting, tileX, tileY } from '../../domain/geometry/cells.ts';
import { boxOfTile } from './grid.ts';
import { PACK_EXTENT, PACK_MARGIN, PACK_ZOOM } from './pack.ts';
import type { TileAddress } from './question.ts';

/** Column and row of a tile of zoom 15, whose lots are packed together. */
export interface PackAddress {
  x: number;
  y: number;
}

const MARGIN = PACK_MARGIN / PACK_EXTENT;
/** Coarser cells concern so many packed tiles that they are looked up. */
const FINE = 15;

/** The tiles of zoom 15 that a tile of lots is drawn from. */
export function packedTiles({ z, x, y }: TileAddress): PackAddress[] {
  if (z >= PACK_ZOOM) {
    const finer = 2 ** (z - PACK_ZOOM);
    return [{ x: Math.floor(x / finer), y: Math.floor(y / finer) }];
  }
  return [0, 1].flatMap((right) => [0, 1].map((down) => ({ x: 2 * x + right, y: 2 * y + down })));
}

export const packKey = ({ x, y }: PackAddress): string => `${PACK_ZOOM}/${x}/${y}`;

function addressIn(cell: string): TileAddress {
  const [z, x, y] = cell.split('/').map(Number) as [number, number, number];
  return { z, x, y };
}

/** The tile of a key made by `packKey`. */
export const packAddress = (key: string): PackAddress => addressIn(key);

/** The cells under which the lots of a packed tile and its margin are stored. */
export const cellsNear = (address: PackAddress): string[] =>
  cellsMeeting(boxOfTile({ z: PACK_ZOOM, ...address }, MARGIN))!;

/** The coarser cells in which a packed tile lies. */
export const cellsAbove = ({ x, y }: PackAddress): string[] =>
  [12, 9, 6, 3, 0].map((level) => {
    const wider = 2 ** (PACK_ZOOM - level);
    return `${level}/${Math.floor(x / wider)}/${Math.floor(y / wider)}`;
  });

function addressesIn({ west, south, east, north }: Box): PackAddress[] {
  const last = 2 ** PACK_ZOOM - 1;
  const within = (tile: number) => Math.max(0, Math.min(last, Math.floor(tile)));
  const addresses: PackAddress[] = [];
  for (let x = within(tileX(west, PACK_ZOOM)); x <= within(tileX(east, PACK_ZOOM)); x++)
    for (let y = within(tileY(north, PACK_ZOOM)); y <= within(tileY(south, PACK_ZOOM)); y++)
      addresses.push({ x, y });
  return addresses;
}

/** The keys of the packed tiles that have the lots of a cell, or the cell itself if there are many. */
export function packsTouching(cells: readonly string[]): string[] {
  const keys = cells.flatMap((cell) => {
    const address = addressIn(cell);
    if (address.z < FINE) return [cell];
    const margin = MARGIN * 2 ** (address.z - PACK_ZOOM);
    return addressesIn(boxOfTile(address, margin)).map(packKey);
  });
  return [...new Set(keys)];
}

export const isPackKey = (key: string): boolean => key.startsWith(`${PACK_ZOOM}/`);

/** PMTiles archives for tests, version 3: one root directory, with the tiles in the order of their ids. */
import { gzipSync } from 'node:zlib';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { Compression, TileType, zxyToTileId } from 'pmtiles';

const HEADER = 127;
export const PROTOMAPS_LAYERS = ['boundaries', 'earth', 'landuse', 'places', 'roads', 'water'];

export interface ArchiveTile {
  z: number;
  x: number;
  y: number;
  body: Uint8Array;
}

export interface ArchiveOptions {
  tiles: ArchiveTile[];
  layers?: string[];
  version?: number;
  tileType?: TileType;
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

/** The bytes of an archive whose metadata lists these layers. */
export function pmtilesFile({
  tiles,
  layers = PROTOMAPS_LAYERS,
  version = 3,
  tileType = TileType.Mvt,
}: ArchiveOptions): Buffer {
  const entries = tiles
    .map(({ z, x, y, body }) => ({ id: zxyToTileId(z, x, y), body: gzipSync(body), z }))
    .sort((a, b) => a.id - b.id);
  const data = Buffer.concat(entries.map(({ body }) => body));
  let offset = 0;
  const offsets = entries.map(({ body }) => {
    offset += body.length;
    return offset - body.length;
  });
  const directory = gzipSync(
    Uint8Array.from(
      [
        entries.length,
        ...entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0)),
        ...entries.map(() => 1),
        ...entries.map(({ body }) => body.length),
        ...offsets.map((at) => at + 1),
      ].flatMap(varint),
    ),
  );
  const metadata = gzipSync(
    JSON.stringify({ name: 'made', vector_layers: layers.map((id) => ({ id, fields: {} })) }),
  );
  const header = Buffer.alloc(HEADER);
  header.write('PMTiles');
  header[7] = version;
  const places = [
    [HEADER, directory.length],
    [HEADER + directory.length, metadata.length],
    [HEADER + directory.length + metadata.length, 0],
    [HEADER + directory.length + metadata.length, data.length],
  ].flat();
  for (const [at, value] of places.entries()) header.writeBigUInt64LE(BigInt(value), 8 + at * 8);
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(BigInt(entries.length), at);
  header[96] = 1;
  header[97] = Compression.Gzip;
  header[98] = Compression.Gzip;
  header[99] = tileType;
  header[100] = Math.min(...tiles.map(({ z }) => z));
  header[101] = Math.max(...tiles.map(({ z }) => z));
  for (const [at, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 1e7, 102 + at * 4);
  return Buffer.concat([header, directory, metadata, data]);
}

const EXTENT = 4_096;
const square = (from: number, to: number) => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
];

/** A tile of land, with a lake in its upper left corner, a street through its middle and a town on it. */
export function landTile(z: number, x: number, y: number): ArchiveTile {
  const layers = {
    earth: { features: [{ type: 3, geometry: [square(-64, EXTENT + 64)], tags: { kind: 'earth' } }] },
    water: {
      features: [{ type: 3, geometry: [square(200, 900)], tags: { kind: 'lake', name: 'Tallow Pond' } }],
    },
    roads: {
      features: [
        {
          type: 2,
          geometry: [
            [
              [-64, 2048],
              [EXTENT + 64, 2048],
            ],
          ],
          tags: { kind: 'major_road', name: 'Made Up St', network: 'US:I', shield_text: '80', min_zoom: 5 },
        },
      ],
    },
    places: {
      features: [
        {
          type: 1,
          geometry: [[2048, 1800]],
          tags: { kind: 'locality', name: 'Sorrel', population_rank: 9, min_zoom: 2, capital: 'yes' },
        },
      ],
    },
  };
  return { z, x, y, body: fromGeojsonVt(layers as never, { version: 2, extent: EXTENT }) };
}

/** The tiles around a place from zoom 0 to the given one. */
export const landAround = ({ lat, lng }: { lat: number; lng: number }, deepest: number): ArchiveTile[] =>
  Array.from({ length: deepest + 1 }, (_, z) => {
    const size = 2 ** z;
    const radians = (lat * Math.PI) / 180;
    const x = Math.floor(((lng + 180) / 360) * size);
    const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * size);
    const steps = z === 0 ? [0] : [-1, 0, 1];
    return steps.flatMap((dx) =>
      steps.map((dy) => landTile(z, (x + dx + size) % size, Math.max(0, Math.min(size - 1, y + dy)))),
    );
  })
    .flat()
    .filter(
      ({ z, x, y }, at, all) =>
        all.findIndex((other) => other.z === z && other.x === x && other.y === y) === at,
    );

import type { BigIntStats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { PMTiles, type Source, TileType } from 'pmtiles';
import { ApiError } from '../../../domain/problems.ts';
import { namesAny } from '../../gate/answer.ts';

/** The layers of Protomaps' schema that the map draws. */
const LAYERS = ['earth', 'water', 'roads', 'places'];
const VERSION = 3;

const SOURCE_HELP =
  'Take a file from https://maps.protomaps.com/builds, or cut one out with "pmtiles extract".';

function sourceOf(path: string, handle: FileHandle, size: number): Source {
  return {
    getKey: () => path,
    async getBytes(offset, asked) {
      const length = Math.max(0, Math.min(asked, size - offset));
      const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset);
      return { data: buffer.buffer.slice(0, bytesRead) };
    },
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The ids of the layers that the metadata of an archive lists. */
function layersIn(metadata: unknown): string[] {
  const layers = isRecord(metadata) ? metadata.vector_layers : undefined;
  if (!Array.isArray(layers)) return [];
  return layers.flatMap((layer: unknown) =>
    isRecord(layer) && typeof layer.id === 'string' ? [layer.id] : [],
  );
}

/** What is wrong with an archive; null when the map can draw it. */
async function faultOf(path: string, handle: FileHandle, size: number): Promise<string | null> {
  const start = Buffer.alloc(8);
  await handle.read(start, 0, start.length, 0);
  if (start.toString('latin1', 0, 7) !== 'PMTiles') return 'is not a PMTiles archive';
  if (start[7] !== VERSION) return `is PMTiles version ${start[7]}, and only version ${VERSION} can be read`;
  const archive = new PMTiles(sourceOf(path, handle, size));
  let layers: string[];
  try {
    const { tileType } = await archive.getHeader();
    if (tileType !== TileType.Mvt) return 'does not hold vector tiles';
    layers = layersIn(await archive.getMetadata());
  } catch {
    return 'is cut off or damaged';
  }
  const missing = LAYERS.filter((name) => !layers.includes(name));
  return missing.length === 0 ? null : `is not of Protomaps’ schema: it has no layer ${missing.join(', ')}`;
}

/**
 * Checks that a file is a PMTiles archive that the map can draw.
 * @throws Error that says what is wrong with the file and what to do.
 */
async function checkArchive(path: string): Promise<void> {
  const setting = `BASEMAP_PMTILES=${path} cannot be used`;
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${setting}: the file cannot be opened (${error.code}).`);
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error(`${setting}: it is not a file.`);
    const fault = await faultOf(path, handle, stats.size);
    if (fault !== null) throw new Error(`${setting}: it ${fault}. ${SOURCE_HELP}`);
  } finally {
    await handle.close();
  }
}

/** Bytes of a file, both ends included. */
interface Range {
  start: number;
  end: number;
}

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * The bytes that a Range header asks for. Null for the whole file: without a header, or with one that is not understood or
 * asks for several ranges, as RFC 9110 allows. `unsatisfiable` when the range begins beyond the end of the file.
 */
function rangeOf(header: string | undefined, size: number): Range | null | 'unsatisfiable' {
  const [found, first = '', last = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (found === undefined || first + last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

const TYPE = 'application/vnd.pmtiles';
/** Seconds. A client that gets a different ETag starts over. */
const MAX_AGE = 3_600;

/** A strong ETag, so that parts of two versions of the file are never combined. */
const etagOf = ({ size, mtimeNs }: BigIntStats): string => `"${size.toString(36)}-${mtimeNs.toString(36)}"`;

/**
 * Serves the basemap of the map page from disk, in ranges.
 * @param options.path a PMTiles archive; it may be replaced while it is served.
 * @throws Error when the map cannot draw it.
 */
export async function basemapRoutes(app: FastifyInstance, { path }: { path: string }): Promise<void> {
  await checkArchive(path);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/basemap.pmtiles',
    schema: { hide: true },
    handler: async ({ method, headers }, reply) => {
      const file = await open(path);
      let isSent = false;
      try {
        const stats = await file.stat({ bigint: true });
        const size = Number(stats.size);
        const etag = etagOf(stats);
        reply.headers({
          etag,
          'accept-ranges': 'bytes',
          'cache-control': `public, max-age=${MAX_AGE}`,
          'x-content-type-options': 'nosniff',
        });
        const ifNoneMatch = headers['if-none-match'];
        if (namesAny(ifNoneMatch) || ifNoneMatch?.includes(etag)) return reply.code(304).send();
        const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
        const range = isSame ? rangeOf(headers.range, size) : null;
        if (range === 'unsatisfiable')
          throw new ApiError('range_not_satisfiable', `The file has ${size} bytes`, {
            'content-range': `bytes */${size}`,
          });
        const { start, end } = range ?? { start: 0, end: size - 1 };
        if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
        reply.type(TYPE).header('content-length', end - start + 1);
        if (method === 'HEAD') return reply.send();
        isSent = true;
        return reply.send(file.createReadStream({ start, end }));
      } finally {
        if (!isSent) await file.close();
      }
    },
  });
}

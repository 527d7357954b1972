import type { BigIntStats } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../../domain/problems.ts';
import { namesAny } from '../../gate/answer.ts';
import { checkArchive } from './archive.ts';

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

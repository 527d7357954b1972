import type { BigIntStats } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../../domain/problems.ts';
import { namesAny } from '../../gate/answer.ts';
import { checkArchive } from './archive.ts';
import { rangeOf } from './range.ts';

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

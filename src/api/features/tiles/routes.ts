import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { createTileMaker } from '../../../records/tiles/maker.ts';
import type { Typed } from '../../answers/bytes.ts';
import { PREFIX } from '../../plugins/server-options.ts';
import { createPacks, createTileCache } from './packs.ts';
import { readTile } from './read.ts';
import { addressOf, filtersOf, TilePath, TileQuery, tileFields } from './request.ts';
import { TileJson, tileJson } from './tilejson.ts';

const TILE_TYPE = 'application/vnd.mapbox-vector-tile';

const tile = {
  description:
    'A Mapbox vector tile (version 2). Layer `parcels`, from zoom 14: outlines, points where there is none, ' +
    'with the chosen attributes; parcels that share a place are drawn once, and `stack` counts them. Layer `labels`, from ' +
    'zoom 17: house numbers. Layer `left_out`: `count` of the smallest parcels, when there are more than 10,000. Layer ' +
    '`clusters`, below zoom 14: `count` and `median_value`',
  content: { [TILE_TYPE]: { schema: Type.String({ contentEncoding: 'binary' }) } },
};

/** A tile without bytes has nothing in it. */
const tileOf = (body: Buffer): Typed => ({ type: TILE_TYPE, body, hasData: body.length > 0 });

/** GET /tiles/{z}/{x}/{y}.mvt and /tiles.json. */
export const tileRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const maker = createTileMaker();
  const cache = createTileCache(app.services.config.TILE_CACHE_MB);
  const packs = createPacks(app.records, maker, cache);
  app.addHook('onClose', () => maker.close());

  app.get(
    '/tiles/:z/:x/:y.mvt',
    {
      config: { access: 'optional', errors: [404] },
      schema: {
        summary: 'Parcels of a map tile; one lookup unless it is empty (204)',
        description:
          'Layers: `parcels` from zoom 14, with outlines; `labels` from 17, with house numbers; `left_out`, with how many parcels are not drawn; `clusters` below 14, with counts.',
        tags: ['Tiles'],
        params: TilePath,
        querystring: TileQuery,
        response: { 200: tile, 204: { description: 'Nothing is in the tile', type: 'null' } },
      },
    },
    async (request, reply) => {
      const address = addressOf(request.params);
      const { fields, filters } = request.query;
      const asked = { ...address, fields: tileFields(fields), filters: filtersOf(filters) };
      const body = await app.answer(request, reply, async () => {
        // The request's edition may be outdated: it is good enough for this answer, but not for the cache.
        const data = await app.editions.leased();
        const question = { ...asked, edition: data && !data.loading ? data.edition : null };
        const key = question.edition === null ? null : JSON.stringify(question);
        const known = key === null ? undefined : cache.tiles.get(key);
        if (known) return tileOf(known);
        const task = await readTile(app.records, packs, question);
        const made = await maker.make(task);
        const body = Buffer.from(made.buffer, made.byteOffset, made.byteLength);
        if (key !== null) cache.tiles.set(key, body);
        return tileOf(body);
      });
      return request.ticket.hasData ? body : reply.code(204).send(null);
    },
  );

  app.get(
    '/tiles.json',
    {
      config: { access: 'optional' },
      schema: {
        summary: 'The tiles as TileJSON 3.0',
        description:
          'Names the address of the tiles, their zoom levels, and the layers with their attributes.',
        tags: ['Tiles'],
        response: { 200: TileJson },
      },
    },
    async (request) => {
      request.ticket.hasData = false;
      return tileJson(`${request.protocol}://${request.host}${PREFIX}/tiles/{z}/{x}/{y}.mvt`);
    },
  );
};

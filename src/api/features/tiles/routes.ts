import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { createTileMaker } from '../../../records/tiles/maker.ts';
import { LAST_ZOOM, LOTS_FROM, NUMBERS_FROM, TILE_FIELD_TYPES } from '../../../records/tiles/question.ts';
import type { Typed } from '../../gate/answer.ts';
import { PREFIX } from '../../plugins/server.ts';
import { createPacks, createTileCache, readTile } from './read.ts';
import { addressOf, filtersOf, TilePath, TileQuery, tileFields } from './request.ts';

const TileJson = Type.Object(
  {
    tilejson: Type.String({ examples: ['3.0.0'] }),
    name: Type.String({ examples: ['Terrier parcels'] }),
    scheme: Type.String({ examples: ['xyz'] }),
    tiles: Type.Array(Type.String(), {
      description: 'Addresses with {z}, {x} and {y}',
      examples: [['https://api.example.com/api/v1/tiles/{z}/{x}/{y}.mvt']],
    }),
    minzoom: Type.Integer({ examples: [0] }),
    maxzoom: Type.Integer({ examples: [18] }),
    bounds: Type.Array(Type.Number(), {
      description: 'West, south, east, north',
      examples: [[-180, -85.0511, 180, 85.0511]],
    }),
    vector_layers: Type.Array(
      Type.Object({
        id: Type.String({ examples: ['parcels'] }),
        description: Type.String({ examples: ['Lots'] }),
        minzoom: Type.Integer(),
        maxzoom: Type.Integer(),
        fields: Type.Record(Type.String(), Type.String(), { examples: [{ id: 'String' }] }),
      }),
    ),
  },
  { title: 'TileJson' },
);
type TileJson = Static<typeof TileJson>;

/** Beyond this zoom level a map enlarges its tiles: here lots already have all their corners. */
const MOST_DETAIL = 18;

const LAYERS: TileJson['vector_layers'] = [
  {
    id: 'parcels',
    description: 'Lots, and points of parcels without an outline',
    minzoom: LOTS_FROM,
    maxzoom: LAST_ZOOM,
    fields: {
      id: 'String',
      stack: 'Number',
      ...TILE_FIELD_TYPES,
    },
  },
  {
    id: 'labels',
    description: 'House numbers',
    minzoom: NUMBERS_FROM,
    maxzoom: LAST_ZOOM,
    fields: { number: 'String' },
  },
  {
    id: 'left_out',
    description: 'How many of the smallest parcels are not drawn',
    minzoom: LOTS_FROM,
    maxzoom: LAST_ZOOM,
    fields: { count: 'Number' },
  },
  {
    id: 'clusters',
    description: 'Counts by cell',
    minzoom: 0,
    maxzoom: LOTS_FROM - 1,
    fields: { count: 'Number', median_value: 'Number' },
  },
];

/** Describes tiles that are served at an address with {z}, {x} and {y}. */
const tileJson = (address: string): TileJson => ({
  tilejson: '3.0.0',
  name: 'Terrier parcels',
  scheme: 'xyz',
  tiles: [address],
  minzoom: 0,
  maxzoom: MOST_DETAIL,
  bounds: [-180, -85.0511, 180, 85.0511],
  vector_layers: LAYERS,
});

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
      const body = await app.gate.answers.answer(request, reply, async () => {
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

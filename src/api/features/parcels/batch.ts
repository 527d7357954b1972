import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { parseParcelId } from '../../../domain/parcel-id.ts';
import { Parcel } from '../../../records/schemas/parcel.ts';
import { FieldList, ParcelPart } from '../../answers/fields.ts';
import { FeatureCollection } from '../../answers/geojson.ts';
import { shapeRows, WithOutline } from '../../answers/parcels.ts';
import { asAnswer, typed } from '../../gate/answer.ts';

const MOST_IDS = 500;
/** In bytes: as many ids of the greatest length, 512 bytes, fit in it. */
const LARGEST_BATCH = 256 << 10;

const BatchRequest = Type.Object(
  {
    ids: Type.Array(Type.String({ description: '<county_fips>:<parcel_id>, or the canonical_id' }), {
      minItems: 1,
      maxItems: MOST_IDS,
      description:
        'Ids of the parcels, 1 to 500; a parcel that is given twice, in either spelling, is answered once',
      examples: [['31109:0109109006000', '33009:12/4 A']],
    }),
    fields: Type.Optional(FieldList),
    outline: Type.Optional(WithOutline),
  },
  { additionalProperties: false, title: 'BatchRequest' },
);

const Batch = Type.Object(
  {
    data: Type.Union([Type.Array(Parcel), Type.Array(ParcelPart)], {
      description: 'The parcels that were found, in the order of the ids',
    }),
    missing: Type.Array(Type.String(), {
      description:
        'The ids, as given, of parcels that are not loaded, and texts that are not parcel ids, in their order',
      examples: [['33009:12/4 A']],
    }),
  },
  { title: 'Batch' },
);

const batch = {
  description: 'The parcels that were found',
  content: {
    'application/json': { schema: Batch },
    'application/geo+json': { schema: FeatureCollection(ParcelPart, Type.Pick(Batch, ['missing'])) },
  },
};

/** POST /parcels/batch: many parcels by id in one request. */
export const batchRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/parcels/batch',
    {
      bodyLimit: LARGEST_BATCH,
      config: { access: 'optional', errors: [413, 415], geojson: true },
      schema: {
        summary: 'Up to 500 parcels by id; one lookup for each that is found',
        description:
          'Counts as one request in the minute and as one lookup for each parcel found. When fewer lookups are left ' +
          'than there are ids, nothing is returned or counted: 429 `monthly_limit` tells how many are left.',
        tags: ['Parcels'],
        body: BatchRequest,
        response: { 200: batch },
      },
    },
    async (request, reply) => {
      const { limits } = app.gate;
      const idByText = new Map(request.body.ids.map((text) => [text, parseParcelId(text)?.id ?? null]));
      const known = [...new Set([...idByText.values()].filter((id) => id !== null))];
      await limits.bookMore(request.ticket, known.length - 1);
      const { rows, found } = await app.records.byIds('parcels', known);
      const loaded = new Set(known.filter((_, at) => found[at]));
      await limits.settle(request.ticket, known.length, loaded.size);
      const missing = [...idByText].flatMap(([text, id]) => (id !== null && loaded.has(id) ? [] : [text]));
      const { type, body } = typed(await shapeRows(request, rows, { missing }, request.body));
      reply.type(type);
      return asAnswer(body);
    },
  );
};

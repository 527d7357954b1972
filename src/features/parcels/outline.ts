import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { OutlineFeature, outlineFeature } from '../../answers/geojson.ts';
import { parseParcelId } from '../../domain/parcel-id.ts';
import { notFound } from '../../problems.ts';
import { readOutlines } from '../../records/outlines.ts';
import { IdPath } from './id-path.ts';

const OF_OUTLINES = ['county_fips', 'parcel_id', 'address', 'acreage', 'has_outline'] as const;

/** GET /parcels/{id}/outline. */
export const outlineRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/parcels/:id/outline',
    {
      config: { access: 'optional', errors: [404] },
      schema: {
        summary: 'The outline of a parcel as a GeoJSON Feature; 404 when it is not known',
        tags: ['Parcels'],
        params: IdPath,
        response: {
          200: {
            description: 'The outline',
            content: { 'application/geo+json': { schema: OutlineFeature } },
          },
        },
      },
    },
    async (request, reply) =>
      app.answer(request, reply, async () => {
        const given = request.params.id;
        const id = parseParcelId(given)?.id;
        const [parcel] = id
          ? await app.records.fields<Record<string, unknown>>('parcels', [id], [...OF_OUTLINES])
          : [];
        if (!id || !parcel) throw notFound(`There is no parcel ${given.slice(0, 100)}`);
        const outline = (await readOutlines(app.records, [id])).get(id);
        if (!outline) throw notFound(`The outline of parcel ${given.slice(0, 100)} is not known`);
        const { county_fips, parcel_id, address, acreage } = parcel;
        return outlineFeature(id, outline, { county_fips, parcel_id, address, acreage });
      }),
  );
};

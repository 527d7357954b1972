import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { notFound } from '../../../domain/problems.ts';
import { readOutlines } from '../../../records/outlines.ts';
import type { Records } from '../../../records/records.ts';
import { feature, featureAnswer, OutlineFeature } from '../../answers/geojson.ts';
import { IdPath, orNotFound } from './parcel-path.ts';

const PROPERTIES = Object.keys(OutlineFeature.properties.properties.properties);

/** A parcel with its outline; null when it is not loaded. */
async function read(records: Records, id: string) {
  const [[parcel], outlines] = await Promise.all([
    records.fields<object>('parcels', [id], PROPERTIES),
    readOutlines(records, [id]),
  ]);
  return parcel ? { id, parcel, outline: outlines.get(id) } : null;
}

/** GET /parcels/{id}/outline. */
export const outlineRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/parcels/:id/outline',
    {
      config: { access: 'optional', errors: [404] },
      schema: {
        summary: 'The outline of a parcel as a GeoJSON Feature; 404 when it is not known',
        description:
          'A MultiPolygon in degrees (WGS84) with seven decimals. Parcels whose source had no polygons have no outline.',
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
        const { id, parcel, outline } = await orNotFound(given, ({ id }) => read(app.records, id));
        if (!outline) throw notFound(`The outline of parcel ${given.slice(0, 100)} is not known`);
        return featureAnswer(feature(id, { location: null, outline }, parcel));
      }),
  );
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { type Assessment, assessmentsOf } from '../../../domain/assessments.ts';
import type { Records } from '../../../records/records.ts';
import { Parcel } from '../../../records/schemas/parcel.ts';
import { IdPath, orNotFound } from './parcel-path.ts';

const { land_value, improvement_value, total_assessed_value, source, source_date } = Parcel.properties;
const OneYear = Type.Object(
  {
    tax_year: Type.Integer({ description: 'Year of the assessment', examples: [2025] }),
    land_value,
    improvement_value,
    total_assessed_value,
    source,
    source_date,
  },
  { title: 'Assessment' },
);

/** The assessments of a parcel; null when it is not loaded. */
async function read(records: Records, id: string): Promise<Assessment[] | null> {
  const stored = await records.stored('parcels', id);
  if (stored === null) return null;
  const { internal, ...parcel } = JSON.parse(stored.toString()) as Parcel & {
    internal: { assessments?: Assessment[] };
  };
  return assessmentsOf(parcel, internal.assessments);
}

/** GET /parcels/{id}/assessments. */
export const assessmentsRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/parcels/:id/assessments',
    {
      config: { access: 'optional', errors: [404] },
      schema: {
        summary:
          'Assessed values by tax year, as far as the rolls of these years were loaded, the latest first',
        description: 'Nothing is made up for years whose rolls were not loaded.',
        tags: ['Parcels'],
        params: IdPath,
        response: { 200: Type.Object({ data: Type.Array(OneYear) }) },
      },
    },
    async (request, reply) =>
      app.answer(request, reply, async () => ({
        data: await orNotFound(request.params.id, ({ id }) => read(app.records, id)),
      })),
  );
};

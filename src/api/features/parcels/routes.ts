import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type TSchema } from 'typebox';
import { readDeeds, readPermits, readRisks } from '../../../records/parcels.ts';
import { encodeRows } from '../../../records/rows.ts';
import { Deed } from '../../../records/schemas/deed.ts';
import { Permit } from '../../../records/schemas/permit.ts';
import { RiskAssessment } from '../../../records/schemas/risk.ts';
import { FieldText, fieldsOf } from '../../answers/fields.ts';
import { oneParcel, shapeParcel, WithOutline } from '../../answers/parcels.ts';
import { assessmentsRoute } from './assessments.ts';
import { atRoute } from './at.ts';
import { batchRoute } from './batch.ts';
import { matchRoute } from './match.ts';
import { outlineRoute } from './outline.ts';
import { ownerOfParcel, ParcelOwner } from './owner.ts';
import { IdPath, orNotFound } from './parcel-path.ts';
import { removedRoute } from './removed.ts';
import { suggestRoute } from './suggest.ts';
import { valueRoutes } from './value.ts';

const ParcelQuery = Type.Object(
  { fields: Type.Optional(FieldText), outline: Type.Optional(WithOutline) },
  { additionalProperties: false },
);
const List = <T extends TSchema>(item: T) => Type.Object({ data: Type.Array(item) });

/** The routes under /parcels. */
export const parcelRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { records } = app;
  await app.register(batchRoute);
  await app.register(matchRoute);
  await app.register(outlineRoute);
  await app.register(atRoute);
  await app.register(removedRoute);
  await app.register(suggestRoute);
  await app.register(valueRoutes);
  await app.register(assessmentsRoute);
  const options = (summary: string, description: string, response: TSchema | typeof oneParcel) => ({
    config: { access: 'optional' as const, errors: [404] },
    schema: { summary, description, tags: ['Parcels'], params: IdPath, response: { 200: response } },
  });

  const one = options(
    'One parcel',
    'All fields, unless `fields` chooses some. With `Accept: application/geo+json`, a GeoJSON Feature.',
    oneParcel,
  );
  app.get(
    '/parcels/:id',
    { config: { ...one.config, geojson: true }, schema: { ...one.schema, querystring: ParcelQuery } },
    async (request, reply) =>
      app.answer(request, reply, async () => {
        const fields = fieldsOf(request.query.fields);
        const parcel = await orNotFound(request.params.id, ({ id }) => records.record('parcels', id));
        return shapeParcel(request, parcel, { fields, outline: request.query.outline });
      }),
  );

  app.get(
    '/parcels/:id/owner',
    options(
      'The owner, what the owner has in all, and the first 100 of those parcels by value',
      'All parcels with the same owner count, in any spelling of the name.',
      ParcelOwner,
    ),
    async (request, reply) =>
      app.answer(request, reply, () => orNotFound(request.params.id, (id) => ownerOfParcel(records, id))),
  );

  app.get(
    '/parcels/:id/permits',
    options(
      'Permits, newest filed (else issued) first, at most 1,000',
      'Those that name this parcel.',
      List(Permit),
    ),
    async (request, reply) =>
      app.answer(request, reply, async () =>
        encodeRows(await orNotFound(request.params.id, (id) => readPermits(records, id))),
      ),
  );

  app.get(
    '/parcels/:id/deeds',
    options(
      'Deeds, newest recorded (else sale date) first, undated last, at most 1,000',
      '`usable_for_stats` says whether a deed counts in statistics of sales.',
      List(Deed),
    ),
    async (request, reply) =>
      app.answer(request, reply, async () =>
        encodeRows(await orNotFound(request.params.id, (id) => readDeeds(records, id))),
      ),
  );

  app.get(
    '/parcels/:id/risks',
    options(
      'Risk assessment',
      'By hazard, each for the parcel, its tract or its county: `geography` says which.',
      RiskAssessment,
    ),
    async (request, reply) =>
      app.answer(request, reply, () => orNotFound(request.params.id, (id) => readRisks(records, id))),
  );
};

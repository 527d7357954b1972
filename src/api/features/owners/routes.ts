import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { ENTITY_TYPES } from '../../../domain/entity-class.ts';
import { normalizeOwnerName, ownerId } from '../../../domain/owner-name.ts';
import { notFound } from '../../../domain/problems.ts';
import { ownedParcels, readPortfolio, withProperties } from '../../../records/owners.ts';
import { number, pageOf, pageQuery } from '../../../records/schemas/common.ts';
import { Owner } from '../../../records/schemas/owner.ts';
import { Parcel } from '../../../records/schemas/parcel.ts';
import { FieldText, fieldsOf } from '../../answers/fields.ts';
import { parcelPages, shapeParcels, WithOutline } from '../../answers/parcels.ts';
import { ownerSearchRoute } from './search.ts';

const NamePath = Type.Object({
  name: Type.String({
    description: 'The owner’s name in any spelling that means the same name, URL-encoded',
    examples: ['Oak Street Holdings, L.L.C.'],
  }),
});

const PropertiesQuery = Type.Object(
  { fields: Type.Optional(FieldText), outline: Type.Optional(WithOutline), ...pageQuery(100) },
  { additionalProperties: false },
);

const Portfolio = Type.Object(
  {
    owner_name: Type.String({ description: 'Most frequent spelling', examples: ['OAK STREET HOLDINGS LLC'] }),
    entity_type: Type.Enum([...ENTITY_TYPES], { description: 'Kind of owner', examples: ['llc'] }),
    summary: Type.Object({
      property_count: Type.Integer({ description: 'All parcels of the owner', examples: [42] }),
      total_assessed_value: Type.Number({
        description: 'Sum of the known assessed values, USD',
        examples: [11204500],
      }),
      avg_assessed_value: number('Average of the known assessed values, USD', 266773.81),
      states: Type.Array(Type.String(), { description: 'State abbreviations', examples: [['NE']] }),
      counties: Type.Integer({ description: 'Counties', examples: [2] }),
      zoning_breakdown: Type.Record(Type.String(), Type.Integer(), {
        description: 'Parcels by zoning category; those of unknown category are left out',
        examples: [{ residential: 40, commercial: 2 }],
      }),
    }),
    properties: Type.Array(Parcel, { description: 'The first 100 of the parcels by assessed value' }),
  },
  { title: 'Portfolio' },
);

type StoredOwner = Static<typeof Owner> & { internal: { zoning: Record<string, number> } };

const noOwner = (name: string) => notFound(`There is no owner ${name.slice(0, 100)}`);

/** The id behind any spelling of a name. Throws 404 for a name that no owner can have. */
function idOf(name: string): string {
  const normalized = normalizeOwnerName(name);
  if (normalized === '') throw noOwner(name);
  return ownerId(normalized);
}

/** The routes under /owners. */
export const ownerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const access = { access: 'required' as const, errors: [404] };
  await app.register(ownerSearchRoute);

  app.get(
    '/owners/:name',
    {
      config: access,
      schema: {
        summary: 'An owner’s profile',
        description:
          'The name may have any spelling: `Oak Street Holdings, L.L.C.` is `OAK STREET HOLDINGS LLC`.',
        tags: ['Owners'],
        params: NamePath,
        response: { 200: Owner },
      },
    },
    async (request, reply) =>
      app.answer(request, reply, async () => {
        const { params } = request;
        const owner = await app.records.record('owners', idOf(params.name));
        if (!owner) throw noOwner(params.name);
        return owner;
      }),
  );

  app.get(
    '/owners/:name/properties',
    {
      config: { ...access, geojson: true },
      schema: {
        summary: 'An owner’s parcels, highest assessed value first',
        description: 'The name may have any spelling, as in the profile.',
        tags: ['Owners'],
        params: NamePath,
        querystring: PropertiesQuery,
        response: { 200: parcelPages },
      },
    },
    async (request, reply) =>
      app.answer(request, reply, async () => {
        const { params, query } = request;
        const fields = fieldsOf(query.fields);
        const page = await ownedParcels(app.records, idOf(params.name), pageOf(query));
        if (page.total === 0) throw noOwner(params.name);
        return shapeParcels(request, page, { fields, outline: query.outline });
      }),
  );

  app.get(
    '/owners/:name/portfolio',
    {
      config: access,
      schema: {
        summary: 'What an owner has in all, and the first 100 of the parcels by assessed value',
        description:
          'The name may have any spelling, as in the profile. `/properties` lists the other parcels.',
        tags: ['Owners'],
        params: NamePath,
        response: { 200: Portfolio },
      },
    },
    async (request, reply) =>
      app.answer(request, reply, async () => {
        const { params } = request;
        const { profile, properties } = await readPortfolio(app.records, idOf(params.name));
        if (!profile) throw noOwner(params.name);
        const owner = JSON.parse(profile.toString()) as StoredOwner;
        const summary = {
          property_count: owner.property_count,
          total_assessed_value: owner.total_assessed_value,
          avg_assessed_value: owner.avg_assessed_value,
          states: owner.states,
          counties: owner.counties,
          zoning_breakdown: owner.internal.zoning,
        };
        const { owner_name, entity_type } = owner;
        return withProperties({ owner_name, entity_type, summary }, properties);
      }),
  );
};

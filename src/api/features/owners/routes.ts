import type { estypes } from '@elastic/elasticsearch';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { ENTITY_TYPES } from '../../../domain/entity-class.ts';
import { normalizeOwnerName, ownerId } from '../../../domain/owner-name.ts';
import { notFound } from '../../../domain/problems.ts';
import type { IndexView } from '../../../records/index-view.ts';
import { ownedParcels, readPortfolio, withProperties } from '../../../records/owners.ts';
import { encodeRows } from '../../../records/rows.ts';
import {
  List,
  limitTo,
  MOST_COUNT,
  number,
  pageOf,
  pageQuery,
  Substring,
} from '../../../records/schemas/common.ts';
import { Owner } from '../../../records/schemas/owner.ts';
import { Parcel } from '../../../records/schemas/parcel.ts';
import { namesBegin, ownerWords } from '../../../records/words.ts';
import { FieldText, fieldsOf } from '../../answers/fields.ts';
import { parcelPages, shapeParcels, WithOutline } from '../../answers/parcels.ts';

export const OwnerSearchQuery = Type.Object(
  {
    q: Substring('Words of the name, whole or their beginnings, in any order', 'smith joh'),
    min_properties: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MOST_COUNT, description: 'Minimum number of parcels' }),
    ),
    limit: limitTo(100, 20, 'Maximum number of rows, 1 to 100'),
  },
  { additionalProperties: false },
);

const WORDS = 'internal.words';
const NAME = 'internal.name';

/** Owners whose name has every word, or one that begins with it; better matches score higher. */
function nameQuery(q: string, minProperties = 1): estypes.QueryDslQueryContainer {
  const words = ownerWords(q, 'q');
  const whole = words.map((word) => ({ term: { [WORDS]: word } }));
  return {
    bool: {
      filter: [...namesBegin(WORDS, words), { range: { property_count: { gte: minProperties } } }],
      should: [
        { constant_score: { filter: { term: { [NAME]: normalizeOwnerName(q) } }, boost: 2 } },
        { constant_score: { filter: { bool: { filter: whole } }, boost: 1 } },
      ],
    },
  };
}

/** The owners found, as the bytes of a JSON array. Throws 400. */
async function searchOwners(
  owners: IndexView,
  q: string,
  limit: number,
  minProperties?: number,
): Promise<Buffer> {
  const { rows } = await owners.rows({
    size: limit,
    track_total_hits: false,
    query: nameQuery(q, minProperties),
    sort: [
      { _score: { order: 'desc' } },
      { property_count: 'desc' },
      { 'internal.seq': 'asc' },
      { 'internal.key': 'asc' },
    ],
  });
  return rows;
}

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

  app.data(
    'GET /owners/search',
    {
      config: { access: 'required' },
      schema: {
        summary: 'Owners by name: the exact name first, then all words, then beginnings, then by parcels',
        description: 'Every word of `q` is a word of the name or the beginning of one.',
        tags: ['Owners'],
        querystring: OwnerSearchQuery,
        response: { 200: List(Owner) },
      },
    },
    async ({ query }) => {
      const rows = await searchOwners(app.records.of('owners'), query.q, query.limit!, query.min_properties);
      return encodeRows(rows);
    },
  );

  app.data(
    'GET /owners/:name',
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
    async ({ params }) => {
      const owner = await app.records.record('owners', idOf(params.name));
      if (!owner) throw noOwner(params.name);
      return owner;
    },
  );

  app.data(
    'GET /owners/:name/properties',
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
    async (request) => {
      const { params, query } = request;
      const fields = fieldsOf(query.fields);
      const page = await ownedParcels(app.records, idOf(params.name), pageOf(query));
      if (page.total === 0) throw noOwner(params.name);
      return shapeParcels(request, page, { fields, outline: query.outline });
    },
  );

  app.data(
    'GET /owners/:name/portfolio',
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
    async ({ params }) => {
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
    },
  );
};

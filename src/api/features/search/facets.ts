import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { wrong } from '../../../domain/problems.ts';
import {
  FACETS,
  type FacetKey,
  FIGURES,
  type FigureName,
  MOST_VALUES,
  readFacets,
} from '../../../records/facets.ts';
import {
  conditionsOf,
  LARGEST_SEARCH,
  ONE_REGION,
  SELECTION,
  type Selection,
} from '../../../records/region.ts';
import { number } from '../../../records/schemas/common.ts';

const KEYS = Object.keys(FACETS) as FacetKey[];

const FacetRequest = Type.Object(
  {
    ...SELECTION,
    by: Type.Optional(
      Type.Array(Type.Enum(KEYS, { type: 'string' }), {
        minItems: 1,
        maxItems: KEYS.length,
        uniqueItems: true,
        description: `What to count the parcels by: the ${MOST_VALUES} most frequent values of each`,
      }),
    ),
    figures: Type.Optional(
      Type.Array(Type.Enum([...FIGURES], { type: 'string' }), {
        minItems: 1,
        maxItems: FIGURES.length,
        uniqueItems: true,
        description: 'The figure whose quantiles to return',
      }),
    ),
  },
  {
    additionalProperties: false,
    ...ONE_REGION,
    title: 'FacetRequest',
    description: 'by, figures or both are required',
    examples: [
      { filters: { countyFips: '31109' }, by: ['zoning_category'], figures: ['total_assessed_value'] },
    ],
  },
);

const Facet = Type.Object({
  key: Type.Enum(KEYS),
  values: Type.Array(
    Type.Object({
      value: Type.Union([Type.String(), Type.Number(), Type.Boolean()], {
        description: 'As in the parcels',
        examples: ['residential'],
      }),
      count: Type.Integer({ description: 'Count of the parcels that have it', examples: [96] }),
    }),
    { description: 'The most frequent first' },
  ),
  other: Type.Integer({ description: 'Count of the parcels with a value that is not listed', examples: [0] }),
  missing: Type.Integer({ description: 'Count of the parcels without a value', examples: [4] }),
});

const Figure = Type.Object({
  figure: Type.Enum([...FIGURES]),
  count: Type.Integer({ description: 'Count of the parcels with a value', examples: [120] }),
  min: number('Smallest value; null where no parcel has one', 12_000),
  p10: number('A tenth of the values are at most this; approximate among many parcels', 98_000),
  p25: number('The lower quartile', 150_000),
  p50: number('The median', 210_000),
  p75: number('The upper quartile', 290_000),
  p90: number('Nine tenths of the values are at most this', 410_000),
  max: number('Largest value', 2_400_000),
});

const FacetAnswer = Type.Object(
  {
    total: Type.Integer({ description: 'Exact count of all matches', examples: [128] }),
    facets: Type.Array(Facet, { description: 'One of each of `by`, in their order' }),
    figures: Type.Array(Figure, { description: 'One of each of `figures`, in their order' }),
  },
  { title: 'Facets' },
);

interface Wanted extends Selection {
  by?: FacetKey[];
  figures?: FigureName[];
}

/** POST /search/facets: the parcels of a search, counted by keys, and quantiles of figures. */
export const facetRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.data(
    'POST /search/facets',
    {
      bodyLimit: LARGEST_SEARCH,
      config: { access: 'optional', errors: [413, 415] },
      schema: {
        summary: 'The parcels of a search counted by their values, and quantiles of figures; one lookup',
        description:
          'Takes the region and filters of a search, and counts all of its parcels, not only a page.',
        tags: ['Search'],
        body: FacetRequest,
        response: { 200: FacetAnswer },
      },
    },
    (request) => {
      const { by = [], figures = [], ...selection } = request.body as Wanted;
      if (by.length + figures.length === 0) throw wrong('by', 'must be given where figures are not');
      return readFacets(app.records, conditionsOf(selection), { keys: by, figures });
    },
  );
};

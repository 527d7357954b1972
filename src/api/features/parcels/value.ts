import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { SAME, type Same } from '../../../records/comparables.ts';
import { List, limitTo } from '../../../records/schemas/common.ts';
import { Comparable, Value } from '../../../records/schemas/value.ts';
import { readComparables, readValue } from '../../../records/values.ts';
import { ofParcel, orNotFound } from './parcel-path.ts';

const MOST_MONTHS = 120;
const FARTHEST = 100_000;

export const ComparablesQuery = Type.Object(
  {
    limit: limitTo(50, 10, 'Most comparables'),
    months: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_MONTHS,
        description:
          'Only sales of so many months before `as_of` of the value; all that the model knows without it',
      }),
    ),
    meters: Type.Optional(
      Type.Number({ minimum: 1, maximum: FARTHEST, description: 'Only parcels at most so far away' }),
    ),
    same: Type.Optional(
      Type.String({
        pattern: `^(${SAME.join('|')})(,(${SAME.join('|')}))*$`,
        maxLength: 200,
        'x-form': `some of ${SAME.join(', ')}, separated by commas without blanks`,
        description: `What must be the same as the parcel’s, separated by commas: ${SAME.join(', ')}`,
        examples: ['class,bedrooms'],
      }),
    ),
  },
  { additionalProperties: false },
);

/** GET /parcels/{id}/value and /parcels/{id}/comparables. */
export const valueRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.data(
    'GET /parcels/:id/value',
    ofParcel(
      'What a parcel would sell for, with the measured error of such values and the most alike sales',
      'An estimate by a model of the county’s sales, computed when records are loaded. It is no appraisal. Where there is none, `reason` says why.',
      Value,
    ),
    ({ params }) => orNotFound(params.id, ({ id }) => readValue(app.records, id)),
  );

  const comparables = ofParcel(
    'Usable sales of other parcels, most alike first',
    'Parcels are alike if the model of values takes them for alike. `price_today` is the price brought to `as_of`.',
    List(Comparable),
  );
  app.data(
    'GET /parcels/:id/comparables',
    { ...comparables, schema: { ...comparables.schema, querystring: ComparablesQuery } },
    async ({ params, query }) => {
      const { limit, months, meters, same } = query;
      const wanted = { limit: limit!, months, meters, same: same?.split(',') as Same[] | undefined };
      return { data: await orNotFound(params.id, ({ id }) => readComparables(app.records, id, wanted)) };
    },
  );
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { BY_VALUE } from '../../../records/paging/paging.ts';
import { areaClauses, CountyFips, StateFips } from '../../../records/schemas/area.ts';
import { pageOf, pageQuery } from '../../../records/schemas/common.ts';
import { FieldText, fieldsOf } from '../../answers/fields.ts';
import { parcelPages, shapeParcels } from '../../answers/parcels.ts';

export const AbsenteeQuery = Type.Object(
  {
    county_fips: Type.Optional(CountyFips),
    state_fips: Type.Optional(StateFips),
    min_value: Type.Optional(
      Type.Number({
        minimum: 0,
        description: 'Minimum assessed value, USD; leaves out parcels without one',
        examples: [250000],
      }),
    ),
    out_of_state: Type.Optional(
      Type.Boolean({ default: false, description: 'Only those whose mailing address is in another state' }),
    ),
    fields: Type.Optional(FieldText),
    ...pageQuery(100),
  },
  { additionalProperties: false },
);

/** GET /deals/absentee: parcels whose owner gets mail elsewhere. */
export const absenteeRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.data(
    'GET /deals/absentee',
    {
      config: { access: 'required', geojson: true },
      schema: {
        summary: 'Absentee-owned parcels, highest assessed value first',
        description: 'The mailing address of such an owner is not the parcel’s own.',
        tags: ['Deals'],
        querystring: AbsenteeQuery,
        response: { 200: parcelPages },
      },
    },
    async (request) => {
      const { query } = request;
      const fields = fieldsOf(query.fields);
      const page = await app.records.page('parcels', {
        filter: [
          { term: { absentee_owner: true } },
          ...(query.out_of_state ? [{ term: { out_of_state_owner: true } }] : []),
          ...areaClauses(query),
          ...(query.min_value === undefined
            ? []
            : [{ range: { total_assessed_value: { gte: query.min_value } } }]),
        ],
        ...BY_VALUE,
        ...pageOf(query),
      });
      return shapeParcels(request, page, { fields });
    },
  );
};

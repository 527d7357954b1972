import type { estypes } from '@elastic/elasticsearch';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { invalid, wrong } from '../../../domain/problems.ts';
import { BY_VALUE } from '../../../records/paging/paging.ts';
import type { Records } from '../../../records/records.ts';
import type { Page } from '../../../records/rows.ts';
import { areaClauses, areaKey } from '../../../records/schemas/area.ts';
import { Paged, pageOf } from '../../../records/schemas/common.ts';
import { EntityRow, EntitySummary } from '../../../records/schemas/entity.ts';
import { codeSubstringClause, substringClause } from '../../../records/words.ts';
import { fieldsOf } from '../../answers/fields.ts';
import { parcelPages, shapeParcels } from '../../answers/parcels.ts';
import { addedEntities, EntitiesQuery, keptEntities } from './entity-ranking.ts';

const EntityRanking = Type.Object(
  { ...Paged(EntityRow).properties, summary: EntitySummary },
  { title: 'EntityRanking' },
);

function checkNarrowed({ county_fips, state_fips, search, top }: EntitiesQuery): void {
  if (county_fips === undefined && state_fips === undefined && search === undefined && !top) {
    const message =
      'at least one of county_fips, state_fips, search, top is required (top=false is not enough)';
    throw invalid(message, [{ field: 'query', message }]);
  }
}

function parcelClauses(query: EntitiesQuery): estypes.QueryDslQueryContainer[] {
  const { entity_type, search, min_value, zoning } = query;
  return [
    entity_type === undefined
      ? { exists: { field: 'entity_class' } }
      : { term: { entity_class: entity_type } },
    ...areaClauses(query),
    ...(search === undefined ? [] : [substringClause('internal.entity_name', search)]),
    ...(min_value! > 0 ? [{ range: { total_assessed_value: { gte: min_value! } } }] : []),
    ...(zoning === undefined ? [] : [codeSubstringClause('internal.zoning', zoning)]),
  ];
}

function parcels(records: Records, query: EntitiesQuery): Promise<Page> {
  return records.page('parcels', { filter: parcelClauses(query), ...BY_VALUE, ...pageOf(query) });
}

/** Sums are stored by owner, area and class; other filters are computed from the parcels. */
function ranking(records: Records, query: EntitiesQuery): Promise<Buffer> {
  const area = areaKey(query);
  const page = pageOf(query);
  const { search, zoning, min_value, entity_type } = query;
  const perParcel = zoning !== undefined || min_value! > 0 || search !== undefined;
  return perParcel && area !== null
    ? addedEntities(records, parcelClauses(query), area, page)
    : keptEntities(records, area, entity_type, page);
}

/** GET /deals/entities: parcels that organizations own. */
export const entitiesRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.data(
    'GET /deals/entities',
    {
      config: { access: 'required', geojson: true, exampleQuery: { county_fips: '31109' } },
      schema: {
        summary: 'Parcels owned by organizations, highest assessed value first, or a ranking of the owners',
        description:
          'At least one of county_fips, state_fips, search, top is required (top=false is not enough).',
        tags: ['Deals'],
        querystring: EntitiesQuery,
        response: {
          200: {
            description:
              'Parcels; with top=true, the ranking, by property_count, then total_assessed_value, always as JSON',
            content: {
              'application/json': {
                schema: Type.Union([...parcelPages.content['application/json'].schema.anyOf, EntityRanking]),
              },
              'application/geo+json': parcelPages.content['application/geo+json'],
            },
          },
        },
      },
    },
    async (request) => {
      const { query } = request;
      const fields = fieldsOf(query.fields);
      if (fields && query.top) throw wrong('fields', 'must not be given with top');
      checkNarrowed(query);
      if (query.top) return ranking(app.records, query);
      return shapeParcels(request, await parcels(app.records, query), { fields });
    },
  );
};

import type { Client, estypes } from '@elastic/elasticsearch';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { fieldsOf } from '../../answers/fields.ts';
import { parcelPages, shapeParcels } from '../../answers/parcels.ts';
import { aliasOf } from '../../elastic/indices.ts';
import { BY_VALUE } from '../../elastic/paging/orders.ts';
import { readPage } from '../../elastic/paging/page.ts';
import type { Paging } from '../../elastic/paging/paging.ts';
import { codeSubstringClause, substringClause } from '../../elastic/substring.ts';
import { invalid, wrong } from '../../problems.ts';
import { areaClauses, areaKey } from '../../schemas/area.ts';
import { Paged } from '../../schemas/common.ts';
import { EntityRow, EntitySummary } from '../../schemas/entity.ts';
import { EntitiesQuery } from './entity-query.ts';
import { addedEntities, keptEntities } from './entity-ranking.ts';

const EntityRanking = Type.Object(
  { ...Paged(EntityRow).properties, summary: EntitySummary },
  { title: 'EntityRanking' },
);

type Page = Pick<Paging, 'limit' | 'offset' | 'walk'>;

/** At least one parameter has to narrow the question. */
function checkNarrowed({ county_fips, state_fips, search, top }: EntitiesQuery): void {
  if (county_fips === undefined && state_fips === undefined && search === undefined && !top) {
    const message =
      'at least one of county_fips, state_fips, search, top is required (top=false is not enough)';
    throw invalid(message, [{ field: 'query', message }]);
  }
}

/** The clauses for the parcels chosen. */
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

function parcels(client: Client, index: string, query: EntitiesQuery, page: Page): Promise<Buffer> {
  return readPage(client, { index, filter: parcelClauses(query), ...BY_VALUE, ...page });
}

/** Sums are kept by owner, area and class; questions about single parcels are added up. */
function ranking(client: Client, prefix: string, query: EntitiesQuery, page: Page): Promise<Buffer> {
  const area = areaKey(query);
  const { search, zoning, min_value, entity_type } = query;
  const perParcel = zoning !== undefined || min_value! > 0 || search !== undefined;
  return perParcel && area !== null
    ? addedEntities(client, prefix, parcelClauses(query), area, page)
    : keptEntities(client, prefix, area, entity_type, page);
}

/** GET /deals/entities: what organisations own. */
export const entitiesRoute: FastifyPluginAsyncTypebox = async (app) => {
  const { client, config } = app.services;
  app.get(
    '/deals/entities',
    {
      config: { access: 'required', geojson: true },
      schema: {
        summary: 'Parcels owned by organisations, highest assessed value first, or a ranking of the owners',
        tags: ['Deals'],
        querystring: EntitiesQuery,
        response: {
          200: {
            description:
              'Parcels; with top=true, the ranking, by property_count, then total_assessed_value, which is JSON always',
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
      const prefix = config.INDEX_PREFIX;
      const walk = app.cursors.walk(query.cursor, query.offset!);
      const page = { limit: query.limit!, offset: query.offset!, walk };
      if (query.top) return (await ranking(client, prefix, query, page)) as never;
      const rows = await parcels(client, aliasOf(prefix, 'parcels'), query, page);
      return shapeParcels(request, rows, fields) as never;
    },
  );
};

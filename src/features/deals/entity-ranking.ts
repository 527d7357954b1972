import type { Client, estypes } from '@elastic/elasticsearch';
import type { Static } from 'typebox';
import { ENTITY_CLASSES, type EntityClass } from '../../domain/entity-class.ts';
import { average, cents } from '../../domain/figures.ts';
import { stateByFips } from '../../domain/geography.ts';
import { aliasOf } from '../../elastic/indices.ts';
import { ranked } from '../../elastic/paging/orders.ts';
import { readPage } from '../../elastic/paging/page.ts';
import type { Paging } from '../../elastic/paging/paging.ts';
import { computedPage } from '../../elastic/paging/walk.ts';
import { type Group, rankGroups } from '../../elastic/ranking.ts';
import type { Source } from '../../elastic/source.ts';
import type { EntityRow, EntitySummary } from '../../schemas/entity.ts';
import type { EntitiesQuery } from './entity-query.ts';

type Summary = Static<typeof EntitySummary>;
type Row = Static<typeof EntityRow>;
type Clause = estypes.QueryDslQueryContainer;
type Page = Pick<Paging, 'limit' | 'offset' | 'walk'>;

const RANKED = ranked(['property_count', 'total_assessed_value'], 'entity_class');

const nothing = () => ({ entity_count: 0, property_count: 0, total_assessed_value: 0 });

function emptySummary(): Summary {
  const by_class = Object.fromEntries(ENTITY_CLASSES.map((name) => [name, nothing()]));
  return { ...nothing(), by_class: by_class as Summary['by_class'] };
}

function addTo(
  summary: Summary,
  name: EntityClass,
  entities: number,
  properties: number,
  value: number,
): void {
  for (const sums of [summary, summary.by_class[name]]) {
    sums.entity_count += entities;
    sums.property_count += properties;
    sums.total_assessed_value = cents(sums.total_assessed_value + value);
  }
}

/** Adds up the rows that match, by class. Elasticsearch keeps the answer until the index changes. */
async function summarise(client: Client, index: string, filter: Clause[]): Promise<Summary> {
  interface Bucket {
    key: EntityClass;
    doc_count: number;
    properties: { value: number };
    value: { value: number };
  }
  const answer = await client.search<unknown, { classes: { buckets: Bucket[] } }>({
    index,
    size: 0,
    request_cache: true,
    track_total_hits: false,
    query: { bool: { filter } },
    aggs: {
      classes: {
        terms: { field: 'entity_class', size: ENTITY_CLASSES.length },
        aggs: {
          properties: { sum: { field: 'property_count' } },
          value: { sum: { field: 'total_assessed_value' } },
        },
      },
    },
  });
  const summary = emptySummary();
  for (const { key, doc_count, properties, value } of answer.aggregations!.classes.buckets) {
    addTo(summary, key, doc_count, properties.value, value.value);
  }
  return summary;
}

/** A ranking by the sums that are kept for an area; of no area, an empty one. */
export async function keptEntities(
  client: Client,
  prefix: string,
  area: string | null,
  entity_type: EntitiesQuery['entity_type'],
  paging: Page,
): Promise<Buffer> {
  const index = aliasOf(prefix, 'holdings');
  const filter: Clause[] = [
    area === null ? { match_none: {} } : { term: { 'internal.area': area } },
    ...(entity_type === undefined ? [] : [{ term: { entity_class: entity_type } }]),
  ];
  const [page, summary] = await Promise.all([
    readPage(client, { index, filter, ...RANKED, ...paging }),
    summarise(client, index, filter),
  ]);
  const tail = Buffer.from(`,"summary":${JSON.stringify(summary)}}`);
  return Buffer.concat([page.subarray(0, -1), tail]);
}

/** An owner under one class: spellings of one name may be of different classes. */
const organisation = (owner: string, entityClass: string) => `${owner}:${entityClass}`;

/** States and counties of the chosen parcels of these owners, by organisation. */
async function placesOf(client: Client, source: Source, filter: Clause[], owners: string[]) {
  interface Places {
    key: string;
    states: { buckets: { key: string }[] };
    counties: { value: number };
  }
  const answer = await client.search<
    unknown,
    { owners: { buckets: { key: string; classes: { buckets: Places[] } }[] } }
  >({
    ...source,
    size: 0,
    track_total_hits: false,
    query: { bool: { filter: [...filter, { terms: { owner_id: owners } }] } },
    aggs: {
      owners: {
        terms: { field: 'owner_id', size: owners.length },
        aggs: {
          classes: {
            terms: { field: 'entity_class', size: ENTITY_CLASSES.length },
            aggs: {
              states: { terms: { field: 'state_fips', size: 100 } },
              counties: { cardinality: { field: 'county_fips', precision_threshold: 4_000 } },
            },
          },
        },
      },
    },
  });
  return new Map(
    answer.aggregations!.owners.buckets.flatMap(({ key, classes }) =>
      classes.buckets.map((bucket) => [organisation(key, bucket.key), bucket] as const),
    ),
  );
}

async function namesOf(client: Client, index: string, ids: string[]): Promise<(string | undefined)[]> {
  const { docs } = await client.mget<{ owner_name: string }>({
    index,
    ids,
    realtime: false,
    _source_includes: ['owner_name'],
  });
  return docs.map((doc) => ('found' in doc ? doc._source?.owner_name : undefined));
}

async function rowsOf(
  client: Client,
  prefix: string,
  parcels: Source,
  filter: Clause[],
  area: string,
  groups: Group[],
): Promise<Row[]> {
  if (groups.length === 0) return [];
  const owners = [...new Set(groups.map(({ keys }) => keys.owner_id!))];
  const ids = groups.map(({ keys }) => `${keys.owner_id}:${area}:${keys.entity_class}`);
  const [places, names] = await Promise.all([
    placesOf(client, parcels, filter, owners),
    namesOf(client, aliasOf(prefix, 'holdings'), ids),
  ]);
  return groups.map(({ keys, count, sum, valued }, at) => {
    // A load may have become visible since the groups were added up, and the owner may be gone with it.
    const place = places.get(organisation(keys.owner_id!, keys.entity_class!));
    return {
      owner_id: keys.owner_id!,
      owner_name: names[at] ?? '',
      entity_class: keys.entity_class as EntityClass,
      property_count: count,
      total_assessed_value: sum,
      avg_assessed_value: average(sum, valued),
      states: (place?.states.buckets ?? []).map(({ key }) => stateByFips(key)!.abbr).sort(),
      counties: place?.counties.value ?? 0,
    };
  });
}

/** A ranking added up from the parcels that match: for questions about single parcels. */
export async function addedEntities(
  client: Client,
  prefix: string,
  filter: Clause[],
  area: string,
  paging: Page,
): Promise<Buffer> {
  const fields = ['owner_id', 'entity_class'];
  const page = await computedPage(
    aliasOf(prefix, 'parcels'),
    [filter, area],
    paging,
    async (parcels, { limit, offset }) => {
      const groups = await rankGroups(client, parcels, filter, fields, 'total_assessed_value');
      const summary = emptySummary();
      for (const { keys, count, sum } of groups) {
        addTo(summary, keys.entity_class as EntityClass, 1, count, sum);
      }
      const shown = groups.slice(offset, offset + limit);
      const data = await rowsOf(client, prefix, parcels, filter, area, shown);
      return { data, total: groups.length, limit, offset, summary };
    },
  );
  // As bytes: of the two answers that the schema allows, an empty list of parcels would do for an empty ranking.
  return Buffer.from(JSON.stringify(page));
}

import type { estypes } from '@elastic/elasticsearch';
import Type, { type Static } from 'typebox';
import { ENTITY_CLASSES, type EntityClass } from '../../../domain/entity-class.ts';
import { average, cents } from '../../../domain/figures.ts';
import { stateByFips } from '../../../domain/geography.ts';
import type { IndexView } from '../../../records/index-view.ts';
import { largestFirst } from '../../../records/paging/paging.ts';
import { type Group, rankGroups } from '../../../records/ranking.ts';
import type { Records } from '../../../records/records.ts';
import { encodePage } from '../../../records/rows.ts';
import { CountyFips, StateFips } from '../../../records/schemas/area.ts';
import { type PageRequest, pageQuery, Substring } from '../../../records/schemas/common.ts';
import type { EntityRow, EntitySummary } from '../../../records/schemas/entity.ts';
import { FieldText } from '../../answers/fields.ts';

type Summary = Static<typeof EntitySummary>;
type RankedEntity = Static<typeof EntityRow>;
type Clause = estypes.QueryDslQueryContainer;

const RANKED = largestFirst(['property_count', 'total_assessed_value'], 'entity_class');

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

/** Elasticsearch caches the answer until the index changes. */
async function summarize(holdings: IndexView, filter: Clause[]): Promise<Summary> {
  interface Bucket {
    key: EntityClass;
    doc_count: number;
    properties: { value: number };
    value: { value: number };
  }
  const answer = await holdings.search<unknown, { classes: { buckets: Bucket[] } }>({
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

/** A ranking from the stored sums of an area; empty for no area. */
export async function keptEntities(
  records: Records,
  area: string | null,
  entity_type: EntitiesQuery['entity_type'],
  page: PageRequest,
): Promise<Buffer> {
  const filter: Clause[] = [
    area === null ? { match_none: {} } : { term: { 'internal.area': area } },
    ...(entity_type === undefined ? [] : [{ term: { entity_class: entity_type } }]),
  ];
  const [found, summary] = await Promise.all([
    records.page('holdings', { filter, ...RANKED, ...page }),
    summarize(records.of('holdings'), filter),
  ]);
  return encodePage(found, { summary });
}

/** A key of owner and class: spellings of one name may differ in class. */
const organization = (owner: string, entityClass: string) => `${owner}:${entityClass}`;

async function placesOf(parcels: IndexView, filter: Clause[], owners: string[]) {
  interface Places {
    key: string;
    states: { buckets: { key: string }[] };
    counties: { value: number };
  }
  const answer = await parcels.search<
    unknown,
    { owners: { buckets: { key: string; classes: { buckets: Places[] } }[] } }
  >({
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
      classes.buckets.map((bucket) => [organization(key, bucket.key), bucket] as const),
    ),
  );
}

async function rowsOf(
  records: Records,
  parcels: IndexView,
  filter: Clause[],
  area: string,
  groups: Group[],
): Promise<RankedEntity[]> {
  if (groups.length === 0) return [];
  const owners = [...new Set(groups.map(({ keys }) => keys.owner_id!))];
  const ids = groups.map(({ keys }) => `${keys.owner_id}:${area}:${keys.entity_class}`);
  const [places, names] = await Promise.all([
    placesOf(parcels, filter, owners),
    records.fields<{ owner_name: string }>('holdings', ids, ['owner_name']),
  ]);
  return groups.map(({ keys, count, sum, valued }, at) => {
    // A load may have become visible since the groups were counted, and removed the owner.
    const place = places.get(organization(keys.owner_id!, keys.entity_class!));
    return {
      owner_id: keys.owner_id!,
      owner_name: names[at]?.owner_name ?? '',
      entity_class: keys.entity_class as EntityClass,
      property_count: count,
      total_assessed_value: sum,
      avg_assessed_value: average(sum, valued),
      states: (place?.states.buckets ?? []).map(({ key }) => stateByFips(key)!.abbr).sort(),
      counties: place?.counties.value ?? 0,
    };
  });
}

/** A ranking computed from the matching parcels: for filters that no stored ranking answers. */
export async function addedEntities(
  records: Records,
  filter: Clause[],
  area: string,
  page: PageRequest,
): Promise<Buffer> {
  const fields = ['owner_id', 'entity_class'];
  const found = await records.computed(
    'parcels',
    [filter, area],
    page,
    async (parcels, { limit, offset }) => {
      const groups = await rankGroups(parcels, filter, fields, 'total_assessed_value');
      const summary = emptySummary();
      for (const { keys, count, sum } of groups) {
        addTo(summary, keys.entity_class as EntityClass, 1, count, sum);
      }
      const data = await rowsOf(records, parcels, filter, area, groups.slice(offset, offset + limit));
      return { rows: Buffer.from(JSON.stringify(data)), count: data.length, total: groups.length, summary };
    },
  );
  return encodePage(found, { summary: found.summary });
}

/** Elasticsearch refuses repetitive patterns of a few hundred characters. */
const LONGEST_ZONING = 200;

export const EntitiesQuery = Type.Object(
  {
    county_fips: Type.Optional(CountyFips),
    state_fips: Type.Optional(StateFips),
    entity_type: Type.Optional(
      Type.Enum([...ENTITY_CLASSES], { description: 'Class of the owning organization' }),
    ),
    search: Type.Optional(Substring('Part of the owner name, in any case', 'holdings')),
    min_value: Type.Optional(
      Type.Integer({ minimum: 0, default: 0, description: 'Minimum assessed value of a parcel, USD' }),
    ),
    zoning: Type.Optional(
      Substring('Part of the zoning code or category, in any case', 'comm', LONGEST_ZONING),
    ),
    top: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Return a ranking of the owners with a summary, instead of parcels',
      }),
    ),
    fields: Type.Optional(FieldText),
    ...pageQuery(50),
  },
  { additionalProperties: false },
);
export type EntitiesQuery = Static<typeof EntitiesQuery>;

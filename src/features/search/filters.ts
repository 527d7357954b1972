import type { estypes } from '@elastic/elasticsearch';
import Type, { type Static, type TSchema } from 'typebox';
import { ENTITY_TYPES } from '../../domain/entity-class.ts';
import { ZONING_CATEGORIES } from '../../domain/zoning-category.ts';
import { wrong } from '../../problems.ts';

type Clause = estypes.QueryDslQueryContainer;

interface Filter<S extends TSchema> {
  schema: S;
  /** The Elasticsearch clause for a value; null when the value narrows nothing. Throws 400 on an impossible one. */
  clause(value: Static<S>, field: string): Clause | null;
}

const filter = <S extends TSchema>(schema: S, clause: Filter<S>['clause']): Filter<S> => ({ schema, clause });

/** A pattern that matches any of the words in any case, for schemas that must stay plain JSON Schema. */
function anyCase(words: readonly string[]): string {
  const letters = (word: string) => word.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
  return `^(?:${words.map(letters).join('|')})$`;
}

/** Elasticsearch refuses to compare a field of whole numbers with one beyond these; no such value is stored. */
const MOST_INTEGER = 2 ** 31 - 1;

/** `most` keeps what Elasticsearch is asked within the reach of the field; it leaves what matches as it is. */
function range<N extends TSchema>(bound: N, description: string, indexField: string, most = Infinity) {
  const reachable = (value?: number) =>
    value === undefined ? value : Math.max(-most, Math.min(most, value));
  const schema = Type.Object(
    { min: Type.Optional(bound), max: Type.Optional(bound) },
    { additionalProperties: false, description },
  );
  return filter(schema, (value, field) => {
    const { min, max } = value as { min?: number; max?: number };
    if (min !== undefined && max !== undefined && min > max) {
      throw wrong(`filters.${field}.min`, `must not be above filters.${field}.max`);
    }
    return min === undefined && max === undefined
      ? null
      : { range: { [indexField]: { gte: reachable(min), lte: reachable(max) } } };
  });
}

/**
 * Every filter of the search route: its schema, its description and its clause. A new filter is one entry here.
 */
export const FILTERS = {
  zoningCategories: filter(
    Type.Array(
      Type.String({
        pattern: anyCase(ZONING_CATEGORIES),
        'x-form': `one of ${ZONING_CATEGORIES.join(', ')}`,
        examples: ['residential'],
      }),
      {
        maxItems: 100,
        description: `Zoning categories, in any case: ${ZONING_CATEGORIES.join(', ')}. An empty list filters nothing.`,
      },
    ),
    (words) =>
      words.length === 0 ? null : { terms: { zoning_category: words.map((word) => word.toLowerCase()) } },
  ),
  ownerTypes: filter(
    Type.Array(Type.Enum([...ENTITY_TYPES]), {
      maxItems: 100,
      description: 'Kinds of owner. An empty list filters nothing.',
    }),
    (types) => (types.length === 0 ? null : { terms: { entity_type: types } }),
  ),
  absenteeOnly: filter(
    Type.Boolean({ default: false, description: 'Only parcels whose owner’s mailing address is elsewhere' }),
    (only) => (only ? { term: { absentee_owner: true } } : null),
  ),
  valueRange: range(Type.Number(), 'Assessed value, USD, both ends included', 'total_assessed_value'),
  yearBuiltRange: range(
    Type.Integer(),
    'Year of construction, both ends included',
    'year_built',
    MOST_INTEGER,
  ),
  acreageRange: range(Type.Number(), 'Lot size in acres, both ends included', 'acreage'),
};

type FilterName = keyof typeof FILTERS;

/** The `filters` object of a search, in the order of the table. */
export const Filters = Type.Object(
  Object.fromEntries(Object.entries(FILTERS).map(([name, { schema }]) => [name, Type.Optional(schema)])) as {
    [N in FilterName]: ReturnType<typeof Type.Optional<(typeof FILTERS)[N]['schema']>>;
  },
  { additionalProperties: false, description: 'All optional; a parcel must meet every one given' },
);
export type Filters = { [N in FilterName]?: Static<(typeof FILTERS)[N]['schema']> };

/** The clauses of the filters given, in the table's order, so that equal filters make equal queries. */
export function filterClauses(given: Filters): Clause[] {
  const clauses: Clause[] = [];
  for (const [name, { clause }] of Object.entries(FILTERS) as [FilterName, Filter<TSchema>][]) {
    const value = given[name];
    const found = value === undefined ? null : clause(value as never, name);
    if (found) clauses.push(found);
  }
  return clauses;
}

import type { estypes } from '@elastic/elasticsearch';
import Type, { type Static, type TSchema } from 'typebox';
import { ENTITY_TYPES } from '../domain/entity-class.ts';
import { ZONING_CATEGORIES } from '../domain/zoning-category.ts';
import type { PARCELS } from '../elastic/fields/parcels.ts';
import type { Searchable } from '../elastic/fields/types.ts';
import { wrong } from '../problems.ts';

type Clause = estypes.QueryDslQueryContainer;

/** An indexed field of the parcels. The compiler refuses others, which would fail at each search. */
type Field = Searchable<typeof PARCELS>;

type Control =
  | { kind: 'choices'; choices: readonly string[] }
  | { kind: 'flag' }
  | { kind: 'range'; of: 'number' | 'integer' | 'date' };

interface Filter<S extends TSchema> {
  label: string;
  control: Control;
  schema: S;
  /** null when the value narrows nothing. Throws 400 on an impossible one. */
  clause(value: Static<S>, name: string): Clause | null;
}

interface Choice<S extends TSchema> {
  word: S;
  description: string;
  read?: (word: string) => string;
}

/** A parcel must have one of the words. `read` turns a word into its stored form. */
const choices = <S extends TSchema>(
  label: string,
  field: Field,
  words: readonly string[],
  { word, description, read = (word) => word }: Choice<S>,
) => ({
  label,
  control: { kind: 'choices', choices: words } as const,
  schema: Type.Array(word, {
    maxItems: 100,
    description: `${description}. An empty list filters nothing.`,
  }),
  clause: (values: Static<S>[]) =>
    values.length === 0 ? null : { terms: { [field]: values.map((value) => read(value as string)) } },
});

const flag = (label: string, field: Field, description: string) => ({
  label,
  control: { kind: 'flag' } as const,
  schema: Type.Boolean({ default: false, description }),
  clause: (only: boolean) => (only ? { term: { [field]: true } } : null),
});

/** `reach` keeps an end within what Elasticsearch can compare, without changing what matches. */
const range = <V extends number | string>(
  label: string,
  field: Field,
  of: Extract<Control, { kind: 'range' }>['of'],
  end: TSchema,
  reach = (value: V) => value,
) => ({
  label,
  control: { kind: 'range', of } as const,
  schema: Type.Unsafe<{ min?: V; max?: V }>(
    Type.Object(
      { min: Type.Optional(end), max: Type.Optional(end) },
      { additionalProperties: false, description: `${label}, both ends included` },
    ),
  ),
  clause({ min, max }: { min?: V; max?: V }, name: string) {
    // ISO days order as text.
    if (min !== undefined && max !== undefined && min > max) {
      throw wrong(`filters.${name}.min`, `must not be above filters.${name}.max`);
    }
    if (min === undefined && max === undefined) return null;
    const [gte, lte] = [min, max].map((value) => (value === undefined ? value : reach(value)));
    return { range: { [field]: { gte, lte } } };
  },
});

/** Elasticsearch refuses to compare a field of whole numbers with larger ones; no such value is stored. */
const MOST_INTEGER = 2 ** 31 - 1;

const numbers = (label: string, field: Field) => range<number>(label, field, 'number', Type.Number());
const integers = (label: string, field: Field) =>
  range<number>(label, field, 'integer', Type.Integer(), (value) =>
    Math.max(-MOST_INTEGER, Math.min(MOST_INTEGER, value)),
  );
const days = (label: string, field: Field) =>
  range<string>(label, field, 'date', Type.String({ format: 'date', examples: ['2024-01-31'] }));

/** A pattern for the words in any case, since schemas must stay plain JSON Schema. */
function anyCase(words: readonly string[]): string {
  const letters = (word: string) => word.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
  return `^(?:${words.map(letters).join('|')})$`;
}

/** Every filter. Schema, clause, OpenAPI text and the form on the map follow from an entry. */
export const FILTERS = {
  zoningCategories: choices('Zoning', 'zoning_category', ZONING_CATEGORIES, {
    word: Type.String({
      pattern: anyCase(ZONING_CATEGORIES),
      'x-form': `one of ${ZONING_CATEGORIES.join(', ')}`,
      examples: ['residential'],
    }),
    description: `Zoning categories, in any case: ${ZONING_CATEGORIES.join(', ')}`,
    read: (word) => word.toLowerCase(),
  }),
  ownerTypes: choices('Owner', 'entity_type', ENTITY_TYPES, {
    word: Type.Enum([...ENTITY_TYPES]),
    description: 'Kinds of owner',
  }),
  absenteeOnly: flag(
    'Only absentee owners',
    'absentee_owner',
    'Only parcels whose owner’s mailing address is elsewhere',
  ),
  valueRange: numbers('Assessed value, USD', 'total_assessed_value'),
  yearBuiltRange: integers('Year built', 'year_built'),
  acreageRange: numbers('Lot size, acres', 'acreage'),
  buildingSqftRange: numbers('Floor area, square feet', 'building_sqft'),
  bedroomsRange: numbers('Bedrooms', 'bedrooms'),
  bathroomsRange: numbers('Bathrooms', 'bathrooms'),
  salePriceRange: numbers('Sale price, USD', 'sale_price'),
  saleDateRange: days('Sale date', 'sale_date'),
};

type FilterName = keyof typeof FILTERS;

export const Filters = Type.Object(
  Object.fromEntries(Object.entries(FILTERS).map(([name, { schema }]) => [name, Type.Optional(schema)])) as {
    [N in FilterName]: ReturnType<typeof Type.Optional<(typeof FILTERS)[N]['schema']>>;
  },
  { additionalProperties: false, description: 'All optional; a parcel must meet every one given' },
);
export type Filters = { [N in FilterName]?: Static<(typeof FILTERS)[N]['schema']> };

/** The clauses of the filters, in the table's order, so that equal filters make equal queries. */
export function filterClauses(filters: Filters): Clause[] {
  const clauses: Clause[] = [];
  for (const [name, { clause }] of Object.entries(FILTERS) as [FilterName, Filter<TSchema>][]) {
    const value = filters[name];
    const found = value === undefined ? null : clause(value, name);
    if (found) clauses.push(found);
  }
  return clauses;
}

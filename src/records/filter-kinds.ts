import Type, { type Static, type TSchema } from 'typebox';
import { wrong } from '../domain/problems.ts';
import type { PARCEL_FIELDS } from '../stores/elastic/indices.ts';
import type { Clause, Test } from './question.ts';

type Parcels = typeof PARCEL_FIELDS;

/** The fields that are indexed: `index` and `enabled` are only written where they are false. */
type Searchable<F> = {
  [N in keyof F & string]: F[N] extends { index: boolean } | { enabled: boolean } | { properties: object }
    ? never
    : N;
}[keyof F & string];

/** An indexed field of the parcels. The compiler rejects others, which would fail in every search. */
type Field =
  | Searchable<Parcels>
  | `internal.${Searchable<Parcels['internal']['properties']>}`
  | 'land_use.words';

type Control =
  | { kind: 'choices'; choices: readonly string[] }
  | { kind: 'flag' }
  | { kind: 'range'; of: 'number' | 'integer' | 'date' };

export interface Filter<S extends TSchema> {
  /** For its form on the map; both or neither. */
  label?: string;
  control?: Control;
  /** A search with this filter needs no region. */
  isSelective?: true;
  schema: S;
  /** Null when the value narrows nothing. Throws 400, naming the field, for an impossible one. */
  condition(value: Static<S>, field: string): Test | Clause | null;
}

interface Choice<S extends TSchema> {
  word: S;
  description: string;
  read?: (word: string) => string;
}

/** A list whose schema says what to send in place of an empty one. */
const list = <S extends TSchema>(item: S, maxItems: number, description: string) =>
  Type.Array(item, {
    minItems: 1,
    maxItems,
    'x-form': 'a list with something in it: leave it out to filter nothing',
    description,
  });

/** A parcel must have one of the words. `read` turns a word into its stored form. */
export const choices = <S extends TSchema>(
  label: string,
  field: Field,
  words: readonly string[],
  { word, description, read = (word) => word }: Choice<S>,
) => ({
  label,
  control: { kind: 'choices', choices: words } as const,
  schema: list(word, 100, description),
  condition: (values: Static<S>[]): Test => ({
    is: 'among',
    field,
    values: values.map((value) => read(value as string)),
  }),
});

export const flag = (label: string, field: Field, description: string) => ({
  label,
  control: { kind: 'flag' } as const,
  schema: Type.Boolean({ default: false, description }),
  condition: (only: boolean) => (only ? equal(field, true) : null),
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
  condition({ min, max }: { min?: V; max?: V }, name: string): Test | null {
    // ISO days sort correctly as text.
    if (min !== undefined && max !== undefined && min > max)
      throw wrong(`${name}.min`, `must not be above ${name}.max`);
    if (min === undefined && max === undefined) return null;
    const [from, to] = [min, max].map((value) => (value === undefined ? value : reach(value)));
    return { is: 'between', field, from, to };
  },
});

/** Elasticsearch refuses to compare an integer field with larger numbers; no such value is stored. */
const MOST_INTEGER = 2 ** 31 - 1;

export const numbers = (label: string, field: Field) => range<number>(label, field, 'number', Type.Number());
export const integers = (label: string, field: Field) =>
  range<number>(label, field, 'integer', Type.Integer(), (value) =>
    Math.max(-MOST_INTEGER, Math.min(MOST_INTEGER, value)),
  );
export const days = (label: string, field: Field) =>
  range<string>(label, field, 'date', Type.String({ format: 'date', examples: ['2024-01-31'] }));

/** One text. `condition` throws 400, naming the field, for a text without meaning. */
export const oneText = (
  schema: ReturnType<typeof Type.String>,
  condition: (text: string, field: string) => Test | Clause,
) => ({ schema, condition });

/** A list of texts. */
export const someTexts = (
  item: ReturnType<typeof Type.String>,
  maxItems: number,
  description: string,
  condition: (texts: string[], field: string) => Test | Clause,
) => ({ schema: list(item, maxItems, description), condition });

/** Whether the field has any value. */
export const known = (field: Field, description: string) => ({
  schema: Type.Boolean({ description }),
  condition: (is: boolean): Clause => {
    const has = { exists: { field } };
    return is ? has : { bool: { must_not: [has] } };
  },
});

/** The field has this value. */
export const equal = (field: Field, value: string | boolean): Test => ({ is: 'equal', field, value });

/** On or after a day or time. */
export const since = (field: Field, from: string): Test => ({ is: 'between', field, from });

/** All of the words, each whole, in any order and case. Throws 400 for a text without words. */
export function withWords(field: Field, text: string, name: string): Clause {
  if (!/[\p{L}\p{N}]/u.test(text)) throw wrong(name, 'must hold a letter or a digit');
  return { match: { [field]: { query: text.toWellFormed(), operator: 'and' } } };
}

/** Marks a filter that selects few enough parcels by itself: it needs no region. */
export const selective = <F extends object>(filter: F) => ({ ...filter, isSelective: true as const });

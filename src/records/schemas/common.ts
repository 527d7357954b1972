import Type, { type TSchema, type TSchemaOptions } from 'typebox';

/** The schema of a value that is null when unknown; the key is always present. */
export const Nullable = <T extends TSchema>(schema: T, options: TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options);

/** A time in examples. */
export const EXAMPLE_TIME = '2026-01-31T12:00:00.000Z';

/** A time that may be null. */
export const time = (description: string, example: string | null = null) =>
  Nullable(Type.String({ format: 'date-time' }), { description, examples: [example] });

/** A text or null. */
export const text = (description: string, example?: string) =>
  Nullable(Type.String(), { description, ...(example === undefined ? {} : { examples: [example] }) });
/** A number or null. */
export const number = (description: string, example?: number) =>
  Nullable(Type.Number(), { description, ...(example === undefined ? {} : { examples: [example] }) });
/** A whole number or null. */
export const integer = (description: string, example?: number) =>
  Nullable(Type.Integer(), { description, ...(example === undefined ? {} : { examples: [example] }) });
/** A boolean or null. */
export const boolean = (description: string) => Nullable(Type.Boolean(), { description });
/** An ISO day or null. */
export const date = (description: string, example?: string) =>
  Nullable(Type.String({ format: 'date' }), {
    description,
    ...(example === undefined ? {} : { examples: [example] }),
  });
/** An ISO timestamp. */
export const timestamp = (description: string) =>
  Type.String({ format: 'date-time', description, examples: [EXAMPLE_TIME] });
/** One of an enumeration; null when unknown. */
export const oneOf = (values: readonly string[], description: string, example?: string) =>
  Nullable(Type.Enum([...values]), {
    description,
    ...(example === undefined ? {} : { examples: [example] }),
  });

export const Location = Nullable(
  Type.Object({
    lat: Type.Number({ description: 'Latitude, degrees north (WGS84)' }),
    lon: Type.Number({ description: 'Longitude, degrees east (WGS84)' }),
  }),
  { description: 'Point of the record, WGS84 degrees', examples: [{ lat: 40.8136, lon: -96.7026 }] },
);

/** An answer of rows alone. */
export const List = <T extends TSchema>(item: T) => Type.Object({ data: Type.Array(item) });

/** The envelope of the paged routes: rows, their exact total, and where the page is. */
export const Paged = <T extends TSchema>(item: T) =>
  Type.Object({
    data: Type.Array(item),
    total: Type.Integer({ description: 'Exact count of all matches', examples: [1] }),
    limit: Type.Integer({ description: 'Page size used', examples: [100] }),
    offset: Type.Integer({ description: 'Rows skipped before this page', examples: [0] }),
    next_cursor: Type.Optional(
      Nullable(Type.String(), {
        description: 'Only with cursor: the cursor of the next page; null at the end',
      }),
    ),
  });

export const Cursor = Type.String({
  pattern: '^(\\*|[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+)$',
  'x-form': '`*` or the `next_cursor` of an answer',
  maxLength: 8_000,
  description:
    'Walks through all pages at an even cost: `*` first, then `next_cursor` of the previous answer, with all other ' +
    'parameters but limit unchanged. Each row is returned once, even if records are loaded in between. Not with offset',
  examples: ['*'],
});

/** The most rows of an answer, `byDefault` if a request does not say. */
export const limitTo = (most: number, byDefault: number, description = `Page size, 1 to ${most}`) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: most, default: byDefault, description }));

/** The paging of a route by offset or cursor, with `limit` rows by default. */
export const pageQuery = (limit: number) => ({
  limit: limitTo(500, limit),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'Rows to skip; no maximum',
    }),
  ),
  cursor: Type.Optional(Cursor),
});

export interface PageRequest {
  limit: number;
  offset: number;
  cursor?: string;
}

/** The page that a checked query asks for. */
export const pageOf = ({ limit, offset, cursor }: Partial<PageRequest>): PageRequest => ({
  limit: limit!,
  offset: offset!,
  cursor,
});

export const JSON_TYPE = 'application/json; charset=utf-8';

export const MOST_COUNT = 2 ** 31 - 1;

const LONGEST_NAME = 1_000;

/** A piece of a name or code, by default 1 to 1,000 characters. */
export const Substring = (description: string, example: string, maxLength = LONGEST_NAME) =>
  Type.String({ minLength: 1, maxLength, description, examples: [example] });

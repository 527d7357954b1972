/** A field's mapping, without Elasticsearch's defaults, which it does not return. */
export interface Field {
  readonly type?: string;
  readonly index?: boolean;
  readonly enabled?: boolean;
  readonly analyzer?: string;
  readonly fields?: Fields;
  readonly properties?: Fields;
  readonly [option: string]: unknown;
}

export interface Fields {
  readonly [name: string]: Field;
}

/** Returned, never searched. */
export const STORED = { type: 'keyword', index: false, doc_values: false } as const;
export const OPAQUE = { type: 'object', enabled: false } as const;

export const KEYWORD = { type: 'keyword' } as const;
export const BOOLEAN = { type: 'boolean' } as const;
export const SHORT = { type: 'short' } as const;
export const INTEGER = { type: 'integer' } as const;
export const LONG = { type: 'long' } as const;
export const DOUBLE = { type: 'double' } as const;
export const DAY = { type: 'date', format: 'strict_date' } as const;
/** An ISO 8601 time. */
export const TIME = { type: 'date' } as const;
export const GEO_POINT = { type: 'geo_point' } as const;

/** Summed or sorted by, never searched. */
export const AGGREGATED_DOUBLE = { ...DOUBLE, index: false } as const;
/** The number of a load: searched, never sorted by. */
export const LOAD = { ...LONG, doc_values: false } as const;

/** Lower-case text to search for substrings: three or more characters; `.short` for one or two. */
export const SUBSTRING = {
  type: 'text',
  analyzer: 'trigrams',
  norms: false,
  fields: { short: { type: 'text', analyzer: 'short_grams', norms: false, index_options: 'docs' } },
} as const;

/** Whole words in any case. */
export const WORDS = { type: 'text', norms: false, index_options: 'docs' } as const;
/** The words of a normalized name, and their beginnings. */
export const BEGUN_WORDS = {
  type: 'text',
  analyzer: 'words',
  norms: false,
  index_options: 'docs',
  index_prefixes: { min_chars: 1, max_chars: 10 },
} as const;

export type Searchable<F extends Fields> = {
  [N in keyof F & string]: F[N] extends { index: false } | { enabled: false } | { properties: Fields }
    ? never
    : N;
}[keyof F & string];

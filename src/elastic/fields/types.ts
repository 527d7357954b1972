/** How Elasticsearch holds a field. Defaults of Elasticsearch are left out, as it leaves them out itself. */
export interface Field {
  readonly type?: string;
  readonly index?: boolean;
  readonly enabled?: boolean;
  readonly analyzer?: string;
  /** The same value, indexed in further ways. */
  readonly fields?: Fields;
  /** The fields of an object. */
  readonly properties?: Fields;
  readonly [option: string]: unknown;
}

/** Fields by name. */
export interface Fields {
  readonly [name: string]: Field;
}

/** Returned as it is; nobody searches it. */
export const STORED = { type: 'keyword', index: false, doc_values: false } as const;
/** The same of a whole object. */
export const OPAQUE = { type: 'object', enabled: false } as const;

export const KEYWORD = { type: 'keyword' } as const;
export const BOOLEAN = { type: 'boolean' } as const;
export const SHORT = { type: 'short' } as const;
export const INTEGER = { type: 'integer' } as const;
export const LONG = { type: 'long' } as const;
export const DOUBLE = { type: 'double' } as const;
/** An ISO day. */
export const DAY = { type: 'date', format: 'strict_date' } as const;
export const GEO_POINT = { type: 'geo_point' } as const;

/** Summed up or sorted by, never searched. */
export const AGGREGATED_DOUBLE = { ...DOUBLE, index: false } as const;
/** The number of a load: searched, never sorted by. */
export const LOAD = { ...LONG, doc_values: false } as const;

/** Text in lower case that holds a substring: of three characters and more, in `.short` of one or two. */
export const SUBSTRING = {
  type: 'text',
  analyzer: 'trigrams',
  norms: false,
  fields: { short: { type: 'text', analyzer: 'short_grams', norms: false, index_options: 'docs' } },
} as const;

/** The names of the fields that can be searched. */
export type Searchable<F extends Fields> = {
  [N in keyof F & string]: F[N] extends { index: false } | { enabled: false } | { properties: Fields }
    ? never
    : N;
}[keyof F & string];

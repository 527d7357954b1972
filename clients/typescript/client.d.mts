import type { FetchOptions, ParseAs, ParseAsResponse } from 'openapi-fetch';
import type { FilterKeys, HttpMethod, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers';
import type { paths } from './openapi.d.mts';
import type { TerrierOptions } from './options.mjs';

export { TerrierError, type TerrierErrorCode } from './error.mjs';
export type { components, operations, paths } from './openapi.d.mts';
export type { TerrierOptions } from './options.mjs';

type JsonOf<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : never;

type Any<Path extends keyof paths, Method extends HttpMethod> =
  FilterKeys<paths[Path], Method> extends { responses: infer Responses }
    ? {
        [Status in keyof Responses]: Status extends 200 | 201 | 202 ? JsonOf<Responses[Status]> : never;
      }[keyof Responses]
    : never;

/** The records that `fields` applies to: the rows of an answer, or the answer itself. */
type RecordOf<Answer> = Answer extends { data: (infer R)[] } ? R : Answer;
/** Answers with whole records, and answers with parts of records, in which every key is optional. */
type Wholes<Answer> = Answer extends unknown ? (object extends RecordOf<Answer> ? never : Answer) : never;
type Parts<Answer> = Answer extends unknown ? (object extends RecordOf<Answer> ? Answer : never) : never;

/**
 * The JSON of a route's 2xx answer: `Answer<'/api/v1/parcels/{id}'>` is a parcel. With `Fields`, the answer when only
 * some fields are requested.
 */
export type Answer<Path extends keyof paths, Method extends HttpMethod = 'get', Fields = undefined> = [
  Fields,
] extends [undefined]
  ? Wholes<Any<Path, Method>>
  : Parts<Any<Path, Method>>;

/** The parts of a request to a route: `params.path`, `params.query`, `body`, `signal`, `headers` … */
export type Init<Path extends keyof paths, Method extends HttpMethod = 'get'> = Omit<
  FetchOptions<FilterKeys<paths[Path], Method>>,
  'baseUrl' | 'fetch' | 'middleware'
>;

/** Whether `fields` are requested, on the routes that have them. */
type Asks<Path extends keyof paths, Method extends HttpMethod, Fields> = (FilterKeys<
  paths[Path],
  Method
> extends { parameters: { query?: infer Q } }
  ? 'fields' extends keyof NonNullable<Q>
    ? { params?: { query?: { fields?: Fields } } }
    : unknown
  : unknown) &
  (FilterKeys<paths[Path], Method> extends { requestBody: { content: { 'application/json': infer B } } }
    ? 'fields' extends keyof B
      ? { body?: { fields?: Fields } }
      : unknown
    : unknown);

/** The init may be omitted when nothing in it is required. */
type InitArgument<I> = RequiredKeysOf<I> extends never ? [init?: I] : [init: I];

/**
 * Sends a request; `data` is the parsed answer. Throws TerrierError for every answer that is not 2xx, TypeError for
 * a path parameter that no URL can contain and for a failed connection, the signal's reason when aborted.
 */
type Method<M extends HttpMethod> = <
  Path extends PathsWithMethod<paths, M>,
  As extends ParseAs = 'json',
  Fields = undefined,
>(
  path: Path,
  ...init: InitArgument<Init<Path, M> & { parseAs?: As } & Asks<Path, M, Fields>>
) => Promise<{ data: ParseAsResponse<Answer<Path, M, Fields>, { parseAs: As }>; response: Response }>;

type Paged = { data: unknown[]; total: number; offset: number };

/** The method for walking a route: POST if it has one, else GET. */
type WalkMethod<Path extends keyof paths> = paths[Path] extends { post: object } ? 'post' : 'get';

export type PagedPath = {
  [Path in keyof paths]: Answer<Path, WalkMethod<Path>> extends infer Page
    ? [Page] extends [never]
      ? never
      : [Page] extends [Paged]
        ? Path
        : never
    : never;
}[keyof paths];

/** One page of a walk. `next_cursor` begins the next one, even in a later process; it is null after the last. */
export type Page<Path extends PagedPath, Fields = undefined> = Answer<Path, WalkMethod<Path>, Fields> & {
  next_cursor: string | null;
};

export type Row<Path extends PagedPath, Fields = undefined> =
  Answer<Path, WalkMethod<Path>, Fields> extends { data: (infer R)[] } ? R : never;

export interface Terrier {
  GET: Method<'get'>;
  POST: Method<'post'>;
  DELETE: Method<'delete'>;
  /**
   * The pages of a route from `cursor`, or from the beginning. Each page is one request (and lookup), sent when needed.
   * `limit` is the page size. Leaving the loop ends the walk. Throws as a request does.
   */
  pages<Path extends PagedPath, Fields = undefined>(
    path: Path,
    ...init: InitArgument<Init<Path, WalkMethod<Path>> & Asks<Path, WalkMethod<Path>, Fields>>
  ): AsyncGenerator<Page<Path, Fields>, void, undefined>;
  /** The rows of those pages. */
  rows<Path extends PagedPath, Fields = undefined>(
    path: Path,
    ...init: InitArgument<Init<Path, WalkMethod<Path>> & Asks<Path, WalkMethod<Path>, Fields>>
  ): AsyncGenerator<Row<Path, Fields>, void, undefined>;
}

/** A client of the API at `baseUrl`. Throws a TypeError that names an unusable option. */
export function createTerrier(options: TerrierOptions): Terrier;

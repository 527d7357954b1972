import type { components } from './openapi.d.mts';

/**
 * The API's error codes; `not_modified` answers an If-None-Match that still holds; `unexpected_answer` is one without the
 * API's error body, such as a proxy's.
 */
export type TerrierErrorCode = components['schemas']['Error']['code'] | 'not_modified' | 'unexpected_answer';

/** Thrown for every answer that is not 2xx, after the tries that Retry-After allows. */
export class TerrierError extends Error {
  constructor(
    details: Pick<TerrierError, 'message' | 'status' | 'code' | 'requestId' | 'retryAfter' | 'errors'>,
  );
  readonly name: 'TerrierError';
  readonly status: number;
  readonly code: TerrierErrorCode;
  /** The id to quote when you ask about a failed request. */
  readonly requestId: string | null;
  /** Seconds after which to try again, where the answer says so. */
  readonly retryAfter: number | null;
  /** What is wrong with which field of the request, at most 20; empty if the answer does not say. */
  readonly errors: { field: string; message: string }[];
}

/** What the Retry-After header of an answer asks for, in seconds from `now` (epoch ms); null without a usable one. */
export function retryAfter(response: Response, now?: number): number | null;

/** The error for an answer and its parsed body. */
export function errorOf(response: Response, body: unknown): TerrierError;

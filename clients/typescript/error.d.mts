import type { components } from './openapi.d.mts';

/**
 * The API's error codes. `not_modified`: the If-None-Match of the request still matches. `unexpected_answer`: the answer,
 * for example a proxy's, does not have the API's error body.
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
  /** After how many seconds to try again; null if the answer does not say. */
  readonly retryAfter: number | null;
  /** What is wrong with which field of the request, at most 20; empty if the answer does not say. */
  readonly errors: { field: string; message: string }[];
}

/** The wait that an answer's Retry-After asks for, in seconds from `now` (epoch ms); null without a usable one. */
export function retryAfter(response: Response, now?: number): number | null;

/** The error for an answer and its parsed body. */
export function errorOf(response: Response, body: unknown): TerrierError;

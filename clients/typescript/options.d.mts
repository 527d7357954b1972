import type { Retry } from './retry.mjs';

export interface TerrierOptions extends Partial<Retry> {
  /** Address of the API, without `/api/v1`: `https://api.example.com`. */
  baseUrl: string;
  /** The API key, sent as a bearer token. Without one, only routes that need no key answer. */
  key?: string;
  /** Used instead of the global fetch. */
  fetch?: (request: Request) => Promise<Response>;
  /** Ends every request and walk of the client. */
  signal?: AbortSignal;
  /** Most tries for one request, including the first; 4 by default, and 1 never repeats. */
  tries?: number;
  /** Longest total wait of one request for Retry-After, in milliseconds; 60,000 by default. */
  maxWait?: number;
}

/** The options, with defaults for those not given. Throws a TypeError that names an unusable one. */
export function readOptions(
  options: TerrierOptions,
): TerrierOptions & Retry & Required<Pick<TerrierOptions, 'fetch'>>;

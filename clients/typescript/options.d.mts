import type { Retry } from './retry.mjs';

export interface TerrierOptions extends Partial<Retry> {
  /** Address of the API, without `/api/v1`: `https://api.example.com`. */
  baseUrl: string;
  /** The API key, sent as bearer. Without one, only the routes that need none answer. */
  key?: string;
  /** In place of the global fetch. */
  fetch?: (request: Request) => Promise<Response>;
  /** Ends every request and walk of the client. */
  signal?: AbortSignal;
  /** Most tries of one request, the first included: 4 when not given; 1 never repeats. */
  tries?: number;
  /** Most that one request may wait for Retry-After in all, in milliseconds: 60,000 when not given. */
  maxWait?: number;
}

/** The options with what was not given filled in. Throws TypeError naming the one that cannot be used. */
export function readOptions(
  options: TerrierOptions,
): TerrierOptions & Retry & Required<Pick<TerrierOptions, 'fetch'>>;

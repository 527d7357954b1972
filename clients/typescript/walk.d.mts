/** Sends one request; `data` is the parsed body of its answer. */
export type Send = (method: 'GET' | 'POST', path: string, init: object) => Promise<{ data?: unknown }>;

/**
 * The pages of a route, one request per page, sent only when the page is needed: from `cursor` in the query or body if
 * given, else from the beginning, until `next_cursor` is null. With a body, it is a POST, else a GET.
 * Throws TypeError for a route that does not answer in pages.
 */
export function walk(
  send: Send,
  path: string,
  init?: object,
): AsyncGenerator<{ data: unknown[] }, void, undefined>;

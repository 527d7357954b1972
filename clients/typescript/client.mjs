/**
 * The client of the API, for Node 20 or later and browsers. Plain JavaScript, since Node does not strip types in
 * node_modules.
 */
import createClient from 'openapi-fetch';
import { errorOf, TerrierError } from './error.mjs';
import { readOptions } from './options.mjs';
import { retrying } from './retry.mjs';
import { walk } from './walk.mjs';

export { TerrierError };

/** Refuses segments that a URL would drop, which leads to another route. @param {Record<string, unknown>} path */
function checkPath(path) {
  for (const [name, value] of Object.entries(path)) {
    if (['', '.', '..'].includes(String(value))) throw new TypeError(`path.${name} cannot be "${value}"`);
  }
}

/** @type {import('./client.mjs').createTerrier} */
export function createTerrier(options) {
  const { baseUrl, key, fetch, signal, tries, maxWait } = readOptions(options);
  const client = createClient({
    baseUrl,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    fetch: retrying(fetch, { tries, maxWait }),
  });

  /** @param {string} method @param {string} path @param {Record<string, any>} [init] */
  async function send(method, path, init = {}) {
    checkPath(init.params?.path ?? {});
    const signals = [signal, init.signal].filter(Boolean);
    const { data, error, response } = await client.request(method, path, {
      ...init,
      signal: AbortSignal.any(signals),
    });
    if (!response.ok) throw errorOf(response, error);
    return { data, response };
  }
  const method = (/** @type {string} */ name) => (path, init) => send(name, path, init);
  const pages = (path, init) => walk(send, path, init);

  return {
    GET: method('GET'),
    POST: method('POST'),
    DELETE: method('DELETE'),
    pages,
    async *rows(path, init) {
      for await (const page of pages(path, init)) yield* page.data;
    },
  };
}

const FIRST = '*';

/** @param {Record<string, any>} init @param {string} cursor */
function at(init, cursor) {
  if (init.body !== undefined) return { ...init, body: { ...init.body, cursor } };
  return { ...init, params: { ...init.params, query: { ...init.params?.query, cursor } } };
}

/** @type {import('./walk.mjs').walk} */
export async function* walk(send, path, init = {}) {
  const method = init.body === undefined ? 'GET' : 'POST';
  let cursor = init.body?.cursor ?? init.params?.query?.cursor ?? FIRST;
  while (cursor !== null) {
    const { data } = await send(method, path, at(init, cursor));
    if (!Array.isArray(data?.data) || data.next_cursor === undefined || data.next_cursor === cursor) {
      throw new TypeError(`${path} does not answer in pages`);
    }
    yield data;
    cursor = data.next_cursor;
  }
}

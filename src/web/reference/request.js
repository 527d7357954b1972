/**
 * A request to an operation, which its form and its samples share: its `method` in lower case, its `path` with `{parameters}`;
 * the values of `params` by place and name, without those that are not sent; the `body`, or undefined; the media type to
 * `accept`, or null for the usual one; the `type` of the answer; and whether it is sent `withKey`.
 * @typedef {object} Request
 */

/** The address of a request, from the server's root. @param {Request} request */
export function addressOf({ path, params }) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params.path[name] ?? ''));
  const query = Object.entries(params.query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

/** How an answer is read: as 'json', as 'rows' of text, or as 'bytes'. @param {Request} request */
export function kindOf({ type }) {
  if (/[/+]json\b/.test(type)) return 'json';
  return type.startsWith('text/') || type.startsWith('application/x-ndjson') ? 'rows' : 'bytes';
}

/** The value of a parameter in the type of its schema: a number, a boolean or a text. */
export function typed(text, { type }) {
  if (type === 'boolean') return text === 'true';
  const isNumber =
    (type === 'number' || type === 'integer') && text.trim() !== '' && Number.isFinite(Number(text));
  return isNumber ? Number(text) : text;
}

/** Sends a request; `key` is null to send none. @param {Request} request */
export function send(request, key, signal) {
  const headers = { ...request.params.header };
  if (key !== null) headers.authorization = `Bearer ${key}`;
  if (request.accept !== null) headers.accept = request.accept;
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  return fetch(addressOf(request), { method: request.method.toUpperCase(), headers, body, signal });
}

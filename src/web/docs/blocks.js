/**
 * What guides are made of: plain data, drawn by render.js. In texts, `…` is code and [words](/address) a link; in code,
 * `{origin}` is the address of this server.
 */
export const heading = (text) => ({ kind: 'heading', text });
export const text = (words) => ({ kind: 'text', text: words });
export const list = (...items) => ({ kind: 'list', items });
export const code = (words, title = 'Shell') => ({ kind: 'code', text: words, title });
export const table = (head, ...rows) => ({ kind: 'table', head, rows });
/** Every error code of the API, read from its own description. */
export const errorCodes = () => ({ kind: 'errors' });
/** Every event type of webhooks, read from the API's own description. */
export const eventTypes = () => ({ kind: 'events' });

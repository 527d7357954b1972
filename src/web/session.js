/** The API key in use. It lives in memory only, and is gone with the page. */
let key = null;
const listeners = new Set();

export const currentKey = () => key;

/** @param {string | null} next */
export function useKey(next) {
  key = next;
  for (const listener of listeners) listener(key);
}

/** Calls `listener` whenever another key is used, until `signal` aborts. */
export function onKey(listener, signal) {
  listeners.add(listener);
  signal?.addEventListener('abort', () => listeners.delete(listener));
}

/** What is shown of a key: enough to know it again. */
export const shown = (key) => `${key.slice(0, 13)}…`;

/**
 * Takes a key that is handed over in the address (`#key=…`) out of it, so that it stands in no history. Nothing uses it
 * yet: whoever made a link would choose whose account is used.
 * @returns {string | null} the key; null where the address holds nothing that could be one
 */
export function takeKeyFromAddress() {
  if (!location.hash.startsWith('#key=')) return null;
  const given = /^#key=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return given;
}

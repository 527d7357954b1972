/** The current API key. It is kept only in memory, and is gone with the page. */
let key = null;
const listeners = new Set();

/** The key in use; null without one. */
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

/** The visible part of a key: enough to recognize it. */
export const shown = (key) => `${key.slice(0, 13)}…`;

/**
 * Removes a key (`#key=…`) from the address, so that it is not in the history. It is not used yet: otherwise the author
 * of a link would choose whose account is used.
 * @returns {string | null} the key; null when the address has nothing that could be one
 */
export function takeKeyFromAddress() {
  if (!location.hash.startsWith('#key=')) return null;
  const given = /^#key=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return given;
}

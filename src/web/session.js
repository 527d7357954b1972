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

/** A key handed over in the address (`#key=…`) is taken from there, so that it stands in no history. */
export function takeKeyFromAddress() {
  const given = /^#key=([\w-]+)$/.exec(location.hash)?.[1];
  if (!given) return;
  history.replaceState(null, '', location.pathname + location.search);
  useKey(given);
}

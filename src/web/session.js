import { useLayoutEffect, useState } from './html.js';

const NAME = 'terrier-key';

/** Calls `use` with the tab's storage, which some browsers deny. */
function inStorage(use) {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

/** The API key, kept until its tab is closed. */
let key = inStorage((storage) => storage.getItem(NAME));
const listeners = new Set();

/** The key in use; null without one. */
export const currentKey = () => key;

/** Uses another key, or none. @param {string | null} next */
export function changeKey(next) {
  key = next;
  inStorage((storage) => (next === null ? storage.removeItem(NAME) : storage.setItem(NAME, next)));
  for (const listener of listeners) listener(key);
}

/** As a hook: the key in use. */
export function useCurrentKey() {
  const [used, setUsed] = useState(key);
  useLayoutEffect(() => {
    listeners.add(setUsed);
    return () => listeners.delete(setUsed);
  }, []);
  return used;
}

/** The part of a key by which its owner recognizes it. */
export const shown = (key) => `${key.slice(0, 13)}…`;

/**
 * Removes a key (`#key=…`) from the address and its history, and returns it; null when there is nothing that could be a key.
 * It is not used yet: otherwise, the author of a link could choose whose account is used.
 */
export function takeKeyFromAddress() {
  if (!location.hash.startsWith('#key=')) return null;
  const given = /^#key=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return given;
}

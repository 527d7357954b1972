import { useChange, useState } from '../html.js';
import { readState, writeState } from './state.js';

/**
 * As a hook: the state of the page, kept in its address.
 * @param {() => object | undefined} place where the map is, once it is there
 * @returns {{state: object, change: (part: object) => void, keep: () => void}} `change` changes parts of the state; `keep`
 *   writes it to the address, also with the place where the map is
 */
export function useAddress(place, signal) {
  const [state, setState] = useState(() => readState(location.search));
  function keep() {
    if (signal.aborted) return;
    const now = writeState({ ...state, place: place() ?? state.place });
    history.replaceState(null, '', location.pathname + now);
  }
  useChange(keep, [state]);
  return { state, change: (part) => setState((before) => ({ ...before, ...part })), keep };
}

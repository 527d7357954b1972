import htm from '/assets/vendor/htm/htm.mjs';
import { createElement } from '/assets/vendor/preact/preact.mjs';
import { useLayoutEffect, useRef, useState } from '/assets/vendor/preact-hooks/hooks.mjs';

export { createContext, render } from '/assets/vendor/preact/preact.mjs';
export {
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from '/assets/vendor/preact-hooks/hooks.mjs';

/** Views as templates: html`<p class=${name}>${text}</p>`. A text is never read as HTML. */
export const html = htm.bind(createElement);

/** A signal that aborts when the part that uses it leaves the page. */
export function useLeaving() {
  const [leaving] = useState(() => new AbortController());
  useLayoutEffect(() => () => leaving.abort(), []);
  return leaving.signal;
}

/** A `ref` that focuses its element when it appears. */
export const focused = (element) => element?.focus();

/** Like `useLayoutEffect`, but does nothing when the part first appears. */
export function useChange(effect, deps) {
  const isShown = useRef(false);
  useLayoutEffect(() => {
    if (isShown.current) return effect();
    isShown.current = true;
  }, deps);
}

/** As a hook: a ref of the newest value, for functions that outlive a drawing. */
export function useLatest(value) {
  const latest = useRef();
  latest.current = value;
  return latest;
}

/**
 * As a hook: a ref of a list that shows more after a click, and a function for the click: the first new row gets the focus
 * when `shown` is another value.
 */
export function useFocusOnNext(shown) {
  const list = useRef();
  const next = useRef(null);
  useLayoutEffect(() => {
    const row = list.current.children[next.current];
    (row?.querySelector('button') ?? row)?.focus();
    next.current = null;
  }, [shown]);
  const focusNext = () => {
    next.current = list.current.children.length;
  };
  return [list, focusNext];
}

import { useLatest, useLayoutEffect, useState } from '../html.js';
import { tell } from '../notice.js';
import { createView } from './view.js';

/**
 * As a hook: the map in the element of a ref.
 * @param {object} listeners those of `createView`
 * @returns {object | null | undefined} undefined until it is there; null where no map can be drawn
 */
export function useView(box, place, listeners, signal) {
  const [view, setView] = useState();
  const latest = useLatest(listeners);
  useLayoutEffect(() => {
    const call = (name) => [name, (...given) => latest.current[name](...given)];
    const current = Object.fromEntries(Object.keys(listeners).map(call));
    createView(box.current, { ...current, place, signal }).then(
      (made) => {
        if (signal.aborted) return;
        setView(made);
        // The map works without the outlines.
        made.drawn.catch((failure) => {
          if (!signal.aborted) tell(Object.assign(failure, { code: failure.code ?? 'network' }));
        });
      },
      (failure) => {
        if (signal.aborted) return;
        console.warn(failure);
        setView(null);
      },
    );
  }, []);
  return view;
}

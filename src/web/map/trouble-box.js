import { advice } from '../api.js';
import { h, put } from '../dom.js';
import { tell } from '../notice.js';

/** Shows why the parcels could not be loaded, with a button that calls `retry`. */
export function troubleBox(retry) {
  const element = h('div', { class: 'map-trouble card', role: 'alert', hidden: true });
  return {
    element,
    show(failure) {
      if (failure.code === undefined) console.error(failure);
      put(
        element,
        h('p', {}, failure.code === undefined ? 'The map could not be loaded.' : advice(failure)),
        h('button', { type: 'button', class: 'primary', onclick: retry }, 'Try again'),
      );
      element.hidden = false;
    },
    hide() {
      element.hidden = true;
    },
  };
}

/** Reports tiles that could not be drawn, once until `reset`. */
export function tileTrouble(signal) {
  let isTold = false;
  return {
    tell({ status }) {
      if (isTold || signal.aborted) return;
      isTold = true;
      const why =
        status === 429 ? 'the limit of requests is reached. Use a key, or wait a minute' : 'try again later';
      tell(Object.assign(new Error(`Some lots could not be drawn: ${why}.`), { code: 'tiles' }));
    },
    reset() {
      isTold = false;
    },
  };
}

/** What is shown instead of the map when there is no WebGL. */
export const noMap = () =>
  h('p', { class: 'no-map' }, 'This browser cannot draw the map (WebGL is off). The list works without it.');

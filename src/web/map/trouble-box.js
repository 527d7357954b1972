import { advice } from '../api.js';
import { html } from '../html.js';
import { tell } from '../notice.js';

/** Why the parcels could not be loaded. */
export const Trouble = ({ failure, retry }) => html`
  <div class="map-trouble card" role="alert">
    <p>${advice(failure, 'The map could not be loaded.')}</p>
    <button type="button" class="primary" onclick=${retry}>Try again</button>
  </div>
`;

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
export const NoMap = () => html`
  <p class="no-map">This browser cannot draw the map (WebGL is off). The list works without it.</p>
`;

import { SORTS } from '../catalog.js';
import { words } from '../format.js';
import { html } from '../html.js';

/**
 * The controls for the order of the list.
 * @param {{sort: string, order: string, change: (part: object) => void}} props `change` takes the part of the state that
 *   changed
 */
export const OrderControls = ({ sort, order, change }) => html`
  <div class="map-order">
    <label for="map-sort">Sort by</label>
    <select id="map-sort" value=${sort} onchange=${({ target }) => change({ sort: target.value })}>
      <option value="">No order</option>
      ${SORTS.map((name) => html`<option value=${name}>${words(name)}</option>`)}
    </select>
    <select aria-label="Order" hidden=${sort === ''} value=${order}
      onchange=${({ target }) => change({ order: target.value })}>
      <option value="desc">Highest first</option>
      <option value="asc">Lowest first</option>
    </select>
  </div>
`;

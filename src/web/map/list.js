import { SORTS } from '../catalog.js';
import { Select } from '../controls.js';
import { words } from '../format.js';
import { html, useFocusOnNext, useLayoutEffect, useRef } from '../html.js';
import { colorFor } from './fields.js';

/** The address of a parcel, else its number. */
export const nameOf = ({ address, parcel_id }) => address ?? `Parcel ${parcel_id}`;

const Row = ({ parcel, field, figure, isOpen, open, point }) => html`
  <li>
    <button type="button" data-id=${parcel.id} aria-current=${isOpen ? 'true' : null}
      onclick=${() => open(parcel.id, parcel.id)} onmouseenter=${() => point(parcel)}
      onmouseleave=${() => point(null)} onfocus=${() => point(parcel)} onblur=${() => point(null)}>
      <span class="swatch" style="background:${colorFor(field, parcel[field.key])}"></span>
      <span class="who">
        <span class="address">${nameOf(parcel)}</span>
        <span class="quiet">${parcel.owner_name ?? 'Owner not known'}</span>
      </span>
      <span class="worth">${figure.show(parcel[figure.key])}</span>
    </button>
  </li>
`;

/**
 * The parcels in view, a page at a time, so that the keyboard reaches each of them: `rows`, of which so many are `shown` and
 * there are `total`, in the colors of `field`, with the value of `figure`. `point` gets the parcel that is pointed at, or
 * null.
 */
export function ParcelList({ rows, shown, total, isAsking, field, figure, current, open, point, more }) {
  const box = useRef();
  const [list, focusNext] = useFocusOnNext(shown);
  const focused = list.current?.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  useLayoutEffect(() => {
    box.current.scrollTop = 0;
  }, [rows[0]?.id]);
  // A row that moves loses the focus.
  useLayoutEffect(() => {
    if (focused && !list.current.contains(document.activeElement))
      list.current.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
  });
  const showMore = () => {
    focusNext();
    more();
  };
  return html`
    <div class="map-list" ref=${box}>
      <ul class="map-rows" ref=${list}>
        ${rows.slice(0, shown).map((parcel) => {
          const isOpen = parcel.id === current;
          return html`<${Row} key=${parcel.id} ...${{ parcel, field, figure, isOpen, open, point }} />`;
        })}
      </ul>
      <button type="button" class="more" hidden=${shown >= total} disabled=${isAsking} onclick=${showMore}>
        Show more
      </button>
    </div>
  `;
}

const BY = [['', 'No order'], ...SORTS.map((name) => [name, words(name)])];
const ORDERS = [
  ['desc', 'Highest first'],
  ['asc', 'Lowest first'],
];

/** The controls for the order of the list; `change` takes the part of the state that changed. */
export const OrderControls = ({ sort, order, change }) => html`
  <div class="map-order">
    <label for="map-sort">Sort by</label>
    <${Select} id="map-sort" options=${BY} value=${sort} change=${(sort) => change({ sort })} />
    <${Select} aria-label="Order" hidden=${sort === ''} options=${ORDERS} value=${order}
      change=${(order) => change({ order })} />
  </div>
`;

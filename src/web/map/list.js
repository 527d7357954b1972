import { html, useLayoutEffect, useRef } from '../html.js';
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
 * The parcels in view, a page at a time, so that the keyboard reaches each of them.
 * @param {object} props `rows`, of which so many are `shown` and there are `total`; `field` is the one for the colors, `figure`
 *   the one whose value each row shows; `current` is the id of the open parcel; `open` opens a parcel, `point` points at one
 *   (or null), `more` shows more
 */
export function ParcelList({ rows, shown, total, isAsking, field, figure, current, open, point, more }) {
  const box = useRef();
  const list = useRef();
  const next = useRef(null);
  const focused = list.current?.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  useLayoutEffect(() => {
    box.current.scrollTop = 0;
  }, [rows[0]?.id]);
  useLayoutEffect(() => {
    list.current.children[next.current]?.querySelector('button').focus();
    next.current = null;
  }, [shown]);
  // A row that moves loses the focus.
  useLayoutEffect(() => {
    if (focused && !list.current.contains(document.activeElement))
      list.current.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
  });
  const showMore = () => {
    next.current = shown;
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

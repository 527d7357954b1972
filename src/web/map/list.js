import { h, put } from '../dom.js';

import { colorFor, FIELDS } from './fields.js';
import { PAGE } from './load.js';

/** The address of a parcel, else its number. */
export const nameOf = ({ address, parcel_id }) => address ?? `Parcel ${parcel_id}`;

/**
 * The parcels in view, a page at a time, so that the keyboard reaches each of them.
 * @param {object} listeners `open` opens a parcel, `point` points at one (or null), `more` gets rows from an offset on
 */
export function parcelList({ open, point, more }) {
  const rows = h('ul', { class: 'map-rows' });
  const moreButton = h(
    'button',
    { type: 'button', class: 'more', hidden: true, onclick: showMore },
    'Show more',
  );
  const element = h('div', { class: 'map-list' }, rows, moreButton);
  let parcels = [];
  let shown = 0;
  let total = 0;
  let field = FIELDS.value;
  let figure = FIELDS.value;
  let current = null;

  function row(parcel) {
    const color = colorFor(field, parcel[field.key]);
    const button = h(
      'button',
      {
        type: 'button',
        'data-id': parcel.id,
        'aria-current': parcel.id === current ? 'true' : null,
        onclick: () => open(parcel),
        onmouseenter: () => point(parcel),
        onmouseleave: () => point(null),
        onfocus: () => point(parcel),
        onblur: () => point(null),
      },
      h('span', { class: 'swatch', style: `background:${color}` }),
      h(
        'span',
        { class: 'who' },
        h('span', { class: 'address' }, nameOf(parcel)),
        h('span', { class: 'quiet' }, parcel.owner_name ?? 'Owner not known'),
      ),
      h('span', { class: 'worth' }, figure.show(parcel[figure.key])),
    );
    return h('li', {}, button);
  }

  function grow(to) {
    rows.append(...parcels.slice(shown, to).map(row));
    shown = Math.min(to, parcels.length);
    moreButton.hidden = shown >= total;
  }

  async function showMore() {
    const before = shown;
    if (shown === parcels.length) {
      moreButton.disabled = true;
      const found = await more(parcels.length);
      moreButton.disabled = false;
      if (!found) return;
      parcels = [...parcels, ...found];
      if (found.length === 0) total = parcels.length;
    }
    grow(shown + PAGE);
    rows.children[before]?.querySelector('button').focus();
  }

  return {
    element,
    /** `by` is the field for the colors, `told` the one whose value each row shows. */
    show(next, all, by, told) {
      // Redrawing must not take the focus from keyboard users.
      const focused = rows.contains(document.activeElement) ? document.activeElement.dataset.id : null;
      const top = parcels[0]?.id !== next[0]?.id;
      [parcels, total, field, figure, shown] = [next, all, by, told, 0];
      put(rows);
      grow(PAGE);
      if (focused) this.focus(focused);
      if (top) element.scrollTop = 0;
    },
    recolor(by, told) {
      const many = shown;
      [field, figure, shown] = [by, told, 0];
      put(rows);
      grow(many);
    },
    all: () => parcels,
    mark(id) {
      current = id;
      for (const button of rows.querySelectorAll('button')) {
        if (button.dataset.id === id) button.setAttribute('aria-current', 'true');
        else button.removeAttribute('aria-current');
      }
    },
    /** Returns whether the parcel has a visible row, which then has the focus. */
    focus(id) {
      const button = [...rows.querySelectorAll('button')].find(({ dataset }) => dataset.id === id);
      button?.focus();
      return button !== undefined && document.activeElement === button;
    },
  };
}

import { api } from '../api.js';
import { h, put } from '../dom.js';
import { kindName } from './fields.js';
import { nameOf } from './list.js';

/** How long the pointer rests on a lot before the API is asked for its address, in milliseconds. */
const REST = 300;
const MOST_KEPT = 2_000;
/** Pixels between the pointer and the card. */
const GAP = 14;
const ASKED = 'id,parcel_id,address,street,entity_type,total_assessed_value';

/**
 * A card next to the pointer that says what a lot is, without a click.
 * @param {() => object[]} rows returns the listed parcels, which need no request
 */
export function hoverCard(rows, signal) {
  const element = h('div', { class: 'map-card', hidden: true });
  const kept = new Map();
  let current = null;
  let timer;
  signal.addEventListener('abort', () => clearTimeout(timer));

  async function ask(id) {
    try {
      const parcel = await api(`/parcels/${encodeURIComponent(id)}?fields=${ASKED}`, { signal });
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(id, parcel);
      if (current?.lot.id === id) draw();
    } catch {
      // The card shows the rest without the address.
    }
  }

  function draw() {
    const { lot, field } = current;
    const parcel = rows().find(({ id }) => id === lot.id) ?? kept.get(lot.id);
    const kind = lot.entity_type ?? parcel?.entity_type;
    const value = lot[field.key] ?? parcel?.[field.key] ?? null;
    const name = parcel && lot.stack > 1 ? (parcel.street ?? nameOf(parcel)) : parcel && nameOf(parcel);
    put(
      element,
      h('strong', {}, name ?? '…'),
      lot.stack > 1
        ? h('span', {}, `${lot.stack} parcels at this place: click to list them`)
        : [
            h('span', {}, kind ? `Owner: ${kindName(kind)}` : 'Owner not known'),
            field.key !== 'entity_type' && h('span', {}, `${field.label}: ${field.show(value)}`),
          ],
    );
    return parcel !== undefined;
  }

  function place({ x, y }) {
    const { clientWidth: width, clientHeight: height } = element.parentElement;
    const left = x + GAP + element.clientWidth > width ? x - GAP - element.clientWidth : x + GAP;
    const top = y + GAP + element.clientHeight > height ? y - GAP - element.clientHeight : y + GAP;
    element.style.translate = `${Math.max(4, left)}px ${Math.max(4, top)}px`;
  }

  return {
    element,
    /** Shows the attributes of a lot, with the field that the map is colored by; null hides the card. */
    show(lot, field, at) {
      if (!lot) {
        clearTimeout(timer);
        current = null;
        element.hidden = true;
        return;
      }
      if (current?.lot.id !== lot.id || current.field !== field) {
        clearTimeout(timer);
        current = { lot, field };
        if (!draw()) timer = setTimeout(() => void ask(lot.id), REST);
        element.hidden = false;
      }
      place(at);
    },
  };
}

import { api } from '../api.js';
import { html, useEffect, useLayoutEffect, useLeaving, useRef, useState } from '../html.js';
import { kindName } from './fields.js';
import { nameOf } from './list.js';

/** How long the pointer rests on a lot before the API is asked for its address, in milliseconds. */
const REST = 300;
const MOST_KEPT = 2_000;
/** Pixels between the pointer and the card. */
const GAP = 14;
const ASKED = 'id,parcel_id,address,street,entity_type,total_assessed_value';

/** As a hook: the record of the parcel with an id, from the rows or asked for while the pointer rests on it. */
function useRecord(id, rows) {
  const signal = useLeaving();
  const [kept, setKept] = useState(new Map());
  const record = rows.find((row) => row.id === id) ?? kept.get(id);
  const isKnown = id === undefined || record !== undefined;
  useEffect(() => {
    if (isKnown) return;
    const timer = setTimeout(async () => {
      // The card shows the rest without the address.
      const found = await api(`/parcels/${encodeURIComponent(id)}?fields=${ASKED}`, { signal }).catch(
        () => null,
      );
      if (found) setKept((before) => new Map([...(before.size < MOST_KEPT ? before : []), [id, found]]));
    }, REST);
    return () => clearTimeout(timer);
  }, [id, isKnown]);
  return record;
}

function nameFor(lot, record) {
  if (record === undefined) return '…';
  return lot.stack > 1 ? (record.street ?? nameOf(record)) : nameOf(record);
}

function Told({ lot, record, field }) {
  if (lot.stack > 1) return html`<span>${lot.stack} parcels at this place: click to list them</span>`;
  const kind = lot.entity_type ?? record?.entity_type;
  const value = lot[field.key] ?? record?.[field.key] ?? null;
  return html`
    <span>${kind ? `Owner: ${kindName(kind)}` : 'Owner not known'}</span>
    ${field.key !== 'entity_type' && html`<span>${field.label}: ${field.show(value)}</span>`}
  `;
}

/** Where a card fits next to the pointer. */
function besides({ x, y }, { clientWidth: wide, clientHeight: high, parentElement: stage }) {
  const left = x + GAP + wide > stage.clientWidth ? x - GAP - wide : x + GAP;
  const top = y + GAP + high > stage.clientHeight ? y - GAP - high : y + GAP;
  return `translate: ${Math.max(4, left)}px ${Math.max(4, top)}px`;
}

/**
 * A card next to the pointer that says what a lot is, without a click.
 * @param {{view: object | null | undefined, rows: object[], field: object}} props the listed parcels, which need no request;
 *   `field` is the one that the map is colored by
 */
export function HoverCard({ view, rows, field }) {
  const [pointed, setPointed] = useState(null);
  const [place, setPlace] = useState('');
  const card = useRef();
  const { lot, at } = pointed ?? {};
  const record = useRecord(lot?.id, rows);
  useEffect(() => view?.onPointed((lot, at) => setPointed(lot && { lot, at })), [view]);
  useLayoutEffect(() => {
    if (at) setPlace(besides(at, card.current));
  });
  return html`
    <div class="map-card" hidden=${pointed === null} style=${place} ref=${card}>
      ${
        lot &&
        html`<strong>${nameFor(lot, record)}</strong><${Told} lot=${lot} record=${record} field=${field} />`
      }
    </div>
  `;
}

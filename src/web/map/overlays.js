import { advice, api } from '../api.js';
import { html, useEffect, useLayoutEffect, useLeaving, useRef, useState } from '../html.js';
import { tell } from '../notice.js';
import { classes, FIELDS, kindName } from './fields.js';
import { nameOf } from './list.js';
import { isPhone } from './view.js';

/** What lies over the map: what its colors mean, and what went wrong. */

/** What the colors mean, for single parcels or for clusters, which are colored by their median value. */
export function Legend({ field, clustered }) {
  const [open] = useState(() => !isPhone());
  const shown = clustered ? FIELDS.value : field;
  const line = ([color, label]) => html`
    <li><span class="swatch" style="background:${color}"></span>${label}</li>
  `;
  return html`
    <section class="map-legend" aria-label="Legend">
      <details open=${open}>
        <summary><h2>${clustered ? 'Median assessed value of each group' : field.label}</h2></summary>
        <div>
          <ul>${classes(shown).map(line)}</ul>
          ${clustered && field !== FIELDS.value && html`<p>Zoom in for ${field.label.toLowerCase()}.</p>`}
        </div>
      </details>
    </section>
  `;
}

/** Why the parcels could not be loaded. */
export const Trouble = ({ failure, retry }) => html`
  <div class="map-trouble card" role="alert">
    <p>${advice(failure, 'The map could not be loaded.')}</p>
    <button type="button" class="primary" onclick=${retry}>Try again</button>
  </div>
`;

/** What is shown instead of the map when there is no WebGL. */
export const NoMap = () => html`
  <p class="no-map">This browser cannot draw the map (WebGL is off). The list works without it.</p>
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
 * A card next to the pointer that says what a lot is, without a click. `rows` need no request; `field` is that of the
 * colors.
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

import { api } from '../api.js';
import { html, useChange, useLayoutEffect, useRef, useState } from '../html.js';
import { attempt } from '../notice.js';
import { GroupPanel } from './group-panel.js';
import { ParcelPanel } from './panel.js';

/** Focuses what a closed parcel was opened from: its row in a group or in the list; else what is there instead. */
function focusBack(from) {
  const row = `[data-id="${CSS.escape(from ?? '')}"]`;
  const group = document.querySelector('.map-panel');
  if (group) return (group.querySelector(row) ?? group.querySelector('h2')).focus();
  const listed = document.querySelector(`.map-side ${row}`);
  listed?.focus();
  // On a phone, the list may be hidden.
  if (!listed || document.activeElement !== listed) document.querySelector('.map-canvas canvas')?.focus();
}

/**
 * As a hook: what is open, a parcel or a group of them, and the parcel kept for comparison; `opens()` is called when
 * something is opened. Functions open: `open(id, from, isFound)` a parcel, from the row of an id or found by a search, and
 * `showGroup(group)`.
 */
export function useOpened(state, change, opens, signal) {
  const { parcel, group, compare } = state;
  /** Counts what the user opens: each turn is another panel. What the address opens has none. */
  const turns = useRef(0);
  const isClosing = useRef(false);
  const [opening, setOpening] = useState({});
  const [kept, setKept] = useState(null);
  useLayoutEffect(() => {
    if (!compare) return;
    const ask = () => api(`/parcels/${encodeURIComponent(compare)}`, { signal });
    void attempt(async () => setKept(await ask()), signal);
  }, []);
  useChange(() => {
    if (isClosing.current) focusBack(opening.from);
    isClosing.current = false;
  }, [parcel]);

  function nextTurn() {
    opens();
    turns.current += 1;
    return turns.current;
  }
  return {
    parcel,
    group,
    kept,
    opening,
    open(id, from = null, isFound = false) {
      setOpening({ turn: nextTurn(), from, isFound });
      change({ parcel: id });
    },
    showGroup(wanted) {
      change({ parcel: null, group: { ...wanted, turn: nextTurn() } });
    },
    closeParcel() {
      isClosing.current = true;
      change({ parcel: null });
    },
    closeGroup() {
      change({ group: null });
      document.getElementById('map-search').focus();
    },
    /** Keeps a parcel for comparison, or clears it. */
    keep(next) {
      setKept(next);
      change({ compare: next?.id ?? null });
    },
  };
}

/** The panels of what is open; `rows` are the parcels in view. A group stays behind the parcel that was opened from it. */
export function Panels({ opened, view, rows }) {
  const { parcel, group, opening, open, showGroup } = opened;
  const groupPanel = () => html`
    <${GroupPanel} key="group ${group.turn}" group=${group} view=${view} isOpened=${group.turn !== undefined}
      hidden=${parcel !== null} open=${({ id }) => open(id, id)} close=${opened.closeGroup} />
  `;
  const parcelPanel = () => html`
    <${ParcelPanel} key="parcel ${opening.turn}" id=${parcel} view=${view} rows=${rows}
      isOpened=${opening.turn !== undefined} isFound=${opening.isFound} kept=${opened.kept} keep=${opened.keep}
      open=${({ id }) => open(id)} close=${opened.closeParcel}
      showOwner=${(name) => showGroup({ kind: 'owner', name })} />
  `;
  return html`${group && groupPanel()}${parcel && parcelPanel()}`;
}

import { api } from '../api.js';
import { CopyButton } from '../copy.js';
import { html, useChange, useLayoutEffect, useLeaving, useMemo, useRef, useState } from '../html.js';
import { regionOf } from '../map/area.js';
import { AreaControl } from '../map/area-control.js';
import { firstBox } from '../map/boxes.js';
import { Calls } from '../map/calls.js';
import { Chips } from '../map/chips.js';
import { DownloadControl } from '../map/download-control.js';
import { FIELDS, figureOf, parcels } from '../map/fields.js';
import { useFound } from '../map/found.js';
import { GroupPanel } from '../map/group-panel.js';
import { HoverCard } from '../map/hover-card.js';
import { Legend } from '../map/legend.js';
import { ParcelList } from '../map/list.js';
import { clusterBody, extentOf, MOST_POINTS, PAGE, searchBody } from '../map/load.js';
import { OrderControls } from '../map/order.js';
import { ParcelPanel } from '../map/panel.js';
import { SearchBox } from '../map/search-box.js';
import { Side } from '../map/side.js';
import { filtersOf, readState, writeState } from '../map/state.js';
import { NoMap, Trouble, tileTrouble } from '../map/trouble-box.js';
import { useView } from '../map/use-view.js';
import { notice, tell } from '../notice.js';
import { useCurrentKey } from '../session.js';

export const title = 'Map';
/** In the order in which they apply: what is different in a narrow window comes last. */
export const styles = [
  '/assets/vendor/maplibre/maplibre-gl.css',
  '/assets/vendor/uplot/uPlot.min.css',
  '/assets/map/map.css',
  '/assets/map/bar.css',
  '/assets/map/list.css',
  '/assets/map/overlays.css',
  '/assets/map/panel.css',
  '/assets/map/narrow.css',
];
/** What to load when no map can be drawn: the list then covers the whole country. */
const COUNTRY = { north: 72, south: 17, east: -64, west: -180 };
/** From this zoom level on, a view probably has few enough parcels to draw each. */
const FEW_FROM = 14.5;

/** What the page searches for in a view. */
function questionOf({ area, filters, sort, order }, view) {
  const bounds = view?.bounds() ?? COUNTRY;
  return {
    bounds,
    region: area ? regionOf(area) : { bounds },
    zoom: view?.tileZoom() ?? 3,
    lots: view?.hasLots() ?? false,
    filters: filtersOf({ filters }),
    sort,
    order,
  };
}

/** How many parcels are in view, in words. */
function counted({ answer, failure, total }, view) {
  if (failure) return answer ? 'The parcels in view could not be loaded' : 'Nothing to show yet';
  if (!answer) return 'Looking …';
  const where = answer.question.region.bounds ? 'in view' : 'in the area';
  const more = answer.cells && view ? ', shown in groups' : '';
  return `${total === 0 ? 'No parcels' : parcels(total)} ${where}${more}`;
}

function callsOf({ question, cells }) {
  const search = { path: '/search', body: searchBody(question, cells ? PAGE : MOST_POINTS) };
  return cells ? [search, { path: '/search/clusters', body: clusterBody(question) }] : [search];
}

/** Marks the page as busy. */
function useBusy(isBusy) {
  useLayoutEffect(() => {
    const main = document.getElementById('main');
    if (isBusy) main.setAttribute('aria-busy', 'true');
    return () => main.removeAttribute('aria-busy');
  }, [isBusy]);
}

/** As a hook: the state in the address, and a function that changes parts of it; `place` is where the map is, if known. */
function useAddress(place, signal) {
  const [state, setState] = useState(() => readState(location.search));
  const change = (part) => setState((before) => ({ ...before, ...part }));
  function keep() {
    if (signal.aborted) return;
    history.replaceState(
      null,
      '',
      location.pathname + writeState({ ...state, place: place() ?? state.place }),
    );
  }
  useChange(keep, [state]);
  return { state, change, keep };
}

/** What `work` returns; undefined when it fails, which the user is told. */
async function attempt(work, signal) {
  try {
    return await work();
  } catch (failure) {
    if (!signal.aborted) tell(failure);
  }
}

/** Draws on the map what the state says. */
function useDrawn(view, { area, filters }, field, answer, key) {
  const showLots = (again) => view?.showLots({ filters: filtersOf({ filters }), field }, again);
  useLayoutEffect(() => view?.area(area), [view, area]);
  useLayoutEffect(() => showLots(), [view, filters, field]);
  useChange(() => showLots(true), [key]);
  useLayoutEffect(() => {
    if (answer?.cells) view?.showClusters(answer.cells);
    else if (answer) view?.showParcels(answer.rows, field);
  }, [view, answer, field]);
}

/** The map, its filters, the list of what is in view, and panels. */
export function Page() {
  const signal = useLeaving();
  const key = useCurrentKey();
  const canvas = useRef();
  const stage = useRef();
  const search = useRef();
  const made = useRef();
  const turns = useRef(0);
  const isClosing = useRef(false);
  const { state, change, keep: keepAddress } = useAddress(() => made.current?.place(), signal);
  const found = useFound(signal, !state.place || state.place.zoom < FEW_FROM);
  const [extent] = useState(() => (state.place ? null : firstBox(state, signal)));
  const [tiles] = useState(() => tileTrouble(signal));
  const [size, setSize] = useState('peek');
  /** How the parcel was opened: `from` is the id of its row, `isFound` by a search; without a turn, by the address. */
  const [opening, setOpening] = useState({});
  /** The parcel to compare the next one with. */
  const [kept, setKept] = useState(null);
  const { answer } = found;
  const field = FIELDS[state.color];
  const listeners = {
    moving: () => found.cancel(),
    settled() {
      keepAddress();
      load();
    },
    parcel: ({ id, stack }, place) => (stack > 1 ? showGroup({ kind: 'stack', ...place }) : open(id)),
    async cluster(cell) {
      const box = await attempt(() => extentOf(cell, answer.question, signal), signal);
      if (box) view.fit(box);
    },
    failed: tiles.tell,
  };
  const view = useView(canvas, state.place, listeners, signal);
  made.current = view;

  const load = (wait) => found.load(questionOf(state, view), wait);
  const read = (id) => api(`/parcels/${encodeURIComponent(id)}`, { signal });

  /** Opens a parcel; `from` is the id of its row. */
  function open(id, from = null, isFound = false) {
    turns.current += 1;
    setSize('peek');
    setOpening({ turn: turns.current, from, isFound });
    change({ parcel: id });
  }
  function showGroup(wanted) {
    turns.current += 1;
    setSize('peek');
    change({ parcel: null, group: { ...wanted, turn: turns.current } });
  }
  function closeParcel() {
    isClosing.current = true;
    change({ parcel: null });
  }
  function closeGroup() {
    change({ group: null });
    search.current.focus();
  }
  /** Keeps a parcel for comparison, or clears it. */
  function keep(parcel) {
    setKept(parcel);
    change({ compare: parcel?.id ?? null });
  }
  /** Goes to what was picked in the search box. */
  async function pick({ kind, ...option }) {
    if (kind === 'owner') return showGroup({ kind, name: option.name });
    if (kind === 'parcel') return open(option.id, null, true);
    view?.fly(option);
    const { lat, lon } = option;
    const there = await attempt(
      () => api(`/parcels/at?${new URLSearchParams({ lat, lon })}`, { signal }),
      signal,
    );
    if (!there) return;
    if (there.data.length > 1) return showGroup({ kind: 'stack', lat, lon });
    if (there.data.length === 0) return notice('No parcel is within 30 meters of these coordinates.');
    open(there.data[0].id, null, true);
  }
  /** Focuses what a closed parcel was opened from, or what is there instead. */
  function focusBack() {
    const row = `[data-id="${CSS.escape(opening.from ?? '')}"]`;
    const { current } = stage;
    if (state.group)
      return (current.querySelector(`.map-panel ${row}`) ?? current.querySelector('.map-panel h2')).focus();
    const listed = document.querySelector(`.map-side ${row}`);
    listed?.focus();
    if (!listed || document.activeElement !== listed) canvas.current.querySelector('canvas')?.focus();
  }
  /** Loads what is in view for the first time, once the map is there or cannot be drawn. */
  async function begin() {
    view?.drawn.catch((failure) => {
      if (!signal.aborted)
        tell(failure.code === undefined ? Object.assign(failure, { code: 'network' }) : failure);
    });
    try {
      const box = view && (await extent);
      if (signal.aborted) return;
      // The move loads what comes into view.
      if (box) view.fit(box);
      else load(0);
    } catch (failure) {
      if (!signal.aborted) found.fail(failure);
    }
  }

  useBusy(found.isBusy);
  useDrawn(view, state, field, answer, key);
  useChange(() => void begin(), [view]);
  useChange(tiles.reset, [key]);
  useChange(() => {
    if (view !== undefined) load(0);
  }, [state.area, state.filters, state.sort, state.order, key]);
  useChange(() => {
    if (isClosing.current) focusBack();
    isClosing.current = false;
  }, [state.parcel]);
  useLayoutEffect(() => {
    if (state.compare) void attempt(async () => setKept(await read(state.compare)), signal);
  }, []);

  // Neither of these is drawn again while the map moves.
  const list = useMemo(() => {
    const { rows, shown, total, isAsking, more } = found;
    const point = (parcel) => view?.ring('pointed', parcel);
    const how = { field, figure: figureOf(state), current: state.parcel, open, point, more };
    return html`<${ParcelList} ...${{ rows, shown, total, isAsking, ...how }} />`;
  }, [found.rows, found.shown, found.total, found.isAsking, state, view]);
  const calls = useMemo(
    () => html`<${Calls} label="The calls behind this view" calls=${answer ? callsOf(answer) : []} />`,
    [answer],
  );
  const { group, parcel } = state;
  const { turn, isFound } = opening;
  return html`
    <h1 class="map-title">Map of parcels</h1>
    <div class="map-bar">
      <${SearchBox} pick=${pick} input=${search} />
      <${Chips} color=${state.color} filters=${state.filters} change=${change} />
    </div>
    <${Side} size=${size} setSize=${setSize}>
      <div class="map-found">
        <p class="counted" role="status">${counted(found, view)}</p>
        <${DownloadControl} question=${answer?.question} total=${found.total} />
        <${CopyButton} label="Copy link" text=${() => location.href} />
      </div>
      <${OrderControls} sort=${state.sort} order=${state.order} change=${change} />
      ${list}
      ${calls}
    </>
    <div class="map-stage" ref=${stage}>
      <div class="map-canvas" ref=${canvas}>${view === null && html`<${NoMap} />`}</div>
      ${view !== null && html`<${AreaControl} view=${view} area=${state.area} change=${change} />`}
      <${HoverCard} view=${view} rows=${found.rows} field=${field} />
      ${view !== null && html`<${Legend} field=${field} clustered=${Boolean(answer?.cells)} />`}
      ${found.failure && html`<${Trouble} failure=${found.failure} retry=${() => load(0)} />`}
      ${
        group &&
        html`
          <${GroupPanel} key="group ${group.turn}" ...${{ group, view, close: closeGroup }}
            isOpened=${group.turn !== undefined} hidden=${parcel !== null} open=${({ id }) => open(id, id)} />
        `
      }
      ${
        parcel &&
        html`
          <${ParcelPanel} key="parcel ${turn}"
            ...${{ id: parcel, isFound, view, kept, keep, close: closeParcel }} isOpened=${turn !== undefined}
            rows=${found.rows} open=${({ id }) => open(id)}
            showOwner=${(name) => showGroup({ kind: 'owner', name })} />
        `
      }
    </div>
  `;
}

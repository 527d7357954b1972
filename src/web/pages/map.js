import { api } from '../api.js';
import { Calls, CopyButton } from '../copy.js';
import { html, useChange, useLayoutEffect, useLeaving, useMemo, useRef, useState } from '../html.js';
import { regionOf } from '../map/area.js';
import { AreaControl } from '../map/area-control.js';
import { Chips } from '../map/chips.js';
import { DownloadControl } from '../map/download.js';
import { FIELDS, figureOf, parcels } from '../map/fields.js';
import { clusterBody, extentOf, MOST_POINTS, PAGE, searchBody, useFound } from '../map/found.js';
import { OrderControls, ParcelList } from '../map/list.js';
import { Panels, useOpened } from '../map/opened.js';
import { firstBox } from '../map/outlines.js';
import { HoverCard, Legend, NoMap, Trouble, tileTrouble } from '../map/overlays.js';
import { SearchBox } from '../map/search-box.js';
import { Side } from '../map/side.js';
import { filtersOf, useAddress } from '../map/state.js';
import { useView } from '../map/view.js';
import { attempt, notice } from '../notice.js';
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

/** As a hook: loads the first view once the map is there or cannot be drawn, and another when what is asked for changes. */
function useLoading(view, state, key, found, signal) {
  const { area, filters, sort, order } = state;
  const [extent] = useState(() => (state.place ? null : firstBox(state, signal)));
  const load = (wait) => found.load(questionOf(state, view), wait);
  async function begin() {
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
  // It may fail before the map is there.
  useLayoutEffect(() => void extent?.catch(() => {}), []);
  useChange(() => void begin(), [view]);
  useChange(() => {
    if (view !== undefined) load(0);
  }, [area, filters, sort, order, key]);
  return load;
}

/** Goes to what was picked in the search box. */
async function goTo({ kind, id, name, lat, lon }, view, { open, showGroup }, signal) {
  if (kind === 'owner') return showGroup({ kind, name });
  if (kind === 'parcel') return open(id, null, true);
  view?.fly({ lat, lon });
  const ask = () => api(`/parcels/at?${new URLSearchParams({ lat, lon })}`, { signal });
  const found = await attempt(ask, signal);
  if (!found) return;
  if (found.data.length > 1) return showGroup({ kind: 'stack', lat, lon });
  if (found.data.length === 0) return notice('No parcel is within 30 meters of these coordinates.');
  open(found.data[0].id, null, true);
}

/** The map, its filters, the list of what is in view, and panels. */
export function Page() {
  const signal = useLeaving();
  const key = useCurrentKey();
  const canvas = useRef();
  const made = useRef();
  const { state, change, keep } = useAddress(() => made.current?.place(), signal);
  const found = useFound(signal, !state.place || state.place.zoom < FEW_FROM);
  const [size, setSize] = useState('peek');
  const opened = useOpened(state, change, () => setSize('peek'), signal);
  const [tiles] = useState(() => tileTrouble(signal));
  const { answer, rows } = found;
  const field = FIELDS[state.color];
  const listeners = {
    moving: found.cancel,
    settled() {
      keep();
      load();
    },
    parcel({ id, stack }, place) {
      if (stack > 1) opened.showGroup({ kind: 'stack', ...place });
      else opened.open(id);
    },
    async cluster(cell) {
      const box = await attempt(() => extentOf(cell, answer.question, signal), signal);
      if (box) view.fit(box);
    },
    failed: tiles.tell,
  };
  const view = useView(canvas, state.place, listeners, signal);
  made.current = view;
  const load = useLoading(view, state, key, found, signal);
  useBusy(found.isBusy);
  useDrawn(view, state, field, answer, key);
  useChange(tiles.reset, [key]);

  // Neither of these is drawn again while the map moves.
  const list = useMemo(() => {
    const how = { field, figure: figureOf(state), current: state.parcel, open: opened.open };
    const point = (parcel) => view?.ring('pointed', parcel);
    return html`<${ParcelList} ...${found} ...${how} point=${point} />`;
  }, [rows, found.shown, found.total, found.isAsking, state, view]);
  const calls = useMemo(
    () => html`<${Calls} label="The calls behind this view" calls=${answer ? callsOf(answer) : []} />`,
    [answer],
  );
  return html`
    <h1 class="map-title">Map of parcels</h1>
    <div class="map-bar">
      <${SearchBox} pick=${(option) => goTo(option, view, opened, signal)} />
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
    <div class="map-stage">
      <div class="map-canvas" ref=${canvas}>${view === null && html`<${NoMap} />`}</div>
      ${view !== null && html`<${AreaControl} view=${view} area=${state.area} change=${change} />`}
      <${HoverCard} view=${view} rows=${rows} field=${field} />
      ${view !== null && html`<${Legend} field=${field} clustered=${Boolean(answer?.cells)} />`}
      ${found.failure && html`<${Trouble} failure=${found.failure} retry=${() => load(0)} />`}
      <${Panels} opened=${opened} view=${view} rows=${rows} />
    </div>
  `;
}

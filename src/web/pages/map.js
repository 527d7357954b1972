import { advice } from '../api.js';
import { copyButton } from '../copy.js';
import { h, put } from '../dom.js';
import { callList } from '../map/calls.js';
import { controls } from '../map/controls.js';
import { FIELDS, parcels } from '../map/fields.js';
import { legend } from '../map/legend.js';
import { parcelList } from '../map/list.js';
import {
  clusterBody,
  everywhere,
  extentOf,
  MOST_POINTS,
  moreRows,
  PAGE,
  searchBody,
  viewLoader,
} from '../map/load.js';
import { parcelPanel } from '../map/panel.js';
import { filtersOf, readState, writeState } from '../map/state.js';
import { styles } from '../map/styles.js';
import { createView } from '../map/view.js';
import { tell } from '../notice.js';
import { onKey } from '../session.js';

export const title = 'Map';

const STYLES = [
  '/assets/vendor/maplibre/maplibre-gl.css',
  '/assets/vendor/uplot/uPlot.min.css',
  '/assets/map/map.css',
];
/** Loaded when no map can be drawn: the list shows the whole country. */
const COUNTRY = { north: 72, south: 17, east: -64, west: -180 };
/** From this zoom level on, a view probably has few enough parcels to draw each. */
const FEW_FROM = 14.5;
/** Where a parcel's sheet begins on a phone, as a share of the map; its width elsewhere. */
const SHEET_FROM = 0.38;
const PANEL_WIDTH = 420;
/** Parcels within so many degrees are at one place: about ten meters. */
const TOGETHER = 1e-4;
const together = ({ location: a }, { location: b }) =>
  a !== null && b !== null && Math.abs(a.lat - b.lat) < TOGETHER && Math.abs(a.lon - b.lon) < TOGETHER;
const phone = matchMedia('(max-width: 720px)');

/** Shows the map until the signal aborts. */
export async function mount(main, { signal }) {
  await styles(STYLES, signal);
  if (signal.aborted) return;
  const state = readState(location.search);
  const extent = state.place ? null : everywhere(signal);
  extent?.catch(() => {});
  signal.addEventListener('abort', () => main.removeAttribute('aria-busy'));
  const loader = viewLoader(signal, !state.place || state.place.zoom < FEW_FROM);
  let view = null;
  let question = null;
  let answer = null;
  let opener = null;

  const canvas = h('div', { class: 'map-canvas' });
  const counted = h('p', { class: 'counted', role: 'status' }, 'Looking …');
  const trouble = h('div', { class: 'map-trouble card', role: 'alert', hidden: true });
  const calls = callList('The calls behind this view');
  const key = legend();
  const list = parcelList({
    open: (parcel) => open(parcel.id, parcel.id),
    point: (parcel) => view?.ring('pointed', parcel),
    more: (offset) =>
      moreRows(question, offset, signal).then(
        ({ data }) => data,
        (failure) => {
          if (!signal.aborted) tell(failure);
          return null;
        },
      ),
  });
  const panel = parcelPanel(
    {
      open: (parcel) => open(parcel.id, null),
      around: (parcel) => list.all().filter((other) => other.id !== parcel.id && together(other, parcel)),
      found: (parcel) => {
        view?.ring('open', parcel);
        if (parcel.location) reveal(parcel.location);
      },
      closed: () => {
        state.parcel = null;
        keepAddress();
        list.mark(null);
        view?.ring('open', null);
        if (!opener || !list.focus(opener)) canvas.querySelector('canvas')?.focus();
      },
    },
    signal,
  );
  const toggle = h(
    'button',
    {
      type: 'button',
      class: 'map-toggle',
      'aria-expanded': 'false',
      'aria-controls': 'map-side',
      onclick: flip,
    },
    'List and filters',
  );
  const side = h(
    'section',
    { class: 'map-side', id: 'map-side', 'aria-label': 'Parcels in view' },
    controls(state, changed),
    h(
      'div',
      { class: 'map-found' },
      counted,
      copyButton('Copy link', () => location.href),
    ),
    list.element,
    calls.element,
  );
  main.append(
    h('h1', { class: 'map-title' }, 'Map of parcels'),
    side,
    h('div', { class: 'map-stage' }, canvas, key.element, trouble, toggle, panel.element),
  );
  key.show(FIELDS[state.color], false);

  function flip() {
    const open = side.classList.toggle('open');
    toggle.setAttribute('aria-expanded', String(open));
    put(toggle, open ? 'Back to the map' : 'List and filters');
    if (!open) toggle.focus();
  }

  function keepAddress() {
    if (signal.aborted) return;
    if (view) state.place = view.place();
    history.replaceState(null, '', location.pathname + writeState(state));
  }

  function open(id, from) {
    opener = from;
    if (side.classList.contains('open')) flip();
    state.parcel = id;
    keepAddress();
    list.mark(id);
    void panel.show(id);
  }

  function reveal({ lat, lon }) {
    const { clientWidth: width, clientHeight: height } = canvas;
    const free = (x, y) => (phone.matches ? y < height * SHEET_FROM : x < width - PANEL_WIDTH);
    const offset = phone.matches ? [0, -height * 0.31] : [-PANEL_WIDTH / 2, 0];
    view?.reveal({ lat, lon }, free, offset);
  }

  function show() {
    const field = FIELDS[state.color];
    const grouped = answer?.cells != null && !view?.hasLots();
    key.show(field, grouped);
    view?.showLots({ filters: filtersOf(state), field });
    if (!answer) return;
    if (answer.cells) view?.showClusters(answer.cells);
    else view?.showParcels(answer.rows.data, field);
  }

  function answered(found) {
    answer = found;
    trouble.hidden = true;
    main.removeAttribute('aria-busy');
    const { rows, cells } = found;
    const more = cells && view && !view.hasLots() ? ', shown in groups' : '';
    put(counted, rows.total === 0 ? 'No parcels in view' : `${parcels(rows.total)} in view${more}`);
    calls.clear();
    calls.add('/search', searchBody(question, cells ? PAGE : MOST_POINTS));
    if (cells) calls.add('/search/clusters', clusterBody(question));
    list.mark(state.parcel);
    list.show(rows.data, rows.total, FIELDS[state.color]);
    panel.refresh();
    show();
  }

  function failed(failure) {
    main.removeAttribute('aria-busy');
    if (failure.code === undefined) console.error(failure);
    const what = failure.code === undefined ? 'The map could not be loaded.' : advice(failure);
    put(counted, answer ? 'What is in view could not be asked for' : 'Nothing to show yet');
    put(
      trouble,
      h('p', {}, what),
      h('button', { type: 'button', class: 'primary', onclick: () => load(0) }, 'Try again'),
    );
    trouble.hidden = false;
  }

  function load(wait) {
    question = {
      bounds: view?.bounds() ?? COUNTRY,
      zoom: view?.tileZoom() ?? 3,
      lots: view?.hasLots() ?? false,
      filters: filtersOf(state),
      sort: state.sort,
      order: state.order,
    };
    main.setAttribute('aria-busy', 'true');
    loader.load(question, { answered, failed }, wait);
  }

  function changed(part) {
    Object.assign(state, part);
    keepAddress();
    if ('color' in part) {
      list.recolor(FIELDS[state.color]);
      show();
    } else load(0);
  }

  async function zoomInto(cell) {
    try {
      const box = await extentOf(cell, filtersOf(state), signal);
      if (box) view.fit(box);
    } catch (failure) {
      if (!signal.aborted) tell(failure);
    }
  }

  /** Said once for all tiles of a view. */
  let isTold = false;
  function noTiles(status) {
    if (isTold || signal.aborted) return;
    isTold = true;
    const why =
      status === 429 ? 'the limit of requests is reached. Use a key, or wait a minute' : 'try again later';
    tell(Object.assign(new Error(`Some lots could not be drawn: ${why}.`), { code: 'tiles' }));
  }

  try {
    view = await createView(canvas, {
      place: state.place,
      signal,
      moving: () => loader.cancel(),
      settled: () => {
        keepAddress();
        load();
      },
      parcel: (id) => open(id, null),
      cluster: zoomInto,
      failed: noTiles,
    });
  } catch (failure) {
    if (signal.aborted) return;
    // Without WebGL the list works.
    key.element.hidden = true;
    canvas.append(
      h(
        'p',
        { class: 'no-map' },
        'This browser cannot draw the map (WebGL is off). The list works without it.',
      ),
    );
    console.warn(failure);
  }
  if (signal.aborted) return;
  view?.showLots({ filters: filtersOf(state), field: FIELDS[state.color] });
  view?.drawn.catch((failure) => {
    if (!signal.aborted)
      tell(failure.code === undefined ? Object.assign(failure, { code: 'network' }) : failure);
  });
  onKey(() => {
    isTold = false;
    view?.showLots({ filters: filtersOf(state), field: FIELDS[state.color] }, true);
    load(0);
  }, signal);
  if (state.parcel) void panel.show(state.parcel, false);
  if (extent && view) {
    try {
      const box = await extent;
      // The move loads what is in view.
      if (box) return view.fit(box);
    } catch (failure) {
      if (signal.aborted) return;
      return failed(failure);
    }
  }
  load(0);
}

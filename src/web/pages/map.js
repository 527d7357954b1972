import { api } from '../api.js';
import { copyButton } from '../copy.js';
import { h, put } from '../dom.js';
import { boxArea, regionOf } from '../map/area.js';
import { areaControl } from '../map/area-control.js';
import { boxOfParcels, firstBox, together } from '../map/boxes.js';
import { callList } from '../map/calls.js';
import { chips } from '../map/chips.js';
import { downloadControl } from '../map/download-control.js';
import { FIELDS, figureOf, parcels } from '../map/fields.js';
import { freePart, isPhone } from '../map/free-part.js';
import { groupPanel } from '../map/group-panel.js';
import { ownedBy, stackAt } from '../map/groups.js';
import { hoverCard } from '../map/hover-card.js';
import { legend } from '../map/legend.js';
import { parcelList } from '../map/list.js';
import { clusterBody, extentOf, MOST_POINTS, moreRows, PAGE, searchBody, viewLoader } from '../map/load.js';
import { orderControls } from '../map/order.js';
import { parcelPanel } from '../map/panel.js';
import { searchBox } from '../map/search-box.js';
import { sheet } from '../map/sheet.js';
import { filtersOf, readState, writeState } from '../map/state.js';
import { styles } from '../map/styles.js';
import { noMap, tileTrouble, troubleBox } from '../map/trouble-box.js';
import { createView } from '../map/view.js';
import { notice, tell } from '../notice.js';
import { onKey } from '../session.js';

export const title = 'Map';

/** In the order in which they apply: what is different in a narrow window comes last. */
const STYLES = [
  '/assets/vendor/maplibre/maplibre-gl.css',
  '/assets/vendor/uplot/uPlot.min.css',
  ...['map', 'bar', 'list', 'overlays', 'panel', 'narrow'].map((part) => `/assets/map/${part}.css`),
];
/** What to load when no map can be drawn: the list then covers the whole country. */
const COUNTRY = { north: 72, south: 17, east: -64, west: -180 };
/** From this zoom level on, a view probably has few enough parcels to draw each. */
const FEW_FROM = 14.5;
/** The zoom level at which a found parcel is shown. */
const NEAR = 17;
const groupOf = (wanted) => (wanted.kind === 'owner' ? ownedBy(wanted.name) : stackAt(wanted));

/** Shows the map until the signal aborts. */
export async function mount(main, { signal }) {
  await styles(STYLES, signal);
  if (signal.aborted) return;
  const state = readState(location.search);
  const extent = state.place ? null : firstBox(state, signal);
  extent?.catch(() => {});
  signal.addEventListener('abort', () => main.removeAttribute('aria-busy'));
  const loader = viewLoader(signal, !state.place || state.place.zoom < FEW_FROM);
  let view = null;
  let question = null;
  let answer = null;
  let opener = null;
  /** The parcel to compare the next one with. */
  let kept = null;
  /** Whether the map moves to what the panel shows next: close to one parcel, or out to all of a group. */
  let isFound = false;

  const canvas = h('div', { class: 'map-canvas' });
  const free = freePart(canvas);
  const counted = h('p', { class: 'counted', role: 'status' }, 'Looking …');
  const trouble = troubleBox(() => load(0));
  const tiles = tileTrouble(signal);
  const calls = callList('The calls behind this view');
  const key = legend(!isPhone());
  const list = parcelList({
    open: (parcel) => open(parcel.id, parcel.id),
    point: (parcel) => view?.ring('pointed', parcel),
    more: (offset) =>
      attempt(async () => (await moreRows(question, offset, signal)).data).then((rows) => rows ?? null),
  });
  const panel = parcelPanel(
    {
      open: (parcel) => open(parcel.id, null),
      around: (parcel) => list.all().filter((other) => other.id !== parcel.id && together(other, parcel)),
      kept: () => kept,
      keep,
      showOwner: (name) => showGroup({ kind: 'owner', name }),
      found: (parcel) => {
        view?.ring('open', parcel);
        if (parcel.location && isFound) view?.fly(parcel.location, NEAR, free.offset());
        else if (parcel.location) view?.reveal(parcel.location, free.has, free.offset());
        isFound = false;
      },
      closed: () => {
        state.parcel = null;
        keepAddress();
        list.mark(null);
        view?.ring('open', null);
        if (state.group) {
          group.element.hidden = false;
          const row = group.element.querySelector(`[data-id="${CSS.escape(opener ?? '')}"]`);
          return (row ?? group.element.querySelector('h2')).focus();
        }
        if (!opener || !list.focus(opener)) canvas.querySelector('canvas')?.focus();
      },
    },
    signal,
  );
  const group = groupPanel(
    {
      open: (parcel) => open(parcel.id, parcel.id),
      found: (parcels) => {
        if (state.group?.kind === 'owner') view?.dots(parcels);
        else view?.ring('pointed', parcels[0] ?? null);
        const box = boxOfParcels(parcels);
        if (box && isFound && state.group?.kind === 'owner') view?.fit(box, free.covered());
        isFound = false;
      },
      closed: () => {
        state.group = null;
        keepAddress();
        view?.dots([]);
        view?.ring('pointed', null);
        search.focus();
      },
    },
    signal,
  );
  const search = searchBox(picked, signal);
  const area = areaControl(
    {
      draw: (kind, ended) => view.draw(kind, ended),
      view: () => view && boxArea(view.bounds()),
    },
    (drawn) => {
      view?.area(drawn);
      changed({ area: drawn });
    },
    signal,
  );
  area.show(state.area);
  const card = hoverCard(() => list.all(), signal);
  const side = h('section', { class: 'map-side', id: 'map-side', 'aria-label': 'Parcels in view' });
  const { handle, size } = sheet(side);
  side.append(
    handle,
    h(
      'div',
      { class: 'map-found' },
      counted,
      downloadControl(() => answer && { question: answer.question, total: answer.rows.total }, signal),
      copyButton('Copy link', () => location.href),
    ),
    orderControls(state, changed),
    list.element,
    calls.element,
  );
  main.append(
    h('h1', { class: 'map-title' }, 'Map of parcels'),
    h('div', { class: 'map-bar' }, search.element, chips(state, changed)),
    side,
    h(
      'div',
      { class: 'map-stage' },
      canvas,
      area.element,
      card.element,
      key.element,
      trouble.element,
      group.element,
      panel.element,
    ),
  );
  key.show(FIELDS[state.color], false);

  /** What `work` returns; undefined when it fails, which the user is told. */
  async function attempt(work) {
    try {
      return await work();
    } catch (failure) {
      if (!signal.aborted) tell(failure);
    }
  }

  function keepAddress() {
    if (signal.aborted) return;
    if (view) state.place = view.place();
    history.replaceState(null, '', location.pathname + writeState(state));
  }

  function open(id, from) {
    opener = from;
    size('peek');
    state.parcel = id;
    keepAddress();
    list.mark(id);
    group.element.hidden = true;
    void panel.show(id);
  }

  function showGroup(wanted) {
    if (state.parcel) panel.close();
    size('peek');
    state.group = wanted;
    isFound = true;
    keepAddress();
    void group.show(groupOf(wanted));
  }

  /** Goes to what was picked in the search box. */
  async function picked({ kind, ...option }) {
    if (kind === 'owner') return showGroup({ kind, name: option.name });
    if (kind === 'place') {
      view?.fly(option, NEAR, [0, 0]);
      const { lat, lon } = option;
      const found = await attempt(() => api(`/parcels/at?${new URLSearchParams({ lat, lon })}`, { signal }));
      if (!found) return;
      if (found.data.length > 1) return showGroup({ kind: 'stack', lat, lon });
      if (found.data.length === 0) return notice('No parcel is within 30 meters of these coordinates.');
      option.id = found.data[0].id;
    }
    isFound = true;
    open(option.id, null);
  }

  /** Keeps a parcel for comparison, or clears it. */
  function keep(parcel) {
    kept = parcel;
    state.compare = parcel?.id ?? null;
    keepAddress();
    panel.compare();
  }

  const keepAgain = (id) =>
    attempt(async () => keep(await api(`/parcels/${encodeURIComponent(id)}`, { signal })));

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
    answer = { ...found, question };
    trouble.hide();
    main.removeAttribute('aria-busy');
    const { rows, cells } = found;
    const more = cells && view && !view.hasLots() ? ', shown in groups' : '';
    const where = state.area ? 'in the area' : 'in view';
    put(counted, `${rows.total === 0 ? 'No parcels' : parcels(rows.total)} ${where}${more}`);
    calls.clear();
    calls.add('/search', searchBody(question, cells ? PAGE : MOST_POINTS));
    if (cells) calls.add('/search/clusters', clusterBody(question));
    list.mark(state.parcel);
    list.show(rows.data, rows.total, FIELDS[state.color], figureOf(state));
    panel.refresh();
    show();
  }

  function failed(failure) {
    main.removeAttribute('aria-busy');
    put(counted, answer ? 'The parcels in view could not be loaded' : 'Nothing to show yet');
    trouble.show(failure);
  }

  function load(wait) {
    const bounds = view?.bounds() ?? COUNTRY;
    question = {
      bounds,
      region: state.area ? regionOf(state.area) : { bounds },
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
      list.recolor(FIELDS[state.color], figureOf(state));
      show();
    } else load(0);
  }

  async function zoomInto(cell) {
    const box = await attempt(() => extentOf(cell, question, signal));
    if (box) view.fit(box);
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
      parcel: ({ id, stack }, place) => {
        if (stack > 1) showGroup({ kind: 'stack', ...place });
        else open(id, null);
      },
      hovered: (lot, at) => card.show(lot, FIELDS[state.color], at),
      cluster: zoomInto,
      failed: tiles.tell,
    });
  } catch (failure) {
    if (signal.aborted) return;
    // The list works without WebGL.
    key.element.hidden = true;
    area.element.hidden = true;
    canvas.append(noMap());
    console.warn(failure);
  }
  if (signal.aborted) return;
  view?.area(state.area);
  view?.showLots({ filters: filtersOf(state), field: FIELDS[state.color] });
  view?.drawn.catch((failure) => {
    if (!signal.aborted)
      tell(failure.code === undefined ? Object.assign(failure, { code: 'network' }) : failure);
  });
  onKey(() => {
    tiles.reset();
    view?.showLots({ filters: filtersOf(state), field: FIELDS[state.color] }, true);
    load(0);
  }, signal);
  if (state.group) {
    void group.show(groupOf(state.group), false);
    group.element.hidden = Boolean(state.parcel);
  }
  if (state.compare) void keepAgain(state.compare);
  if (state.parcel) void panel.show(state.parcel, false);
  if (extent && view) {
    try {
      const box = await extent;
      // The move loads what comes into view.
      if (box) return view.fit(box);
    } catch (failure) {
      if (signal.aborted) return;
      return failed(failure);
    }
  }
  load(0);
}

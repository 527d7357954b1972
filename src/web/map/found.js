import { api } from '../api.js';
import { useLayoutEffect, useRef, useState } from '../html.js';
import { tell } from '../notice.js';
import { boxAround } from '../shapes.js';

/** Most parcels that are drawn one by one: the largest page of a search. */
export const MOST_POINTS = 500;
export const PAGE = 100;
/** The body of a search in a region: `{bounds}`, `{within}` or `{near}`. Without a sort, the order is left out. */
export const searchBody = ({ region, filters, sort, order }, limit, offset = 0) => ({
  ...region,
  filters,
  ...(sort ? { sort, order } : {}),
  limit,
  ...(offset ? { offset } : {}),
});
/** The body of a request for the clusters of a region that are in view. */
export const clusterBody = ({ bounds, region, filters, zoom }) => ({ ...region, bounds, filters, zoom });

const search = (question, limit, signal, offset) =>
  api('/search', { body: searchBody(question, limit, offset), signal });
const clusters = (question, signal) => api('/search/clusters', { body: clusterBody(question), signal });

/**
 * The parcels of a view: the first rows, and the cells of clusters where there are too many parcels to draw each, else null.
 * If it is probably `crowded`, both are requested at once.
 */
async function viewOf(question, crowded, signal) {
  const isGuessed = crowded && !question.lots;
  const [rows, guessed] = await Promise.all([
    search(question, isGuessed ? PAGE : MOST_POINTS, signal),
    isGuessed ? clusters(question, signal) : null,
  ]);
  if (question.lots) return { rows, cells: null };
  if (rows.total > MOST_POINTS) return { rows, cells: guessed ?? (await clusters(question, signal)) };
  const isWhole = rows.data.length === rows.total;
  return { rows: isWhole ? rows : await search(question, MOST_POINTS, signal), cells: null };
}

const WHOLE_WORLD = [
  [-180, -85],
  [180, 85],
];
/** The clusters route counts in tiles this many zoom levels finer than requested. */
const FINER = 2;
const DEEPEST = 22;
/** How many cells to ask for across a box, and how many across the found box are too few to stop at. */
const ACROSS = 32;
const TOO_FEW = 8;
const MOST_LOOKS = 3;

const longitude = (column, zoom) => (column / 2 ** zoom) * 360 - 180;
const latitude = (row, zoom) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** zoom))) * 180) / Math.PI;
const tileOf = (cell) => cell.split('/').map(Number);
const placeOf = (x, y, zoom) => [longitude(x, zoom), latitude(y, zoom)];
const boxOf = (tiles) =>
  boxAround(tiles.flatMap(([zoom, x, y]) => [placeOf(x, y, zoom), placeOf(x + 1, y + 1, zoom)]));

/** How many tiles are side by side along an axis: 1 for x, 2 for y. */
function across(tiles, axis) {
  const all = tiles.map((tile) => tile[axis]);
  return Math.max(...all) - Math.min(...all) + 1;
}

/** Finds the box around parcels with ever finer cells; null when there are no parcels. */
async function shrink(box, { region, filters }, signal) {
  let found = box;
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const [[west, south], [east, north]] = found;
    const degrees = Math.max(east - west, north - south);
    const zoom = Math.min(DEEPEST, Math.max(0, Math.floor(Math.log2((ACROSS * 360) / degrees)) - FINER));
    const question = { bounds: { north, south, east, west }, region, filters, zoom };
    const { data } = await clusters(question, signal);
    if (data.length === 0) return null;
    const tiles = data.map(({ cell }) => tileOf(cell));
    found = boxOf(tiles);
    if (Math.max(across(tiles, 1), across(tiles, 2)) >= TOO_FEW || zoom === DEEPEST) break;
  }
  return found;
}

/** The box around all parcels that are loaded, `[[west, south], [east, north]]`. */
export const everywhere = (signal) => shrink(WHOLE_WORLD, { region: {}, filters: {} }, signal);

/** The box around a cluster's parcels that match a search. */
export const extentOf = (cell, question, signal) => shrink(boxOf([tileOf(cell)]), question, signal);

/** How long the map must not move before it sends a request, in milliseconds, so that a pan sends only one. */
const SETTLE = 250;
const NOTHING = {
  answer: null,
  failure: null,
  rows: [],
  total: 0,
  shown: PAGE,
  isBusy: false,
  isAsking: false,
};

/**
 * As a hook: the parcels of the view that was loaded last: the `answer`, with the `cells` of a view that has too many
 * parcels to draw each; the `rows` of the list so far, of which so many are `shown`; `isAsking` for more. With functions
 * that `load` a question, `cancel` loading, `fail`, and show `more` rows. `crowded` says whether the first view probably has
 * clusters.
 */
export function useFound(signal, crowded) {
  const [found, setFound] = useState(NOTHING);
  const change = (part) => setFound((before) => ({ ...before, ...part }));
  const stop = useRef(() => {});
  const cancel = () => stop.current();
  useLayoutEffect(() => cancel, []);
  /** After a view with clusters, the next one most likely has some, too. */
  const isCrowded = useRef(crowded);

  function fail(failure) {
    if (failure.code === undefined) console.error(failure);
    change({ failure, isBusy: false });
  }
  function load(question, wait = SETTLE) {
    cancel();
    if (signal.aborted) return;
    change({ isBusy: true });
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { rows: page, cells } = await viewOf(question, isCrowded.current, leaving.signal);
        if (leaving.signal.aborted) return;
        if (!question.lots) isCrowded.current = cells !== null;
        const { data: rows, total } = page;
        setFound({ ...NOTHING, answer: { question, rows, cells }, rows, total });
      } catch (failure) {
        if (!leaving.signal.aborted) fail(failure);
      }
    }, wait);
    stop.current = () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }
  async function more() {
    const { answer, rows, shown } = found;
    if (shown < rows.length) return change({ shown: Math.min(shown + PAGE, rows.length) });
    change({ isAsking: true });
    try {
      const { data } = await search(answer.question, PAGE, signal, rows.length);
      const all = [...rows, ...data];
      const end = data.length === 0 ? { total: all.length } : {};
      setFound((now) =>
        now.answer === answer ? { ...now, rows: all, shown: all.length, isAsking: false, ...end } : now,
      );
    } catch (failure) {
      change({ isAsking: false });
      if (!signal.aborted) tell(failure);
    }
  }
  return { ...found, load, cancel, fail, more };
}

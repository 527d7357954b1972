import { api } from '../api.js';

/** Most parcels that are drawn one by one: the largest page of a search. */
export const MOST_POINTS = 500;
export const PAGE = 100;
/** How long the map must not move before it sends a request, in milliseconds, so that a pan sends only one. */
const SETTLE = 250;

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

/** The next rows of the list, from an offset on. */
export const moreRows = (question, offset, signal) => search(question, PAGE, signal, offset);

/**
 * Loads one view at a time: a newer view or `cancel` aborts older requests. After a view with clusters (or at first if
 * `crowded`), parcels and clusters are requested at once, since the next view most likely has clusters, too.
 */
export function viewLoader(signal, crowded) {
  let inFlight = new AbortController();
  let timer;
  let likely = crowded;

  const cancel = () => {
    clearTimeout(timer);
    inFlight.abort();
  };
  signal.addEventListener('abort', cancel);

  async function ask(question, signal) {
    const [first, guessed] = await Promise.all([
      search(question, likely && !question.lots ? PAGE : MOST_POINTS, signal),
      likely && !question.lots ? clusters(question, signal) : null,
    ]);
    if (question.lots) return { rows: first, cells: null };
    likely = first.total > MOST_POINTS;
    if (likely) return { rows: first, cells: guessed ?? (await clusters(question, signal)) };
    const whole = first.data.length === first.total;
    return { rows: whole ? first : await search(question, MOST_POINTS, signal), cells: null };
  }

  return {
    cancel,
    load(question, { answered, failed }, wait = SETTLE) {
      cancel();
      if (signal.aborted) return;
      const mine = new AbortController();
      inFlight = mine;
      timer = setTimeout(async () => {
        try {
          const answer = await ask(question, mine.signal);
          if (!mine.signal.aborted) answered(answer);
        } catch (failure) {
          if (!mine.signal.aborted) failed(failure);
        }
      }, wait);
    },
  };
}

const WHOLE_WORLD = { north: 85, south: -85, east: 180, west: -180 };
/** The clusters route counts in tiles this many zoom levels finer than requested. */
const FINER = 2;
const DEEPEST = 22;
/** How many cells to ask for across a box, and how many across the found box are too few to stop at. */
const ACROSS = 32;
const TOO_FEW = 8;
const MOST_LOOKS = 3;

const longitude = (column, zoom) => (column / 2 ** zoom) * 360 - 180;
const latitude = (row, zoom) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** zoom))) * 180) / Math.PI;

function boxOf(cells) {
  const tiles = cells.map((cell) => cell.split('/').map(Number));
  const zoom = tiles[0][0];
  const columns = tiles.map(([, x]) => x);
  const rows = tiles.map(([, , y]) => y);
  return {
    north: latitude(Math.min(...rows), zoom),
    south: latitude(Math.max(...rows) + 1, zoom),
    east: longitude(Math.max(...columns) + 1, zoom),
    west: longitude(Math.min(...columns), zoom),
    across: Math.max(Math.max(...columns) - Math.min(...columns), Math.max(...rows) - Math.min(...rows)) + 1,
  };
}

/** Finds the box around parcels with ever finer cells; null when there are no parcels. */
async function shrink(bounds, { region, filters }, signal) {
  let box = bounds;
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const { north, south, east, west } = box;
    const degrees = Math.max(east - west, north - south);
    const zoom = Math.min(DEEPEST, Math.max(0, Math.floor(Math.log2((ACROSS * 360) / degrees)) - FINER));
    const question = { bounds: { north, south, east, west }, region, filters, zoom };
    const { data } = await clusters(question, signal);
    if (data.length === 0) return null;
    box = boxOf(data.map(({ cell }) => cell));
    if (box.across >= TOO_FEW || zoom === DEEPEST) break;
  }
  return [
    [box.west, box.south],
    [box.east, box.north],
  ];
}

/** The box around all parcels that are loaded, `[[west, south], [east, north]]`. */
export const everywhere = (signal) => shrink(WHOLE_WORLD, { region: {}, filters: {} }, signal);

/** The box around a cluster's parcels that match a search. */
export const extentOf = (cell, question, signal) => shrink(boxOf([cell]), question, signal);

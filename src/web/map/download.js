import { ApiFailure, api, request } from '../api.js';

/** Most parcels in a file, since it is built in the browser's memory. */
export const MOST_WRITTEN = 20_000;
const PAGE = 500;
const QUOTE = 34;
const LINE = 10;

/** Counts the lines of a CSV that arrives in pieces; a line break inside quotes does not end a line. */
function lineCounter() {
  let quoted = false;
  let lines = 0;
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === LINE && !quoted) lines++;
    }
    return lines;
  };
}

/** All parcels of a search as CSV. `told` gets the number of rows so far. Throws ApiFailure. */
async function csv({ region, filters }, told, signal) {
  const body = { ...region, filters, format: 'csv', bom: true };
  const response = await request('/search/export', { body, signal });
  const parts = [];
  const count = lineCounter();
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      if (error.name === 'AbortError') throw error;
      throw new ApiFailure(0, 'network', 'The answer broke off');
    });
    if (done) return parts;
    parts.push(value);
    told(Math.max(0, count(value) - 1));
  }
}

/** All parcels of a search as GeoJSON with their outlines, in the order of the search. */
async function geojson({ region, filters, sort, order }, told, signal) {
  const parts = ['{"type":"FeatureCollection","features":['];
  let cursor = '*';
  let written = 0;
  do {
    const body = {
      ...region,
      filters,
      ...(sort ? { sort, order } : {}),
      outline: true,
      limit: PAGE,
      cursor,
    };
    const page = await api('/search', { body, accept: 'application/geo+json', signal });
    for (const feature of page.features) {
      parts.push(`${written++ === 0 ? '\n' : ',\n'}${JSON.stringify(feature)}`);
    }
    told(written);
    cursor = page.next_cursor;
  } while (cursor && written < MOST_WRITTEN);
  parts.push('\n]}\n');
  return parts;
}

/** File formats: name, media type, extension, and the function that requests a file's parts. */
export const FORMATS = [
  { name: 'CSV', type: 'text/csv', ending: 'csv', write: csv },
  { name: 'GeoJSON', type: 'application/geo+json', ending: 'geojson', write: geojson },
];

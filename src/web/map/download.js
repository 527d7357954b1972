import { ApiFailure, advice, api, request } from '../api.js';
import { count } from '../format.js';
import { html, useChange, useLayoutEffect, useRef, useState } from '../html.js';
import { parcels } from './fields.js';
import { Popover } from './popover.js';

/** Most parcels in a file, since it is built in the browser's memory. */
const MOST_WRITTEN = 20_000;
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
const FORMATS = [
  { name: 'CSV', type: 'text/csv', ending: 'csv', write: csv },
  { name: 'GeoJSON', type: 'application/geo+json', ending: 'geojson', write: geojson },
];

/** Hands a file to the browser. */
function save(parts, { type, ending }) {
  const href = URL.createObjectURL(new Blob(parts, { type }));
  Object.assign(document.createElement('a'), { href, download: `parcels.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

function described(total) {
  if (total === 0) return 'There are no parcels to write.';
  if (total <= MOST_WRITTEN)
    return `All ${parcels(total)} of this search. GeoJSON has the outlines; CSV needs a plan with exports.`;
  const most = count(MOST_WRITTEN);
  return `${parcels(total)} are too many for one file: it takes up to ${most}. Zoom in, draw an area or use more filters.`;
}

/**
 * As a hook: the `file` that is being written (`{format, total, written}`) or what is `told` about the last one, if anything;
 * and functions that `write` one, `cancel` it, and `forget` what is told.
 */
function useFile() {
  const [state, setState] = useState({});
  const running = useRef(null);
  useLayoutEffect(() => () => running.current?.abort(), []);

  async function write(format, question, total) {
    const leaving = new AbortController();
    const { signal } = leaving;
    running.current = leaving;
    let written = 0;
    const show = (next) => signal.aborted || setState(next);
    const progress = (now) => {
      written = now;
      show({ file: { format, total, written } });
    };
    progress(0);
    try {
      const parts = await format.write(question, progress, signal);
      if (signal.aborted) return;
      save(parts, format);
      show({ told: `parcels.${format.ending} is written: ${parcels(written)}.` });
    } catch (failure) {
      if (failure.code === undefined && !signal.aborted) console.error(failure);
      show({ told: advice(failure, 'The file could not be written.') });
    }
  }
  function cancel() {
    running.current.abort();
    setState({});
  }
  return { ...state, write, cancel, forget: () => setState(({ file }) => ({ file })) };
}

/** A button and a form for writing all parcels of the search, once it has an answer, to a file. */
export function DownloadControl({ question, total }) {
  const { file, told, write, forget, cancel } = useFile();
  const buttons = useRef();
  const isWriting = file !== undefined;
  // The button that had the focus is hidden.
  useChange(() => buttons.current.querySelector('button:not([hidden])').focus(), [isWriting]);
  const button = (format) => html`
    <button type="button" hidden=${isWriting} disabled=${total === 0 || total > MOST_WRITTEN}
      onclick=${() => write(format, question, total)}>
      ${format.name}
    </button>
  `;
  return html`
    <span>
      <${Popover} id="map-download" name="Download" label="Download" class="slim" done=${false} onopen=${forget}>
        <p role="status">${isWriting ? `Writing ${file.format.name} …` : (told ?? described(total))}</p>
        <progress aria-label="Parcels written" hidden=${!isWriting} max=${file?.total ?? 1}
          value=${file?.written ?? 0}></progress>
        <div class="row" ref=${buttons}>
          ${FORMATS.map(button)}<button type="button" hidden=${!isWriting} onclick=${cancel}>Cancel</button>
        </div>
      </>
    </span>
  `;
}

import { advice } from '../api.js';
import { count } from '../format.js';
import { html, useChange, useLayoutEffect, useRef, useState } from '../html.js';
import { FORMATS, MOST_WRITTEN } from './download.js';
import { parcels } from './fields.js';
import { Popover } from './popover.js';

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
 * As a hook: the `file` that is being written (`{format, total, written}`, or null) and what is `told` about the last one, if
 * anything; and functions that `write` one, `cancel` it, and `forget` what is told.
 */
function useFile() {
  const [file, setFile] = useState(null);
  const [told, setTold] = useState(null);
  const running = useRef(null);
  useLayoutEffect(() => () => running.current?.abort(), []);

  async function write(format, question, total) {
    const leaving = new AbortController();
    running.current = leaving;
    let written = 0;
    const progress = (now) => {
      written = now;
      if (!leaving.signal.aborted) setFile({ format, total, written });
    };
    progress(0);
    const end = (words) => {
      if (leaving.signal.aborted) return;
      setFile(null);
      setTold(words);
    };
    try {
      const parts = await format.write(question, progress, leaving.signal);
      if (leaving.signal.aborted) return;
      save(parts, format);
      end(`parcels.${format.ending} is written: ${parcels(written)}.`);
    } catch (failure) {
      if (failure.code === undefined && !leaving.signal.aborted) console.error(failure);
      end(advice(failure, 'The file could not be written.'));
    }
  }
  const forget = () => setTold(null);
  function cancel() {
    running.current.abort();
    setFile(null);
    forget();
  }
  return { file, told, write, forget, cancel };
}

/**
 * A button and a form for writing all parcels of the search to a file.
 * @param {{question: object | undefined, total: number}} props the search, once it has an answer
 */
export function DownloadControl({ question, total }) {
  const { file, told, write, forget, cancel } = useFile();
  const buttons = useRef();
  const isWriting = file !== null;
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

import { advice } from '../api.js';
import { h, put } from '../dom.js';
import { count } from '../format.js';
import { FORMATS, MOST_WRITTEN } from './download.js';
import { parcels } from './fields.js';
import { popover } from './popover.js';

/** Hands a file to the browser. */
function save(parts, { type, ending }) {
  const href = URL.createObjectURL(new Blob(parts, { type }));
  h('a', { href, download: `parcels.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/**
 * A button and a form for writing all parcels of the search to a file.
 * @param {() => {question: object, total: number} | null} present the search, once it has an answer
 */
export function downloadControl(present, signal) {
  const told = h('p', { role: 'status' });
  const bar = h('progress', { 'aria-label': 'Parcels written', hidden: true });
  const cancel = h('button', { type: 'button', hidden: true, onclick: () => stop() }, 'Cancel');
  let running = null;
  signal.addEventListener('abort', () => running?.abort());

  function stop() {
    running?.abort();
    busy(false);
    describe();
    buttons[0].focus();
  }
  function busy(on) {
    if (!on) running = null;
    bar.hidden = !on;
    cancel.hidden = !on;
    for (const button of buttons) button.hidden = on;
  }
  function describe() {
    const found = present();
    const tooMany = found !== null && found.total > MOST_WRITTEN;
    const none = found === null || found.total === 0;
    for (const button of buttons) button.disabled = tooMany || none;
    if (none) put(told, 'There are no parcels to write.');
    else if (tooMany)
      put(
        told,
        `${parcels(found.total)} are too many for one file: it takes up to ${count(MOST_WRITTEN)}. Zoom in, draw an area or use more filters.`,
      );
    else
      put(
        told,
        `All ${parcels(found.total)} of this search. GeoJSON has the outlines; CSV needs a plan with exports.`,
      );
  }

  const write = (format) => async () => {
    const { question, total } = present();
    running = new AbortController();
    const mine = running;
    busy(true);
    cancel.focus();
    bar.max = total;
    bar.value = 0;
    put(told, `Writing ${format.name} …`);
    const progress = (written) => {
      bar.value = written;
    };
    try {
      const parts = await format.write(question, progress, mine.signal);
      if (mine.signal.aborted) return;
      save(parts, format);
      busy(false);
      put(told, `parcels.${format.ending} is written: ${parcels(bar.value)}.`);
    } catch (failure) {
      if (mine.signal.aborted) return;
      busy(false);
      if (failure.code === undefined) console.error(failure);
      put(told, failure.code === undefined ? 'The file could not be written.' : advice(failure));
    }
    buttons[0].focus();
  };
  const buttons = FORMATS.map((format) =>
    h('button', { type: 'button', onclick: write(format) }, format.name),
  );
  const { button, form } = popover(
    { id: 'map-download', name: 'Download', done: false },
    told,
    bar,
    h('div', { class: 'row' }, buttons, cancel),
  );
  put(button, 'Download');
  button.classList.add('slim');
  form.addEventListener('beforetoggle', ({ newState }) => {
    if (newState === 'open' && running === null) describe();
  });
  return h('span', {}, button, form);
}

import { advice } from './api.js';
import { h } from './dom.js';

const SHOWN_FOR = 8_000;

/** Shows a line at the edge of the page for a while. */
export function notice(text, kind = 'info') {
  const line = h('p', { class: `notice ${kind}` }, text);
  document.getElementById('notices').append(line);
  setTimeout(() => line.remove(), SHOWN_FOR);
}

/** Shows a failure, unless the request was aborted. */
export function tell(failure) {
  if (failure.name === 'AbortError') return;
  if (failure.code === undefined) console.error(failure);
  notice(failure.code === undefined ? 'Something went wrong on this page' : advice(failure), 'bad');
}

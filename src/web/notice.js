import { advice } from './api.js';
import { html, render } from './html.js';

const SHOWN_FOR = 8_000;
let lines = [];
let made = 0;

function show(next) {
  lines = next;
  const line = ({ id, text, kind }) => html`<p key=${id} class="notice ${kind}">${text}</p>`;
  render(lines.map(line), document.getElementById('notices'));
}

/** Shows a line at the edge of the page for a while. */
export function notice(text, kind = 'info') {
  const line = { id: made++, text, kind };
  show([...lines, line]);
  setTimeout(() => show(lines.filter((other) => other !== line)), SHOWN_FOR);
}

/** Shows a failure, unless the request was aborted. */
export function tell(failure) {
  if (failure.name === 'AbortError') return;
  if (failure.code === undefined) console.error(failure);
  notice(advice(failure), 'bad');
}

/** What `work` returns; undefined when it fails, which is shown unless the signal has aborted. */
export async function attempt(work, signal) {
  try {
    return await work();
  } catch (failure) {
    if (!signal.aborted) tell(failure);
  }
}

import { dashboard } from '../console/dashboard.js';
import { signIn } from '../console/sign-in.js';
import { verifiersPanel } from '../console/verifiers.js';
import { h, put } from '../dom.js';
import { currentKey, onKey, useKey } from '../session.js';
import { loadStyles } from '../styles.js';

export const title = 'Console';

/** Shows the console of the current key, or the form to enter one, until the signal aborts. */
export async function mount(main, { signal }) {
  await loadStyles('/assets/console/console.css');
  if (signal.aborted) return;
  const place = h('div', {});
  let ended = '';
  let leave = new AbortController();

  function onEnded(message) {
    ended = message;
    useKey(null);
  }

  function show(key) {
    leave.abort();
    leave = new AbortController();
    const options = { signal: leave.signal };
    put(place, key === null ? signIn({ ...options, problem: ended }) : dashboard({ ...options, onEnded }));
    // The focused element is gone.
    if (ended !== '') place.querySelector('input').focus();
    else if (document.activeElement === document.body && main.contains(place)) main.focus();
    ended = '';
  }

  signal.addEventListener('abort', () => leave.abort());
  onKey(show, signal);
  main.append(h('div', { class: 'wrap' }, h('h1', {}, 'Console'), place, verifiersPanel({ signal })));
  show(currentKey());
}

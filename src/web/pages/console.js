import { SIGNUP } from '../catalog.js';
import { dashboard } from '../console/dashboard.js';
import { matchPanel } from '../console/match-list.js';
import { signIn } from '../console/sign-in.js';
import { signUp } from '../console/sign-up.js';
import { verifiersPanel } from '../console/verifiers.js';
import { h, put } from '../dom.js';
import { currentKey, onKey, useKey } from '../session.js';
import { loadStyles } from '../styles.js';

export const title = 'Console';

/** Shows the console of the current key, or the form to enter one, until the signal aborts. */
export async function mount(main, { signal }) {
  await Promise.all(['/assets/console/console.css', '/assets/vendor/uplot/uPlot.min.css'].map(loadStyles));
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
    const entry = () => [signIn({ ...options, problem: ended }), SIGNUP && signUp(options)];
    put(place, key === null ? entry() : dashboard({ ...options, onEnded }));
    // The focused element is gone.
    if (ended !== '') place.querySelector('input').focus();
    else if (document.activeElement === document.body && main.contains(place))
      main.focus({ preventScroll: true });
    ended = '';
  }

  signal.addEventListener('abort', () => leave.abort());
  onKey(show, signal);
  main.append(
    h(
      'div',
      { class: 'wrap' },
      h('h1', {}, 'Console'),
      place,
      matchPanel({ signal }),
      verifiersPanel({ signal }),
    ),
  );
  show(currentKey());
}

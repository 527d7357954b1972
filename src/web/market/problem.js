import { advice } from '../api.js';
import { h, put } from '../dom.js';

const openKeys = () => document.getElementById('key-button').click();

/** Says that the figures need a key, with a button to enter one. */
export function askForKey(panel, why, button = 'Use a key') {
  put(
    panel,
    h(
      'div',
      { class: 'card market-gate', role: 'status' },
      h('p', {}, why),
      h('button', { type: 'button', class: 'primary', onclick: openKeys }, button),
    ),
  );
}

/** Says why there are no figures, and what to do. */
export function showProblem(panel, failure, again) {
  if (failure.name === 'AbortError') return;
  if (failure.code === undefined) console.error(failure);
  const what = failure.code === undefined ? 'Something went wrong on this page' : advice(failure);
  if (['missing_key', 'invalid_key', 'inactive_key', 'expired_key'].includes(failure.code))
    return askForKey(panel, what, 'Use another key');
  put(
    panel,
    h(
      'div',
      { class: 'card market-gate', role: 'alert' },
      h('p', {}, what),
      h('button', { type: 'button', onclick: again }, 'Try again'),
    ),
  );
}

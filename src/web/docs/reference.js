import { h, put } from '../dom.js';
import { readOpenapi } from '../openapi.js';
import { currentKey, onKey } from '../session.js';
import { loadStyles } from '../styles.js';
import { mend } from './mend.js';
import { showReference } from './swagger.js';

const STYLES = ['/assets/vendor/swagger/swagger-ui.css', '/assets/docs/reference.css'];

/** The library's dark colors follow a class of the document. */
function followScheme(signal) {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const root = document.documentElement;
  const follow = () => root.classList.toggle('dark-mode', dark.matches);
  follow();
  dark.addEventListener('change', follow, { signal });
  signal.addEventListener('abort', () => root.classList.remove('dark-mode'));
}

/** The API reference, whose forms send the key in use. */
export function reference(signal) {
  const box = h('div', { class: 'docs-reference', 'aria-busy': 'true' }, h('p', {}, 'Loading …'));
  const key = h('p', { class: 'quiet', role: 'status' });
  const tellKey = (current) =>
    put(
      key,
      current === null
        ? 'Requests are sent without a key. Give one with the button at the top of the page.'
        : 'Requests are sent with the key in use.',
    );

  async function load() {
    try {
      for (const href of STYLES) await loadStyles(href);
      const spec = await readOpenapi(signal);
      if (signal.aborted) return;
      followScheme(signal);
      const shown = h('div', {});
      put(box, shown);
      mend(shown, signal);
      const useKey = await showReference(shown, spec);
      if (currentKey() !== null) useKey(currentKey());
      onKey(useKey, signal);
    } catch (failure) {
      if (failure.name === 'AbortError' || signal.aborted) return;
      put(
        box,
        h(
          'div',
          { class: 'card', role: 'alert' },
          h('p', {}, 'The reference cannot be loaded at the moment. Is Terrier running?'),
          h('button', { type: 'button', onclick: load }, 'Try again'),
        ),
      );
    } finally {
      box.removeAttribute('aria-busy');
    }
  }
  tellKey(currentKey());
  onKey(tellKey, signal);
  void load();
  return [
    h('h1', {}, 'API reference'),
    h(
      'p',
      {},
      'Every route, field and error, made from the schemas that check the requests: the same as ',
      h('a', { href: '/openapi.json' }, '/openapi.json'),
      '. Open a route, fill in its form, and send it.',
    ),
    key,
    h('h2', {}, 'Routes'),
    box,
  ];
}

import { api, asCurl } from '../api.js';
import { copyButton } from '../copy.js';
import { h, put } from '../dom.js';

/** A list of the page's API calls, to view and to copy as curl commands. `add` records one. */
export function callList(label) {
  const list = h('ul', { class: 'calls' });
  const element = h('details', {}, h('summary', {}, label), list);
  const seen = new Map();

  function draw() {
    put(
      list,
      [...seen.values()].map(({ path, body }) => {
        const method = body === undefined ? 'GET' : 'POST';
        return h(
          'li',
          {},
          h(
            'div',
            { class: 'row' },
            h('code', {}, `${method} /api/v1${path}`),
            copyButton('Copy as curl', () => asCurl(path, body)),
          ),
          h('pre', { tabindex: '0', 'aria-label': `curl command of ${path}` }, asCurl(path, body)),
        );
      }),
    );
  }

  return {
    element,
    add(path, body) {
      seen.set(path, { path, body });
      draw();
    },
    clear() {
      seen.clear();
      draw();
    },
    ask(path, signal) {
      this.add(path);
      return api(path, { signal });
    },
  };
}

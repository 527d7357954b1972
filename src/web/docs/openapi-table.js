import { advice } from '../api.js';
import { h, put } from '../dom.js';
import { readOpenapi } from '../openapi.js';

/**
 * A table of what the API's own description lists; filled when the description has come.
 * @param {{name: string, label: string, head: string[], rowsOf(description: object): (Node | string)[][]}} table
 *   `name` is its class; `label` says what it holds, as "error codes".
 */
export function openapiTable({ name, label, head, rowsOf }, signal) {
  const panel = h('div', { 'aria-busy': 'true' });
  async function load() {
    try {
      const rows = rowsOf(await readOpenapi(signal));
      const titles = head.map((title) => h('th', { scope: 'col' }, title));
      const body = rows.map((cells) =>
        h(
          'tr',
          {},
          cells.map((cell) => h('td', {}, cell)),
        ),
      );
      const table = h('table', { class: name }, h('thead', {}, h('tr', {}, titles)), h('tbody', {}, body));
      put(panel, h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label }, table));
    } catch (failure) {
      if (failure.name === 'AbortError') return;
      const words = `The ${label} cannot be read at the moment. ${advice({ code: 'network' })}`;
      const again = h('button', { type: 'button', onclick: load }, 'Try again');
      put(panel, h('div', { class: 'card', role: 'alert' }, h('p', {}, words), again));
    } finally {
      panel.removeAttribute('aria-busy');
    }
  }
  void load();
  return panel;
}

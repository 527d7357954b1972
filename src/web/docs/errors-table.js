import { advice } from '../api.js';
import { h, put } from '../dom.js';

const ONE_CODE = /`(\w+)` \((\d{3})\): (.*?)\.(?= `|$)/g;

/** The error codes, as the API's own description lists them. */
export function codesOf(description) {
  const codes = description.components.schemas.Error.properties.code;
  return [...codes.description.matchAll(ONE_CODE)].map(([, code, status, meaning]) => ({
    code,
    status,
    meaning,
  }));
}

/** A table of every error code; filled when the description has come. */
export function errorsTable(signal) {
  const panel = h('div', { 'aria-busy': 'true' });
  async function load() {
    try {
      const response = await fetch('/openapi.json', { signal });
      if (!response.ok) throw new Error(`Status ${response.status}`);
      const rows = codesOf(await response.json());
      put(
        panel,
        h(
          'div',
          { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Error codes' },
          h(
            'table',
            { class: 'docs-errors' },
            h(
              'thead',
              {},
              h(
                'tr',
                {},
                ['Status', 'Code', 'Meaning'].map((name) => h('th', { scope: 'col' }, name)),
              ),
            ),
            h(
              'tbody',
              {},
              rows.map(({ code, status, meaning }) =>
                h('tr', {}, h('td', {}, status), h('td', {}, h('code', {}, code)), h('td', {}, meaning)),
              ),
            ),
          ),
        ),
      );
    } catch (failure) {
      if (failure.name === 'AbortError') return;
      put(
        panel,
        h(
          'div',
          { class: 'card', role: 'alert' },
          h('p', {}, `The codes cannot be read at the moment. ${advice({ code: 'network' })}`),
          h('button', { type: 'button', onclick: load }, 'Try again'),
        ),
      );
    } finally {
      panel.removeAttribute('aria-busy');
    }
  }
  void load();
  return panel;
}

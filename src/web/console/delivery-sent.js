import { advice, api } from '../api.js';
import { h, put } from '../dom.js';

const part = (label, text) => [
  h('p', { class: 'quiet' }, label),
  h('pre', { class: 'sent', tabindex: 0, role: 'group', 'aria-label': label }, text),
];

/**
 * What a delivery contains, as it was last sent or will first be sent.
 * @param path the delivery's path in the API
 * @returns {{element: HTMLElement, load(): Promise<void>}}
 */
export function sentPart(path, { onFailure, signal }) {
  const element = h('div', {});
  return {
    element,
    async load() {
      try {
        const { headers, payload } = await api(path, { signal });
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
        put(
          element,
          part('Headers, without the signature', lines.join('\n')),
          part('Payload', JSON.stringify(payload, null, 2)),
        );
      } catch (failure) {
        if (failure.name === 'AbortError' || onFailure(failure)) return;
        put(element, h('p', { class: 'problem' }, advice(failure)));
      }
    },
  };
}

import { h, put } from '../dom.js';
import { currentKey } from '../session.js';
import { kindOf, send } from './request.js';

/** Longest answer that is shown, in characters. */
const SHOWN = 100_000;
const HEADERS = ['content-type', 'etag', 'retry-after', 'x-ratelimit-remaining', 'x-request-id'];

function pretty(words) {
  try {
    return JSON.stringify(JSON.parse(words), null, 2);
  } catch {
    return words;
  }
}

async function bodyOf(response, request) {
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && kindOf({ ...request, type }) === 'bytes') {
    const { byteLength } = await response.arrayBuffer();
    return byteLength === 0 ? 'No content.' : `${byteLength.toLocaleString('en-US')} bytes of ${type}.`;
  }
  const words = pretty(await response.text());
  if (words === '') return 'No content.';
  return words.length > SHOWN
    ? `${words.slice(0, SHOWN)}\n… and more: ${words.length.toLocaleString('en-US')} characters in all.`
    : words;
}

/**
 * The box that shows what an operation answers when tried.
 * @returns {{element: HTMLElement, ask: (request: object) => Promise<void>}}
 */
export function answerBox(signal) {
  const element = h('div', { class: 'ref-answer', role: 'status' });
  let asking = new AbortController();
  signal.addEventListener('abort', () => asking.abort());

  async function ask(request) {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    put(element, h('p', { class: 'quiet' }, 'Waiting for the answer …'));
    const start = performance.now();
    try {
      const response = await send(request, request.withKey ? currentKey() : null, signal);
      const body = await bodyOf(response, request);
      const took = Math.round(performance.now() - start);
      const headers = HEADERS.filter((name) => response.headers.has(name)).map(
        (name) => `${name}: ${response.headers.get(name)}`,
      );
      put(
        element,
        h(
          'p',
          {},
          h(
            'span',
            { class: `badge ${response.ok ? 'good' : 'bad'}` },
            `${response.status} ${response.statusText}`,
          ),
          ` in ${took} ms`,
        ),
        h(
          'pre',
          { class: 'ref-code', tabindex: 0, 'aria-label': 'Headers of the answer' },
          headers.join('\n'),
        ),
        h('pre', { class: 'ref-code ref-long', tabindex: 0, 'aria-label': 'Body of the answer' }, body),
      );
    } catch (failure) {
      if (failure.name === 'AbortError' || signal.aborted) return;
      put(element, h('p', { class: 'problem' }, 'Terrier does not answer. Is it running?'));
    }
  }
  return { element, ask };
}

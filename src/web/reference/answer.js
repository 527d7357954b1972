import { useAsked } from '../asked.js';
import { html } from '../html.js';
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

/** Sends a request; null when there is no answer. */
async function answerTo({ request, key }, signal) {
  const start = performance.now();
  try {
    const response = await send(request, key, signal);
    const body = await bodyOf(response, request);
    return { response, body, took: Math.round(performance.now() - start) };
  } catch {
    return null;
  }
}

function Answered({ response, body, took }) {
  const headers = HEADERS.filter((name) => response.headers.has(name));
  return html`
    <p>
      <span class="badge ${response.ok ? 'good' : 'bad'}">${response.status} ${response.statusText}</span> in ${took} ms
    </p>
    <pre class="ref-code" tabindex="0" aria-label="Headers of the answer">
      ${headers.map((name) => `${name}: ${response.headers.get(name)}`).join('\n')}
    </pre>
    <pre class="ref-code ref-long" tabindex="0" aria-label="Body of the answer">${body}</pre>
  `;
}

/** What an operation answers when tried; another object `sent`, `{request, key}`, sends again, and null sends nothing. */
export function Answer({ sent }) {
  const { answer, isBusy } = useAsked(sent && ((signal) => answerTo(sent, signal)), [sent]);
  return html`
    <div class="ref-answer" role="status">
      ${
        isBusy
          ? html`<p class="quiet">Waiting for the answer …</p>`
          : answer === null
            ? html`<p class="problem">Terrier does not answer. Is it running?</p>`
            : answer && html`<${Answered} ...${answer} />`
      }
    </div>
  `;
}

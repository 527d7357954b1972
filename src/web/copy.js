import { asCurl } from './api.js';
import { html, useRef, useState } from './html.js';

const SAID_FOR = 2_000;

/** Copies by selecting: browsers give the clipboard only to secure pages, not to plain http from another machine. */
function copySelected(text, beside) {
  const area = Object.assign(document.createElement('textarea'), {
    className: 'unseen',
    readOnly: true,
    value: text,
  });
  beside.after(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  beside.focus();
  return done;
}

/** A button that copies what `text()` returns, and says so. */
export function CopyButton({ label, text, class: className = 'small' }) {
  const [said, setSaid] = useState(null);
  const timer = useRef();
  async function copy({ currentTarget: button }) {
    const written = await navigator.clipboard?.writeText(text()).then(
      () => true,
      () => false,
    );
    setSaid(written || copySelected(text(), button) ? 'Copied' : 'Select and copy it by hand');
    clearTimeout(timer.current);
    timer.current = setTimeout(setSaid, SAID_FOR, null);
  }
  return html`<button type="button" class=${className} onclick=${copy}>${said ?? label}</button>`;
}

/** Code with a button that copies it. */
export const CodeBlock = ({ code, title }) => html`
  <figure class="docs-code">
    <figcaption>${title}<${CopyButton} label="Copy" text=${() => code} class="docs-copy" /></figcaption>
    <pre tabindex="0" aria-label="${title} code"><code>${code}</code></pre>
  </figure>
`;

const Call = ({ path, body }) => html`
  <li>
    <div class="row">
      <code>${body === undefined ? 'GET' : 'POST'} /api/v1${path}</code>
      <${CopyButton} label="Copy as curl" text=${() => asCurl(path, body)} />
    </div>
    <pre tabindex="0" aria-label="curl command of ${path}">${asCurl(path, body)}</pre>
  </li>
`;

/** A list of the page's API calls, `{path, body}`, to view and to copy as curl commands. */
export const Calls = ({ label, calls }) => html`
  <details>
    <summary>${label}</summary>
    <ul class="calls">${calls.map((call) => html`<${Call} key=${call.path} ...${call} />`)}</ul>
  </details>
`;

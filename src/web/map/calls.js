import { asCurl } from '../api.js';
import { CopyButton } from '../copy.js';
import { html } from '../html.js';

const Call = ({ path, body }) => html`
  <li>
    <div class="row">
      <code>${body === undefined ? 'GET' : 'POST'} /api/v1${path}</code>
      <${CopyButton} label="Copy as curl" text=${() => asCurl(path, body)} />
    </div>
    <pre tabindex="0" aria-label="curl command of ${path}">${asCurl(path, body)}</pre>
  </li>
`;

/**
 * A list of the page's API calls, to view and to copy as curl commands.
 * @param {{label: string, calls: {path: string, body?: object}[]}} props
 */
export const Calls = ({ label, calls }) => html`
  <details>
    <summary>${label}</summary>
    <ul class="calls">${calls.map((call) => html`<${Call} key=${call.path} ...${call} />`)}</ul>
  </details>
`;

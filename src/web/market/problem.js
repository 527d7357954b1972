import { advice, KEY_PROBLEMS } from '../api.js';
import { html } from '../html.js';

const openKeys = () => document.getElementById('key-button').click();

/** Says that the figures need a key, with a button to enter one. */
export const AskForKey = ({ why, label = 'Use a key' }) => html`
  <div class="card market-gate" role="status">
    <p>${why}</p>
    <button type="button" class="primary" onclick=${openKeys}>${label}</button>
  </div>
`;

/** Says why there are no figures, and what to do. */
export function Problem({ failure, again }) {
  const why = advice(failure);
  if (KEY_PROBLEMS.includes(failure.code)) return html`<${AskForKey} why=${why} label="Use another key" />`;
  return html`
    <div class="card market-gate" role="alert">
      <p>${why}</p>
      <button type="button" onclick=${again}>Try again</button>
    </div>
  `;
}

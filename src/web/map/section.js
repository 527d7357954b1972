import { advice, api } from '../api.js';
import { useAsked } from '../asked.js';
import { html, useChange, useRef, useState } from '../html.js';

const FEW = 5;

/**
 * A part of the panel that loads its own content. If that fails, it shows the failure and a button to try again.
 * @param {{title: string, path: string, view: (answer: never) => View}} props
 */
export function Section({ title, path, view }) {
  const { answer, failure, isBusy, again } = useAsked((signal) => api(path, { signal }), []);
  const failed = () => html`
    <p class="problem" role="alert">${advice(failure, 'This could not be shown.')}</p>
    <button type="button" class="small" onclick=${again}>Try again</button>
  `;
  return html`
    <section>
      <h3>${title}</h3>
      <div>${isBusy ? html`<p class="quiet">Loading …</p>` : failure ? failed() : view(answer)}</div>
    </section>
  `;
}

/** A list that shows the first few items, and the rest after a click. */
export function ShortList({ items, row, class: look }) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef();
  useChange(() => {
    const next = list.current.children[FEW];
    (next.querySelector('button') ?? next).focus();
  }, [isWhole]);
  return html`
    <ul class=${look} ref=${list}>${(isWhole ? items : items.slice(0, FEW)).map(row)}</ul>
    ${
      !isWhole &&
      items.length > FEW &&
      html`<button type="button" class="small" onclick=${() => setWhole(true)}>Show all ${items.length}</button>`
    }
  `;
}

/** Names and values in two columns; unknown ones are left out. */
export const Facts = ({ pairs }) => html`
  <dl class="facts">
    ${pairs
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
  </dl>
`;

/** A bar for a share from 0 to 1. */
export const Bar = ({ share }) => html`
  <span class="bar" aria-hidden="true">
    <span style="width:${Math.round(Math.min(1, Math.max(0, share)) * 100)}%"></span>
  </span>
`;

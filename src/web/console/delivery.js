import { advice, api } from '../api.js';
import { useAsked } from '../asked.js';
import { count, text, UNKNOWN, when } from '../format.js';
import { html, useContext, useLayoutEffect, useRef, useState } from '../html.js';
import { Facts, Scrolled, Table } from '../table.js';
import { Account, useAction } from './account.js';
import { isDead, stateOf } from './words.js';

const code = (text) => html`<code>${text}</code>`;

/** The names and values of a delivery; null for unknown ones. */
const factsOf = ({ id, event_id, canonical_id, status, attempt, next_attempt_at, last_error, settled }) => [
  ['Delivery', code(id)],
  ['Event', code(event_id)],
  ['Parcel', canonical_id && code(canonical_id)],
  ['Status', code(status)],
  ['Attempts begun', count(attempt)],
  ['Next attempt', next_attempt_at && when(next_attempt_at)],
  ['Last error', last_error],
  ['Settled', settled && `${settled.as}, ${when(settled.at)}`],
];

const COLUMNS = [
  { name: 'Attempt', class: 'number', cell: ({ attempt }) => attempt },
  { name: 'Began', cell: ({ started_at }) => when(started_at) },
  {
    name: 'Took',
    class: 'number',
    cell: ({ duration_ms }) => (duration_ms === null ? UNKNOWN : `${count(duration_ms)} ms`),
  },
  {
    name: 'Result',
    cell: ({ response_status, error }) =>
      response_status === null ? text(error) : `answered ${response_status}`,
  },
];

const Attempts = ({ attempts }) =>
  attempts.length === 0
    ? html`<p class="quiet">No attempt has ended yet.</p>`
    : html`<${Scrolled} title="Attempts" role="group"><${Table} columns=${COLUMNS} rows=${attempts} /></>`;

const SentPart = ({ label, text }) => html`
  <p class="quiet">${label}</p>
  <pre class="sent" tabindex="0" role="group" aria-label=${label}>${text}</pre>
`;

/** What a delivery contains, as it was last sent or will first be sent. It is read again when it changes. */
function Sent({ path, isOpen, delivery }) {
  const { isHandled } = useContext(Account);
  const changes = JSON.stringify(delivery);
  const { answer: sent, failure } = useAsked(isOpen ? (signal) => api(path, { signal }) : null, [
    isOpen,
    changes,
  ]);
  useLayoutEffect(() => void (failure && isHandled(failure)), [failure]);
  if (failure) return html`<div><p class="problem">${advice(failure)}</p></div>`;
  if (!sent) return html`<div></div>`;
  const lines = Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`);
  return html`
    <div>
      <${SentPart} label="Headers, without the signature" text=${lines.join('\n')} />
      <${SentPart} label="Payload" text=${JSON.stringify(sent.payload, null, 2)} />
    </div>
  `;
}

const SETTLEMENTS = [
  ['delivered', 'It arrived'],
  ['requeue', 'Send it again'],
  ['dead_letter', 'Give it up'],
];

/** What can be done with a delivery. `onGone` is called when it can no longer be done and had the focus. */
function Actions({ id, path, isUnknown, look, signal, onGone }) {
  const row = useRef();
  const [, act] = useAction();
  useLayoutEffect(() => () => row.current.contains(document.activeElement) && onGone(), []);
  const run = (work) => act(work).then(look);
  const button = (label, work) => html`
    <button type="button" aria-label="${label} ${id}" onclick=${() => run(work)}>${label}</button>
  `;
  const retry = () => api(`${path}/retry`, { method: 'POST', signal });
  const settle = (as) => () => api(`${path}/settle`, { body: { as }, signal });
  return html`
    <div class="row" ref=${row}>
      ${isUnknown ? SETTLEMENTS.map(([as, label]) => button(label, settle(as))) : button('Retry', retry)}
    </div>
  `;
}

/** A line for one delivery; it opens to show its attempts and its content. `look` reads the deliveries again. */
export function Delivery({ delivery, path, look, signal }) {
  const summary = useRef();
  const [isOpen, setOpen] = useState(false);
  const { label, kind, more } = stateOf(delivery);
  const { id, outcome_unknown: isUnknown } = delivery;
  return html`
    <li class="delivery">
      <details ontoggle=${(event) => setOpen(event.currentTarget.open)}>
        <summary ref=${summary}>
          <span class="badge ${kind}">${label}</span>
          <code>${delivery.event_type}</code>
          <span class="quiet">${when(delivery.created_at)}</span>
          <span class="delivery-why">${more}</span>
        </summary>
        <div class="delivery-more">
          <div><${Facts} pairs=${factsOf(delivery)} /><${Attempts} attempts=${delivery.attempts} /></div>
          <${Sent} path=${path} isOpen=${isOpen} delivery=${delivery} />
        </div>
      </details>
      ${
        isUnknown || isDead(delivery)
          ? html`<${Actions} key=${String(isUnknown)}
            ...${{ id, path, isUnknown, look, signal, onGone: () => summary.current?.focus() }} />`
          : html`<div class="row"></div>`
      }
    </li>
  `;
}

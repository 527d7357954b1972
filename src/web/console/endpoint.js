import { api } from '../api.js';
import { confirmed } from '../confirm.js';
import { html, useContext, useLeaving, useRef, useState } from '../html.js';
import { Account, useAction, useNewest } from './account.js';
import { Deliveries } from './deliveries.js';
import { disabledOf, healthOf, Watched } from './endpoint-words.js';
import { when } from './when.js';

const Types = ({ types }) =>
  html`<p class="row">
    ${
      types.length === 0
        ? 'No event types: nothing is sent to it'
        : types.map((type) => html`<code class="badge">${type}</code>`)
    }
  </p>`;

/**
 * A card for one endpoint: its record, its actions, and its deliveries when opened.
 * @param {{record: object, opened: boolean}} props `opened` says whether its deliveries are shown at first
 */
export function EndpointCard({ record, opened }) {
  const { refresh } = useContext(Account);
  const [busy, act] = useAction();
  const signal = useLeaving();
  const toggle = useRef();
  const [now, setNow] = useNewest(record);
  const [isOpen, setOpen] = useState(opened);
  /** How often a test was sent: the deliveries are looked at again then. */
  const [tests, setTests] = useState(0);
  const { id, url, description, is_active } = now;
  const path = `/webhooks/${encodeURIComponent(id)}`;

  const sendTest = () =>
    act(async () => {
      await api(`${path}/test`, { method: 'POST', signal });
      setOpen(true);
      setTests((sent) => sent + 1);
    });

  async function askDisable() {
    const sure = await confirmed({
      title: 'Disable this endpoint?',
      text: `Nothing more is sent to ${url}, deliveries that are queued already included. This cannot be undone: to go on, create a new endpoint, with a new secret.`,
      yes: 'Disable it',
      no: 'Keep it',
      kind: 'danger',
      signal,
    });
    if (!sure) return;
    await act(async () => {
      setNow(await api(path, { method: 'DELETE', signal }));
      toggle.current.focus();
      refresh();
    });
  }

  return html`
    <li class="card endpoint" aria-label="Endpoint ${url}">
      <div class="row spread">
        <h3 class="address">${url}</h3>
        <span><span class="badge ${is_active ? 'good' : 'bad'}">${is_active ? 'Active' : 'Disabled'}</span></span>
      </div>
      <p hidden=${!description}>${description}</p>
      <${Types} types=${now.event_types} />
      <${Watched} ...${now} />
      <p class="quiet"><code>${id}</code> created ${when(now.created_at)}${disabledOf(now)}</p>
      <p class="quiet health">${healthOf(now)}</p>
      <div class="row">
        <button type="button" ref=${toggle} aria-expanded=${String(isOpen)} aria-controls="deliveries-${id}"
          onclick=${() => setOpen(!isOpen)}>
          Deliveries
        </button>
        <button type="button" hidden=${!is_active} disabled=${busy} onclick=${sendTest}>Send a test</button>
        <button type="button" class="danger" hidden=${!is_active} disabled=${busy} onclick=${askDisable}>Disable</button>
      </div>
      <div id="deliveries-${id}" hidden=${!isOpen}>
        ${isOpen && html`<${Deliveries} id=${id} path="${path}/deliveries" looks=${tests} />`}
      </div>
    </li>
  `;
}

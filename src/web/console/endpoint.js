import { api } from '../api.js';
import { count, when } from '../format.js';
import { html, useLeaving, useRef, useState } from '../html.js';
import { useAction, useNewest } from './account.js';
import { Deliveries } from './deliveries.js';
import { disabledOf, healthOf } from './words.js';

const NAMED = 3;

const Types = ({ types }) =>
  html`<p class="row">
    ${
      types.length === 0
        ? 'No event types: nothing is sent to it'
        : types.map((type) => html`<code class="badge">${type}</code>`)
    }
  </p>`;

/** What an endpoint watches, as a sentence. */
function Watched({ filter_kind, filter_value: { state_fips, county_fips, parcel_ids: ids } }) {
  if (filter_kind === 'state_fips') return html`<p>Watches state ${state_fips}</p>`;
  if (filter_kind === 'county_fips') return html`<p>Watches county ${county_fips} of state ${state_fips}</p>`;
  const named = ids.slice(0, NAMED).map((id, at) => html`${at > 0 && ', '}<code>${id}</code>`);
  const rest = ids.length - NAMED;
  return html`<p>Watches ${named}${rest > 0 && ` and ${count(rest)} more parcels`}</p>`;
}

/** A card for one endpoint: its record, its actions, and its deliveries, at first only if it is `opened`. */
export function EndpointCard({ record, opened }) {
  const [busy, act, ask] = useAction();
  const signal = useLeaving();
  const toggle = useRef();
  const [now, setNow] = useNewest(record);
  const [isOpen, setOpen] = useState(opened);
  /** How often a test was sent: the deliveries are looked at again then. */
  const [tests, setTests] = useState(0);
  const { id, url, description, is_active } = now;
  const path = `/webhooks/${encodeURIComponent(id)}`;

  async function sendTest() {
    await api(`${path}/test`, { method: 'POST', signal });
    setOpen(true);
    setTests((sent) => sent + 1);
  }

  const disable = {
    title: 'Disable this endpoint?',
    text: `Nothing more is sent to ${url}, deliveries that are queued already included. This cannot be undone: to go on, create a new endpoint, with a new secret.`,
    yes: 'Disable it',
    kind: 'danger',
  };
  const askDisable = () =>
    ask(disable, async () => {
      setNow(await api(path, { method: 'DELETE', signal }));
      toggle.current.focus();
    });

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
        <button type="button" hidden=${!is_active} disabled=${busy} onclick=${() => act(sendTest)}>Send a test</button>
        <button type="button" class="danger" hidden=${!is_active} disabled=${busy} onclick=${askDisable}>Disable</button>
      </div>
      <div id="deliveries-${id}" hidden=${!isOpen}>
        ${isOpen && html`<${Deliveries} id=${id} path="${path}/deliveries" looks=${tests} />`}
      </div>
    </li>
  `;
}

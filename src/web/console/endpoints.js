import { count } from '../format.js';
import { html, useContext, useState } from '../html.js';
import { Account } from './account.js';
import { EndpointCard } from './endpoint.js';
import { EndpointForm } from './endpoint-form.js';
import { FormPlace, ShownOnce } from './form.js';
import { planOf } from './usage.js';

const SHOWN_AT_ONCE = 25;
const IDS_SHOWN = 10;

const NotIncluded = ({ tier }) => html`
  <div class="no-webhooks">
    <h3>The ${planOf(tier)} plan has no webhooks</h3>
    <p>
      The Developer plan has 50 endpoints and 100,000 events a day, the Team plan any number of endpoints and 1,000,000
      events a day. A key of such a plan creates endpoints here.
    </p>
    <button type="button" onclick=${() => document.getElementById('key-button').click()}>Use another key</button>
  </div>
`;

/** A note about ids without a loaded parcel. */
const Unmatched = ({ ids }) => html`
  <p class="unmatched">
    <strong>No loaded parcel has ${ids.length === 1 ? 'this id' : `these ${ids.length} ids`}: </strong>
    ${ids.slice(0, IDS_SHOWN).join(', ')}${ids.length > IDS_SHOWN && ' …'}. Check their spelling; they are watched in any
    case.
  </p>
`;

/** A new endpoint's secret, which is shown only this once, and its unknown ids. */
const Secret = ({ answer: { url, secret, unmatched_parcel_ids: unmatched }, onStored }) => html`
  <${ShownOnce} title="Keep this signing secret now" secret=${secret} copy="Copy the secret" onStored=${onStored}
    words=${html`It cannot be shown again: store it where the receiver at${' '}
      <span class="address">${url}</span> reads it. If it is lost, create a new endpoint.`}
    more=${unmatched.length > 0 && html`<${Unmatched} ids=${unmatched} />`} />
`;

/** The account's endpoints, and the form for a new one. @param props.answer of GET /webhooks */
export function Endpoints({ answer: { data, quota, tier } }) {
  const { refresh } = useContext(Account);
  const [isOpen, setOpen] = useState(false);
  const [most, setMost] = useState(SHOWN_AT_ONCE);
  /** New endpoints, the latest first; an answer requested earlier does not include them. */
  const [created, setCreated] = useState([]);
  /** The answers with their secrets, as long as these are shown. */
  const [secrets, setSecrets] = useState([]);
  const listed = [...created.filter(({ id }) => data.every((one) => one.id !== id)), ...data];
  const isIncluded = quota.endpoints.limit !== 0;

  function onCreated(answer) {
    setOpen(false);
    const { secret, unmatched_parcel_ids, ...endpoint } = answer;
    setCreated((others) => [endpoint, ...others]);
    setSecrets((others) => [answer, ...others]);
    refresh();
  }

  function drop(answer) {
    setSecrets((all) => all.filter((one) => one !== answer));
    document.querySelector(`[aria-controls="deliveries-${answer.id}"]`)?.focus();
  }

  const secretOf = (answer) =>
    html`<${Secret} key=${answer.id} answer=${answer} onStored=${() => drop(answer)} />`;
  const card = (record) => html`
    <${EndpointCard} key=${record.id} record=${record} opened=${created.some(({ id }) => id === record.id)} />
  `;
  return html`
    <section aria-labelledby="endpoints-title">
      <${FormPlace} id="endpoint" title="Webhook endpoints" label="New endpoint" hidden=${!isIncluded}
        ...${{ isOpen, setOpen }}>
        <${EndpointForm} onCreated=${onCreated} />
      </>
      <div>${secrets.map(secretOf)}</div>
      <div>${!isIncluded && html`<${NotIncluded} tier=${tier} />`}</div>
      <p class="quiet" hidden=${listed.length > 0 || !isIncluded || isOpen}>No endpoints yet.</p>
      <ul class="endpoints" aria-label="Webhook endpoints">${listed.slice(0, most).map(card)}</ul>
      <button type="button" hidden=${listed.length <= most} onclick=${() => setMost(most + SHOWN_AT_ONCE)}>
        Show more: ${count(listed.length - most)} are left
      </button>
    </section>
  `;
}

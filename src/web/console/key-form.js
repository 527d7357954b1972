import { api } from '../api.js';
import { focused, html, useLeaving } from '../html.js';
import { Choice, Field, useForm } from './form.js';

const SCOPES = [
  ['read', 'data: parcels, search, deals, market, owners'],
  ['webhooks', 'endpoints, deliveries, events'],
  ['export', 'whole search results'],
];
const INPUTS = ['name', 'scopes', 'allowed_addresses', 'expires_in_days'];

function bodyOf(values) {
  const addresses = values
    .get('allowed_addresses')
    .split(/[\s,]+/)
    .filter(Boolean);
  const days = values.get('expires_in_days');
  return {
    name: values.get('name').trim(),
    scopes: values.getAll('scopes'),
    is_admin: values.has('is_admin'),
    ...(addresses.length > 0 && { allowed_addresses: addresses }),
    ...(days !== '' && { expires_in_days: Number(days) }),
  };
}

/**
 * The form that makes a key.
 * @param {{scopes: string[], onCreated(key: object): void}} props `scopes` are those of the key in use: it can give no others
 */
export function KeyForm({ scopes: own, onCreated }) {
  const signal = useLeaving();
  const { attributes, busy, marks, problem } = useForm({
    id: 'key-problem',
    statuses: [400, 403],
    nameOf: (message) => INPUTS.find((name) => message.startsWith(name)),
    send: async (values) => onCreated(await api('/keys', { body: bodyOf(values), signal })),
  });
  const scope = ([value, what], at) => html`
    <${Choice} type="checkbox" name="scopes" value=${value} defaultChecked ...${at === 0 && marks('scopes')}>
      <code>${value}</code> <span class="quiet">${what}</span>
    </>
  `;
  return html`
    <form class="new-endpoint" aria-label="New key" ...${attributes}>
      <${Field} id="key-name" label="Name" problem=${problem('name')}>
        <input id="key-name" name="name" ref=${focused} maxlength="200" autocomplete="off"
          placeholder="Map team" ...${marks('name')} />
      </>
      <fieldset>
        <legend>What it may be used for</legend>
        <div class="choices">
          ${SCOPES.filter(([value]) => own.includes(value)).map(scope)}
          <${Choice} type="checkbox" name="is_admin">
            Manage keys <span class="quiet">make, rotate and delete all of the account</span>
          </>
        </div>
        ${problem('scopes')}
      </fieldset>
      <${Field} id="key-addresses" label="Allowed addresses (optional)"
        hint="Addresses or ranges, one a line; when empty, those of the key in use"
        problem=${problem('allowed_addresses')}>
        <textarea id="key-addresses" name="allowed_addresses" rows="3" spellcheck=${false}
          placeholder="203.0.113.0/24" aria-describedby="key-addresses-hint"
          ...${marks('allowed_addresses')}></textarea>
      </>
      <${Field} id="key-days" label="Days until it ends (optional)"
        hint="When empty, it ends when the key in use does, or never" problem=${problem('expires_in_days')}>
        <input id="key-days" name="expires_in_days" type="number" min="1" max="36500" autocomplete="off"
          aria-describedby="key-days-hint" ...${marks('expires_in_days')} />
      </>
      <div>${problem()}</div>
      <div class="row"><button type="submit" class="primary" disabled=${busy}>Make the key</button></div>
    </form>
  `;
}

import { api } from '../api.js';
import { count, when } from '../format.js';
import { focused, html, useContext, useLeaving, useState } from '../html.js';
import { Account } from './account.js';
import { Choice, FormPlace, ShownOnce, useForm } from './form.js';
import { isUsable, KeyCard } from './key-card.js';

const SCOPES = [
  ['read', 'data: parcels, search, deals, market, owners'],
  ['webhooks', 'endpoints, deliveries, events'],
  ['export', 'whole search results'],
];
const INPUTS = ['name', 'scopes', 'allowed_addresses', 'expires_in_days'];

function bodyOf(values) {
  const addresses = values.get('allowed_addresses').split(/[\s,]+/);
  const allowed_addresses = addresses.filter(Boolean);
  const days = values.get('expires_in_days');
  return {
    name: values.get('name').trim(),
    scopes: values.getAll('scopes'),
    is_admin: values.has('is_admin'),
    ...(allowed_addresses.length > 0 && { allowed_addresses }),
    ...(days !== '' && { expires_in_days: Number(days) }),
  };
}

/** The form that makes a key; `scopes` are those of the key in use: it can give no others. */
function KeyForm({ scopes: own, onCreated }) {
  const signal = useLeaving();
  const { attributes, busy, marks, problem, field } = useForm({
    id: 'key',
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
      ${field('name', 'Name', { ref: focused, maxlength: 200, autocomplete: 'off', placeholder: 'Map team' })}
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
      ${field('allowed_addresses', 'Allowed addresses (optional)', {
        as: 'textarea',
        hint: 'Addresses or ranges, one a line; when empty, those of the key in use',
        rows: 3,
        spellcheck: false,
        placeholder: '203.0.113.0/24',
      })}
      ${field('expires_in_days', 'Days until it ends (optional)', {
        hint: 'When empty, it ends when the key in use does, or never',
        type: 'number',
        min: 1,
        max: 36500,
        autocomplete: 'off',
      })}
      <div>${problem()}</div>
      <div class="row"><button type="submit" class="primary" disabled=${busy}>Make the key</button></div>
    </form>
  `;
}

const oldKey = (until) =>
  Date.parse(until) > Date.now() ? ` The old key works until ${when(until)}.` : ' The old key has ended.';

const NewKey = ({ answer: { key, name, old_key_expires_at: until }, onStored }) => html`
  <${ShownOnce} title="Keep the key “${name}” now"
    words=${`Only its hash is stored: put it where your program reads it. If it is lost, rotate it.${until ? oldKey(until) : ''}`}
    secret=${key} copy="Copy the key" onStored=${onStored} />
`;

/** The account's keys, and the form for a new one if the key in use manages them. @param props.keys those of GET /keys */
export function Keys({ keys }) {
  const { refresh } = useContext(Account);
  const [isOpen, setOpen] = useState(false);
  const [withEnded, setWithEnded] = useState(false);
  /** Answers with new keys, the latest first. */
  const [made, setMade] = useState([]);
  const own = keys.find(({ is_caller }) => is_caller);
  const manages = own.is_admin && own.replaced_by === null;
  const gone = keys.filter((key) => !isUsable(key));
  const shown = [...keys.filter(isUsable), ...(withEnded ? gone : [])];
  const onKey = (answer) => setMade((others) => [answer, ...others]);

  function onCreated(answer) {
    setOpen(false);
    onKey(answer);
    refresh();
  }

  function store(answer) {
    setMade((all) => all.filter((one) => one !== answer));
    document.querySelector('[aria-controls="new-key-place"]').focus();
  }

  return html`
    <section aria-labelledby="keys-title">
      <${FormPlace} id="key" title="API keys" label="New key" hidden=${!manages} ...${{ isOpen, setOpen }}>
        <${KeyForm} scopes=${own.scopes} onCreated=${onCreated} />
      </>
      <div>
        ${made.map((answer) => html`<${NewKey} key=${answer.key} answer=${answer} onStored=${() => store(answer)} />`)}
      </div>
      <p class="quiet" hidden=${manages}>
        This key ${own.is_admin ? 'was replaced: its successor manages' : 'does not manage'} the keys of its account. It sees
        only itself.
      </p>
      <ul class="endpoints" aria-label="API keys">
        ${shown.map((record) => html`<${KeyCard} key=${record.id} ...${{ record, manages, onKey }} />`)}
      </ul>
      <button type="button" hidden=${gone.length === 0} onclick=${() => setWithEnded(!withEnded)}>
        ${withEnded ? 'Hide keys that have ended' : `Show ${count(gone.length)} that have ended`}
      </button>
    </section>
  `;
}

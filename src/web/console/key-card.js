import { api } from '../api.js';
import { Select } from '../controls.js';
import { when } from '../format.js';
import { html, useLeaving } from '../html.js';
import { useAction, useNewest } from './account.js';
import { Field } from './form.js';

/** Whether a key can be used. */
export const isUsable = ({ is_active, expires_at }) =>
  is_active && (expires_at === null || Date.parse(expires_at) > Date.now());

function stateOf(key) {
  if (!key.is_active) return ['bad', 'Deleted'];
  if (!isUsable(key)) return ['bad', 'Ended'];
  return key.replaced_by === null ? ['good', 'Active'] : ['warn', 'Being replaced'];
}

function mayBeUsed({ scopes, is_admin, allowed_addresses }) {
  const rights = is_admin ? [...scopes, 'manages keys'] : scopes;
  const from = allowed_addresses === null ? 'any address' : allowed_addresses.join(', ');
  return `For ${rights.join(', ')}; from ${from}`;
}

function timesOf({ is_active, created_at, expires_at, last_used_at }) {
  const used = last_used_at === null ? 'never used' : `last used ${when(last_used_at)}`;
  const end = expires_at === null || !is_active ? '' : `, ends ${when(expires_at)}`;
  return `Made ${when(created_at)}, ${used}${end}`;
}

const HOURS = [
  ['0', 'Not at all'],
  ['1', '1 hour'],
  ['24', '24 hours'],
  ['72', '3 days'],
  ['168', '7 days'],
];

/** How long the old key works alongside the new one. The key of this page cannot end before the new one is stored. */
const Overlap = ({ isOfPage }) => html`
  <${Field} id="overlap" label="The old key works too for"
    hint=${isOfPage ? undefined : 'If somebody else may have it, choose “not at all”.'}>
    <${Select} id="overlap" name="overlap" options=${isOfPage ? HOURS.slice(1) : HOURS} value="24" />
  </>
`;

/** A card for one key: its record and, if the key in use `manages` it, its actions. `onKey` gets a new key. */
export function KeyCard({ record, manages, onKey }) {
  const [busy, , ask] = useAction();
  const signal = useLeaving();
  const [now, setNow] = useNewest(record);
  const { id, name, prefix, is_caller } = now;

  const rotation = {
    title: `Rotate the key “${name}”?`,
    text: 'A new key with the same rights takes its place. While the old one works too, programs can be changed.',
    more: html`<${Overlap} isOfPage=${is_caller} />`,
    yes: 'Rotate it',
    kind: 'primary',
  };
  async function rotate({ overlap }) {
    onKey(await api(`/keys/${id}/rotate`, { body: { overlap_hours: Number(overlap) }, signal }));
  }

  const deletion = {
    title: `Delete the key “${name}”?`,
    text: is_caller
      ? 'This page uses it and is signed out. Programs that use it are refused within two seconds.'
      : 'Programs that use it are refused within two seconds. This cannot be undone.',
    yes: 'Delete it',
    kind: 'danger',
  };
  async function remove() {
    setNow(await api(`/keys/${id}`, { method: 'DELETE', signal }));
  }

  const [kind, words] = stateOf(now);
  return html`
    <li class="card endpoint" aria-label="Key ${name}">
      <div class="row spread">
        <h3 class="address">${name}</h3>
        <span class="row">
          ${is_caller && html`<span class="badge">This key</span>`}
          <span><span class="badge ${kind}">${words}</span></span>
        </span>
      </div>
      <p><code>${prefix}…</code> <span class="quiet">${id}</span></p>
      <p>${mayBeUsed(now)}</p>
      <p class="quiet">${timesOf(now)}</p>
      <div class="row" hidden=${!manages || !isUsable(now)}>
        <button type="button" hidden=${now.replaced_by !== null} disabled=${busy}
          onclick=${() => ask(rotation, rotate)}>
          Rotate
        </button>
        <button type="button" class="danger" disabled=${busy} onclick=${() => ask(deletion, remove)}>Delete</button>
      </div>
    </li>
  `;
}

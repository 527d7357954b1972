import { advice, api } from '../api.js';
import { confirmed } from '../confirm.js';
import { h, put } from '../dom.js';
import { notice } from '../notice.js';
import { overlapChoice } from './overlap.js';
import { when } from './when.js';

/** Whether a key can be used. */
export const isUsable = ({ is_active, expires_at }) =>
  is_active && (expires_at === null || Date.parse(expires_at) > Date.now());

function state(key) {
  if (!key.is_active) return ['bad', 'Deleted'];
  if (!isUsable(key)) return ['bad', 'Ended'];
  return key.replaced_by === null ? ['good', 'Active'] : ['warn', 'Being replaced'];
}

function mayBeUsed({ scopes, is_admin, allowed_addresses }) {
  const rights = is_admin ? [...scopes, 'manages keys'] : scopes;
  const from = allowed_addresses === null ? 'any address' : allowed_addresses.join(', ');
  return `For ${rights.join(', ')}; from ${from}`;
}

/** A card for one key: its record and its actions. `manages` says whether the key in use may manage it. */
export function keyCard(first, { manages, onFailure, onChanged, onKey, signal }) {
  const { id, name } = first;
  const badge = h('span', {});
  const times = h('p', { class: 'quiet' });
  const rotate = h('button', { type: 'button', onclick: askRotate }, 'Rotate');
  const remove = h('button', { type: 'button', class: 'danger', onclick: askDelete }, 'Delete');
  const actions = h('div', { class: 'row', hidden: true }, rotate, remove);

  const fail = (failure) => {
    if (failure.name !== 'AbortError' && !onFailure(failure)) notice(advice(failure), 'bad');
  };

  async function ask(question, button, work) {
    if (!(await confirmed({ ...question, no: 'Keep it', signal }))) return;
    button.disabled = true;
    try {
      await work();
      onChanged();
    } catch (failure) {
      fail(failure);
    }
    button.disabled = false;
  }

  function askRotate() {
    const overlap = overlapChoice('The old key works too for', first.is_caller);
    return ask(
      {
        title: `Rotate the key “${name}”?`,
        text: 'A new key with the same rights takes its place. While the old one works too, programs can be changed.',
        more: overlap.element,
        yes: 'Rotate it',
        kind: 'primary',
      },
      rotate,
      async () => onKey(await api(`/keys/${id}/rotate`, { body: overlap.read(), signal })),
    );
  }

  function askDelete() {
    return ask(
      {
        title: `Delete the key “${name}”?`,
        text: first.is_caller
          ? 'This page uses it and is signed out. Programs that use it are refused within two seconds.'
          : 'Programs that use it are refused within two seconds. This cannot be undone.',
        yes: 'Delete it',
        kind: 'danger',
      },
      remove,
      async () => update(await api(`/keys/${id}`, { method: 'DELETE', signal })),
    );
  }

  function update(key) {
    const [kind, words] = state(key);
    put(badge, h('span', { class: `badge ${kind}` }, words));
    const end = key.expires_at === null ? '' : `, ends ${when(key.expires_at)}`;
    const used = key.last_used_at === null ? 'never used' : `last used ${when(key.last_used_at)}`;
    put(times, `Made ${when(key.created_at)}, ${used}${key.is_active ? end : ''}`);
    actions.hidden = !manages || !isUsable(key);
    rotate.hidden = key.replaced_by !== null;
  }

  const element = h(
    'li',
    { class: 'card endpoint', 'aria-label': `Key ${name}` },
    h(
      'div',
      { class: 'row spread' },
      h('h3', { class: 'address' }, name),
      h('span', { class: 'row' }, first.is_caller ? h('span', { class: 'badge' }, 'This key') : null, badge),
    ),
    h('p', {}, h('code', {}, `${first.prefix}…`), ' ', h('span', { class: 'quiet' }, id)),
    h('p', {}, mayBeUsed(first)),
    times,
    actions,
  );
  update(first);
  return { element, update };
}

import { api } from '../api.js';
import { h } from '../dom.js';
import { field } from './field.js';
import { formProblem } from './form-problem.js';

const SCOPES = [
  ['read', 'data: parcels, search, deals, market, owners'],
  ['webhooks', 'endpoints, deliveries, events'],
  ['export', 'whole search results'],
];

/**
 * The form that makes a key.
 * @param {{scopes: string[], onCreated(key: object): void, onFailure(failure: Error): boolean, signal: AbortSignal}} options
 *   `scopes` are those of the key in use: it can give no others
 */
export function keyForm({ scopes: own, onCreated, onFailure, signal }) {
  const name = h('input', { id: 'key-name', maxlength: 200, autocomplete: 'off', placeholder: 'Map team' });
  const choices = SCOPES.filter(([scope]) => own.includes(scope)).map(([scope, what]) => {
    const box = h('input', { type: 'checkbox', name: 'scopes', value: scope, checked: true });
    return {
      box,
      label: h(
        'label',
        { class: 'choice' },
        box,
        h('span', {}, h('code', {}, scope), ' ', h('span', { class: 'quiet' }, what)),
      ),
    };
  });
  const manages = h('input', { type: 'checkbox', name: 'is_admin' });
  const addresses = h('textarea', {
    id: 'key-addresses',
    rows: 3,
    spellcheck: 'false',
    placeholder: '203.0.113.0/24',
    'aria-describedby': 'key-addresses-hint',
  });
  const days = h('input', {
    id: 'key-days',
    type: 'number',
    min: 1,
    max: 36_500,
    autocomplete: 'off',
    'aria-describedby': 'key-days-hint',
  });
  const button = h('button', { type: 'submit', class: 'primary' }, 'Make the key');

  function inputOf(message) {
    if (message.startsWith('name')) return name;
    if (message.startsWith('scopes')) return choices[0]?.box;
    if (message.startsWith('allowed_addresses')) return addresses;
    return message.startsWith('expires_in_days') ? days : null;
  }

  const problem = formProblem({ id: 'key-problem', statuses: [400, 403], inputOf });

  function read() {
    const lines = addresses.value.split(/[\s,]+/).filter(Boolean);
    return {
      name: name.value.trim(),
      scopes: choices.filter(({ box }) => box.checked).map(({ box }) => box.value),
      is_admin: manages.checked,
      ...(lines.length > 0 ? { allowed_addresses: lines } : {}),
      ...(days.value === '' ? {} : { expires_in_days: Number(days.value) }),
    };
  }

  async function submit(event) {
    event.preventDefault();
    problem.clear();
    button.disabled = true;
    try {
      onCreated(await api('/keys', { body: read(), signal }));
    } catch (failure) {
      if (failure.name !== 'AbortError' && !onFailure(failure)) problem.show(failure);
    } finally {
      button.disabled = false;
    }
  }

  const form = h(
    'form',
    { class: 'new-endpoint', onsubmit: submit, novalidate: true, 'aria-label': 'New key' },
    field('key-name', 'Name', name),
    h(
      'fieldset',
      {},
      h('legend', {}, 'What it may be used for'),
      h(
        'div',
        { class: 'choices' },
        choices.map(({ label }) => label),
        h(
          'label',
          { class: 'choice' },
          manages,
          h(
            'span',
            {},
            'Manage keys ',
            h('span', { class: 'quiet' }, 'make, rotate and delete all of the account'),
          ),
        ),
      ),
    ),
    field(
      'key-addresses',
      'Allowed addresses (optional)',
      addresses,
      'Addresses or ranges, one a line; when empty, those of the key in use',
    ),
    field(
      'key-days',
      'Days until it ends (optional)',
      days,
      'When empty, it ends when the key in use does, or never',
    ),
    problem.element,
    h('div', { class: 'row' }, button),
  );
  return { element: form, focus: () => name.focus() };
}

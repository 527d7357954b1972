import { advice, api } from './api.js';
import { h, put } from './dom.js';
import { currentKey, onKey, shown, useKey } from './session.js';

/** Sets up the button and the dialog for entering a key. */
export function keyDialog() {
  const button = document.getElementById('key-button');
  const dialog = document.getElementById('key-dialog');
  const input = h('input', {
    id: 'key-input',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    required: true,
  });
  const problem = h('p', { class: 'problem', role: 'alert' });

  async function submit(event) {
    event.preventDefault();
    put(problem);
    const key = input.value.trim();
    try {
      await api('/usage', { key });
      useKey(key);
      dialog.close();
    } catch (failure) {
      put(problem, advice(failure));
    }
  }

  function drop() {
    useKey(null);
    dialog.close();
  }
  const forget = h('button', { type: 'button', onclick: drop }, 'Forget it');
  put(
    dialog,
    h(
      'form',
      { method: 'dialog', onsubmit: submit },
      h('h2', { id: 'key-title' }, 'API key'),
      h(
        'p',
        {},
        'Without one, searching is limited by address. It is kept until you close this tab, and is sent only to this server.',
      ),
      h('label', { for: 'key-input' }, 'Key'),
      input,
      problem,
      h(
        'p',
        { class: 'row' },
        h('button', { type: 'submit', class: 'primary' }, 'Use it'),
        h('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'),
        forget,
      ),
    ),
  );
  button.addEventListener('click', () => {
    input.value = '';
    put(problem);
    forget.hidden = currentKey() === null;
    dialog.showModal();
  });
  const show = (key) => put(button, key === null ? 'Use a key' : `Key ${shown(key)}`);
  onKey(show);
  show(currentKey());
}

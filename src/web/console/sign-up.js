import { advice, api } from '../api.js';
import { h, put } from '../dom.js';
import { useKey } from '../session.js';
import { shownOnce } from './shown-once.js';

/** The form that creates a free account with one key. */
export function signUp({ signal }) {
  const name = h('input', {
    id: 'signup-name',
    maxlength: 200,
    autocomplete: 'off',
    placeholder: 'My map',
    required: true,
  });
  const told = h('p', { class: 'problem', role: 'alert' });
  const button = h('button', { type: 'submit' }, 'Make a free key');
  const place = h('div', {});

  function show({ key }) {
    const panel = shownOnce(
      {
        title: 'Keep your key now',
        words: [
          'Only its hash is stored: put it where your program reads it. You are signed in with it then.',
        ],
        secret: key,
        copy: 'Copy the key',
      },
      () => useKey(key),
    );
    put(place, panel);
    panel.focus();
  }

  async function submit(event) {
    event.preventDefault();
    put(told);
    button.disabled = true;
    try {
      show(await api('/signup', { body: { name: name.value.trim() }, key: null, signal }));
    } catch (failure) {
      if (failure.name !== 'AbortError') put(told, advice(failure));
      button.disabled = false;
    }
  }

  put(
    place,
    h(
      'form',
      { class: 'card sign-in', onsubmit: submit },
      h('h2', {}, 'No key yet?'),
      h('p', {}, 'Make a free account with one key, one a day.'),
      h('label', { for: 'signup-name' }, 'What it is for'),
      h('div', { class: 'row' }, name, button),
      told,
    ),
  );
  return place;
}

import { advice, api } from '../api.js';
import { h, put } from '../dom.js';
import { useKey } from '../session.js';

/**
 * The form to enter a key.
 * @param {{problem: string, signal: AbortSignal}} options `problem` says why the previous key was refused; '' if it was not
 */
export function signIn({ problem, signal }) {
  const input = h('input', {
    id: 'console-key',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'terrier_…',
    required: true,
    'aria-describedby': 'console-key-problem console-key-hint',
  });
  const told = h('p', { class: 'problem', role: 'alert', id: 'console-key-problem' }, problem);
  const button = h('button', { type: 'submit', class: 'primary' }, 'Sign in');

  async function submit(event) {
    event.preventDefault();
    put(told);
    button.disabled = true;
    const key = input.value.trim();
    try {
      await api('/usage', { key, signal });
      useKey(key);
    } catch (failure) {
      if (failure.name === 'AbortError') return;
      put(told, advice(failure));
      input.select();
    } finally {
      button.disabled = false;
    }
  }

  return h(
    'form',
    { class: 'card sign-in', onsubmit: submit },
    h('h2', {}, 'Sign in with an API key'),
    h(
      'p',
      {},
      'See what you have used, manage keys, create webhook endpoints, and watch what is delivered to them.',
    ),
    h('label', { for: 'console-key' }, 'API key'),
    h('div', { class: 'row' }, input, button),
    told,
    h(
      'p',
      { class: 'quiet', id: 'console-key-hint' },
      'The key is kept until you close this tab, and is sent only to this server. ',
      h('code', {}, 'npm start'),
      ' prints one to try; ',
      h('code', {}, 'terrier keys create --tier pro --name "my app"'),
      ' makes another.',
    ),
  );
}

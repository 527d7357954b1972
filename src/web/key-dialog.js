import { advice, api } from './api.js';
import { useSubmit } from './asked.js';
import { confirmed } from './confirm.js';
import { html, render, useLeaving } from './html.js';
import { changeKey, currentKey, shown, useCurrentKey } from './session.js';

function KeyForm({ close }) {
  const key = useCurrentKey();
  const signal = useLeaving();
  function use(next) {
    changeKey(next);
    close();
  }
  const { submit, failure } = useSubmit(async (values) => {
    const given = values.get('key').trim();
    await api('/usage', { key: given, signal });
    use(given);
  });
  return html`
    <form method="dialog" onsubmit=${submit}>
      <h2 id="key-title">API key</h2>
      <p>
        Without one, searching is limited by address. It is kept until you close this tab, and is sent only to this
        server.
      </p>
      <label for="key-input">Key</label>
      <input id="key-input" name="key" type="password" autocomplete="off" spellcheck=${false} required />
      <p class="problem" role="alert">${failure && advice(failure)}</p>
      <p class="row">
        <button type="submit" class="primary">Use it</button>
        <button type="button" onclick=${close}>Cancel</button>
        <button type="button" hidden=${key === null} onclick=${() => use(null)}>Forget it</button>
      </p>
    </form>
  `;
}

const Label = () => {
  const key = useCurrentKey();
  return key === null ? 'Use a key' : `Key ${shown(key)}`;
};

/** Sets up the button and the dialog for entering a key. */
export function keyDialog() {
  const button = document.getElementById('key-button');
  const dialog = document.getElementById('key-dialog');
  button.addEventListener('click', () => {
    render(html`<${KeyForm} close=${() => dialog.close()} />`, dialog);
    dialog.showModal();
  });
  // No key stays in a closed form, and its request is aborted.
  dialog.addEventListener('close', () => render(null, dialog));
  render(html`<${Label} />`, button);
}

/** Asks whether to use a key from the address, and uses it after confirmation. */
export async function offerKey(given) {
  const key = currentKey();
  if (given === key) return;
  const replaced = key === null ? '' : ` It replaces the key in use (${shown(key)}).`;
  const wanted = await confirmed({
    title: 'Use the key of this link?',
    text:
      `The address that you opened holds an API key (${shown(given)}). With it, these pages act for the account of ` +
      `that key: what you ask counts there, and its holder sees the webhooks that you create.${replaced} Use it only if you ` +
      'know where the link came from.',
    yes: 'Use this key',
    no: 'Do not use it',
    kind: 'primary',
  });
  if (wanted) changeKey(given);
}

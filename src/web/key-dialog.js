import { advice, api } from './api.js';
import { html, render, useLeaving } from './html.js';
import { changeKey, shown, useCurrentKey } from './session.js';
import { useSubmit } from './submit.js';

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

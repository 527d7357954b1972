import { advice, api } from '../api.js';
import { useSubmit } from '../asked.js';
import { html, useChange, useLayoutEffect, useLeaving, useRef, useState } from '../html.js';
import { changeKey } from '../session.js';
import { ShownOnce } from './form.js';

/** The form to enter a key; `ended` says why the previous one no longer works. */
export function SignIn({ ended }) {
  const signal = useLeaving();
  const input = useRef();
  const [told, setTold] = useState(ended);
  const { submit, busy, failure } = useSubmit(async (values) => {
    setTold('');
    const key = values.get('key').trim();
    await api('/usage', { key, signal });
    changeKey(key);
  });
  useLayoutEffect(() => void (ended && input.current.focus()), []);
  useChange(() => void (failure && input.current.select()), [failure]);
  return html`
    <form class="card sign-in" onsubmit=${submit}>
      <h2>Sign in with an API key</h2>
      <p>See what you have used, manage keys, create webhook endpoints, and watch what is delivered to them.</p>
      <label for="console-key">API key</label>
      <div class="row">
        <input id="console-key" name="key" ref=${input} type="password" autocomplete="off" spellcheck=${false}
          placeholder="terrier_…" required aria-describedby="console-key-problem console-key-hint" />
        <button type="submit" class="primary" disabled=${busy}>Sign in</button>
      </div>
      <p class="problem" role="alert" id="console-key-problem">${failure ? advice(failure) : told}</p>
      <p class="quiet" id="console-key-hint">
        The key is kept until you close this tab, and is sent only to this server. <code>npm start</code> prints one to
        try; <code>terrier keys create --tier pro --name "my app"</code> makes another.
      </p>
    </form>
  `;
}

/** The form that creates a free account with one key. */
export function SignUp() {
  const signal = useLeaving();
  const [key, setKey] = useState(null);
  const { submit, busy, failure } = useSubmit(async (values) => {
    const made = await api('/signup', { body: { name: values.get('name').trim() }, key: null, signal });
    setKey(made.key);
  });
  if (key !== null)
    return html`
      <${ShownOnce} title="Keep your key now"
        words="Only its hash is stored: put it where your program reads it. You are signed in with it then."
        secret=${key} copy="Copy the key" onStored=${() => changeKey(key)} />
    `;
  return html`
    <form class="card sign-in" onsubmit=${submit}>
      <h2>No key yet?</h2>
      <p>Make a free account with one key, one a day.</p>
      <label for="signup-name">What it is for</label>
      <div class="row">
        <input id="signup-name" name="name" maxlength="200" autocomplete="off" placeholder="My map" required />
        <button type="submit" disabled=${busy}>Make a free key</button>
      </div>
      <p class="problem" role="alert">${failure && advice(failure)}</p>
    </form>
  `;
}

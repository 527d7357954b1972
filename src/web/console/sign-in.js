import { advice, api } from '../api.js';
import { html, useLayoutEffect, useLeaving, useRef, useState } from '../html.js';
import { useKey } from '../session.js';
import { ShownOnce } from './shown-once.js';

/**
 * The form to enter a key.
 * @param {{problem: string}} props why the previous key was refused; '' if it was not
 */
export function SignIn({ problem }) {
  const signal = useLeaving();
  const input = useRef();
  const [told, setTold] = useState(problem);
  const [busy, setBusy] = useState(false);
  useLayoutEffect(() => {
    if (problem !== '') input.current.focus();
  }, []);

  async function submit(event) {
    event.preventDefault();
    setTold('');
    setBusy(true);
    const key = input.current.value.trim();
    try {
      await api('/usage', { key, signal });
      useKey(key);
    } catch (failure) {
      if (failure.name === 'AbortError') return;
      setTold(advice(failure));
      input.current.select();
    } finally {
      setBusy(false);
    }
  }

  return html`
    <form class="card sign-in" onsubmit=${submit}>
      <h2>Sign in with an API key</h2>
      <p>See what you have used, manage keys, create webhook endpoints, and watch what is delivered to them.</p>
      <label for="console-key">API key</label>
      <div class="row">
        <input
          id="console-key"
          ref=${input}
          type="password"
          autocomplete="off"
          spellcheck=${false}
          placeholder="terrier_…"
          required
          aria-describedby="console-key-problem console-key-hint"
        />
        <button type="submit" class="primary" disabled=${busy}>Sign in</button>
      </div>
      <p class="problem" role="alert" id="console-key-problem">${told}</p>
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
  const name = useRef();
  const [key, setKey] = useState(null);
  const [told, setTold] = useState('');
  const [busy, setBusy] = useState(false);

  async function submit(event) {
    event.preventDefault();
    setTold('');
    setBusy(true);
    try {
      const made = await api('/signup', { body: { name: name.current.value.trim() }, key: null, signal });
      setKey(made.key);
    } catch (failure) {
      if (failure.name !== 'AbortError') setTold(advice(failure));
      setBusy(false);
    }
  }

  if (key !== null)
    return html`
      <${ShownOnce}
        title="Keep your key now"
        words="Only its hash is stored: put it where your program reads it. You are signed in with it then."
        secret=${key}
        copy="Copy the key"
        onStored=${() => useKey(key)}
      />
    `;
  return html`
    <form class="card sign-in" onsubmit=${submit}>
      <h2>No key yet?</h2>
      <p>Make a free account with one key, one a day.</p>
      <label for="signup-name">What it is for</label>
      <div class="row">
        <input id="signup-name" ref=${name} maxlength="200" autocomplete="off" placeholder="My map" required />
        <button type="submit" disabled=${busy}>Make a free key</button>
      </div>
      <p class="problem" role="alert">${told}</p>
    </form>
  `;
}

import { advice, api, KEY_PROBLEMS } from '../api.js';
import { SIGNUP } from '../catalog.js';
import { Account, usePolled } from '../console/account.js';
import { Endpoints } from '../console/endpoints.js';
import { History } from '../console/history.js';
import { Keys } from '../console/keys.js';
import { MatchList } from '../console/match-list.js';
import { SignIn, SignUp } from '../console/sign-in.js';
import { Usage } from '../console/usage.js';
import { Verifiers } from '../console/verifiers.js';
import { html, useLayoutEffect, useState } from '../html.js';
import { notice } from '../notice.js';
import { changeKey, useCurrentKey } from '../session.js';

const EVERY = 15_000;

/** The answers of GET /usage, /keys and /webhooks; the last is null without webhooks. */
async function readAccount(signal) {
  const [usage, { data: keys }] = await Promise.all([api('/usage', { signal }), api('/keys', { signal })]);
  const own = keys.find(({ is_caller }) => is_caller);
  const hooks = own.scopes.includes('webhooks') ? await api('/webhooks', { signal }) : null;
  return { usage, keys, hooks };
}

const Panels = ({ usage, keys, hooks }) => html`
  <${Usage} usage=${usage} quota=${hooks?.quota ?? null} />
  <${History} keys=${keys} />
  <${Keys} keys=${keys} />
  ${
    hooks
      ? html`<${Endpoints} answer=${hooks} />`
      : html`<p class="quiet">This key has no webhooks: it lacks the scope webhooks.</p>`
  }
`;

/** The console for a key; `onEnded` gets the reason why the key no longer works. */
function Dashboard({ onEnded }) {
  function isHandled(failure) {
    const isEnded = KEY_PROBLEMS.includes(failure.code);
    if (isEnded) onEnded(advice(failure));
    return isEnded || failure.name === 'AbortError';
  }
  const fail = (failure) => isHandled(failure) || notice(advice(failure), 'bad');
  const { answer, problem, again: refresh } = usePolled(readAccount, EVERY, isHandled);
  return html`
    <${Account.Provider} value=${{ refresh, isHandled, fail }}>
      <div class="console">
        <p class="card problem-card" role="alert" hidden=${problem === ''}>
          <span>${problem}</span>
          <button type="button" onclick=${refresh}>Try again</button>
        </p>
        ${answer ? html`<${Panels} ...${answer} />` : html`<p class="quiet" hidden=${problem !== ''}>Asking …</p>`}
      </div>
    </>
  `;
}

export const title = 'Console';
export const styles = ['/assets/console/console.css', '/assets/vendor/uplot/uPlot.min.css'];

/** The console of the current key, or the form to enter one. */
export function Page() {
  const key = useCurrentKey();
  /** Why the last key no longer works. */
  const [ended, setEnded] = useState('');
  useLayoutEffect(() => {
    if (key !== null) setEnded('');
    // The focused element is gone.
    if (document.activeElement === document.body)
      document.getElementById('main').focus({ preventScroll: true });
  }, [key]);

  function onEnded(message) {
    setEnded(message);
    changeKey(null);
  }

  return html`
    <div class="wrap">
      <h1>Console</h1>
      <div>
        ${
          key === null
            ? html`<${SignIn} ended=${ended} />${SIGNUP && html`<div><${SignUp} /></div>`}`
            : html`<${Dashboard} key=${key} onEnded=${onEnded} />`
        }
      </div>
      <${MatchList} />
      <${Verifiers} />
    </div>
  `;
}

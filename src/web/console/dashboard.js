import { advice, api, KEY_PROBLEMS } from '../api.js';
import { html, useState } from '../html.js';
import { notice } from '../notice.js';
import { Account } from './account.js';
import { Endpoints } from './endpoints.js';
import { History } from './history.js';
import { Keys } from './keys.js';
import { usePoll } from './poll.js';
import { Usage } from './usage.js';

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

/**
 * The console for a key.
 * @param {{onEnded(message: string): void}} props `onEnded` gets the reason why the key no longer works.
 */
export function Dashboard({ onEnded }) {
  const [account, setAccount] = useState(null);
  const [problem, setProblem] = useState(null);
  function isHandled(failure) {
    const isEnded = KEY_PROBLEMS.includes(failure.code);
    if (isEnded) onEnded(advice(failure));
    return isEnded || failure.name === 'AbortError';
  }
  const fail = (failure) => isHandled(failure) || notice(advice(failure), 'bad');
  const refresh = usePoll(async (signal) => {
    try {
      setAccount(await readAccount(signal));
      setProblem(null);
    } catch (failure) {
      if (!isHandled(failure)) setProblem(advice(failure));
    }
  }, EVERY);
  return html`
    <${Account.Provider} value=${{ refresh, isHandled, fail }}>
      <div class="console">
        <p class="card problem-card" role="alert" hidden=${problem === null}>
          <span>${problem}</span>
          <button type="button" onclick=${refresh}>Try again</button>
        </p>
        ${
          account
            ? html`<${Panels} ...${account} />`
            : html`<p class="quiet" hidden=${problem !== null}>Asking …</p>`
        }
      </div>
    </>
  `;
}

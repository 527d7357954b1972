import { advice, api } from '../api.js';
import { h, put } from '../dom.js';
import { endpointsPanel } from './endpoints.js';
import { historyPanel } from './history.js';
import { keysPanel } from './keys.js';
import { poll } from './poll.js';
import { usagePanel } from './usage.js';

const EVERY = 15_000;
const ENDED = ['missing_key', 'invalid_key', 'expired_key', 'inactive_key'];

/**
 * The console for a key.
 * @param {{onEnded(message: string): void, signal: AbortSignal}} options `onEnded` gets the reason why the key no longer
 *   works.
 */
export function dashboard({ onEnded, signal }) {
  const problem = h('p', { class: 'card problem-card', role: 'alert', hidden: true });
  const onFailure = (failure) => {
    if (!ENDED.includes(failure.code)) return false;
    onEnded(advice(failure));
    return true;
  };
  const usage = usagePanel();
  const endpoints = endpointsPanel({ onFailure, onChanged: () => refresh(), signal });
  const history = historyPanel({ onFailure, signal });
  const keys = keysPanel({ onFailure, onChanged: () => refresh(), signal });
  const noHooks = h(
    'p',
    { class: 'quiet', hidden: true },
    'This key has no webhooks: it lacks the scope webhooks.',
  );
  const waiting = h('p', { class: 'quiet' }, 'Asking …');
  const element = h('div', { class: 'console' }, problem, waiting);

  function show(used, listed, hooks) {
    problem.hidden = true;
    usage.show(used, hooks?.quota ?? null);
    history.show(listed);
    keys.show(listed);
    noHooks.hidden = hooks !== null;
    endpoints.element.hidden = hooks === null;
    if (hooks) endpoints.show(hooks);
    if (usage.element.isConnected) return;
    waiting.replaceWith(usage.element, history.element, keys.element, noHooks, endpoints.element);
    history.start();
  }

  async function read() {
    try {
      const [used, { data: listed }] = await Promise.all([
        api('/usage', { signal }),
        api('/keys', { signal }),
      ]);
      const own = listed.find(({ is_caller }) => is_caller);
      const hooks = own.scopes.includes('webhooks') ? await api('/webhooks', { signal }) : null;
      show(used, listed, hooks);
    } catch (failure) {
      if (failure.name === 'AbortError' || onFailure(failure)) return;
      waiting.hidden = true;
      problem.hidden = false;
      const again = h('button', { type: 'button', onclick: () => refresh() }, 'Try again');
      put(problem, h('span', {}, advice(failure)), again);
    }
  }

  const refresh = poll(read, EVERY, signal);
  return element;
}

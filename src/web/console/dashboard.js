import { advice, api } from '../api.js';
import { h, put } from '../dom.js';
import { endpointsPanel } from './endpoints.js';
import { poll } from './poll.js';
import { usagePanel } from './usage.js';

const EVERY = 15_000;
const ENDED = ['missing_key', 'invalid_key', 'expired_key', 'inactive_key'];

/**
 * The console of a key.
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
  const waiting = h('p', { class: 'quiet' }, 'Asking …');
  const element = h('div', { class: 'console' }, problem, waiting);

  function show([used, hooks]) {
    problem.hidden = true;
    usage.show(used, hooks.quota);
    endpoints.show(hooks);
    if (usage.element.isConnected) return;
    waiting.replaceWith(usage.element, endpoints.element);
  }

  async function read() {
    try {
      show(await Promise.all([api('/usage', { signal }), api('/webhooks', { signal })]));
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

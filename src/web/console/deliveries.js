import { advice, api } from '../api.js';
import { h, put } from '../dom.js';
import { count } from '../format.js';
import { notice } from '../notice.js';
import { deliveryLine } from './delivery.js';
import { stateOf } from './delivery-state.js';
import { keyedList } from './keyed-list.js';
import { poll } from './poll.js';

const EVERY = 2_000;
/** The API lists so many unless asked for more. */
const SHOWN = 100;
const retryable = ({ status }) => status === 'dead_lettered' || status === 'failed';

/** `3 delivered, 1 waiting` */
function summed(deliveries) {
  const counts = new Map();
  for (const delivery of deliveries) {
    const { label } = stateOf(delivery);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].map(([label, many]) => `${count(many)} ${label.toLowerCase()}`).join(', ');
}

/**
 * The deliveries of an endpoint, live.
 * @param {{onFailure(failure: Error): boolean, onNews(): void, signal: AbortSignal}} options `onNews`: there are new ones.
 * @returns {{element: HTMLElement, look(): void}} `look` asks at once
 */
export function deliveriesPanel({ id }, { onFailure, onNews, signal }) {
  const path = `/webhooks/${encodeURIComponent(id)}/deliveries`;
  const sum = h('p', { class: 'quiet', role: 'status' }, 'Looking …');
  const problem = h('p', { class: 'problem', hidden: true });
  const all = h('button', { type: 'button', hidden: true, onclick: retryAll }, '');
  const list = h('ul', { class: 'deliveries', 'aria-label': 'Deliveries' });
  const element = h(
    'div',
    { class: 'deliveries-panel' },
    h('div', { class: 'row spread' }, sum, all),
    problem,
    list,
  );
  let latest = [];
  let newest = null;

  const say = (text) => sum.textContent !== text && put(sum, text);
  const ask = (delivery) => api(`${path}/${delivery.id}/retry`, { method: 'POST', signal });
  const show = keyedList(list, (delivery) => deliveryLine(delivery, { retry, settle }));

  async function retry(delivery) {
    try {
      await ask(delivery);
    } catch (failure) {
      if (failure.name !== 'AbortError' && !onFailure(failure)) notice(advice(failure), 'bad');
    }
    look();
  }

  async function settle(delivery, as) {
    try {
      await api(`${path}/${delivery.id}/settle`, { body: { as }, signal });
    } catch (failure) {
      if (failure.name !== 'AbortError' && !onFailure(failure)) notice(advice(failure), 'bad');
    }
    look();
  }

  /** Those that are not shown too; a long list takes several requests. */
  async function retryAll() {
    all.disabled = true;
    try {
      let queued = 0;
      for (let more = true; more; ) {
        const answer = await api(`${path}/retry`, { method: 'POST', signal });
        queued += answer.queued;
        more = answer.has_more && answer.queued > 0;
      }
      notice(`${counted(queued, 'delivery', 'deliveries')} queued again`);
    } catch (failure) {
      if (failure.name !== 'AbortError' && !onFailure(failure)) notice(advice(failure), 'bad');
    }
    all.disabled = false;
    look();
  }

  async function read() {
    try {
      latest = (await api(path, { signal })).data;
    } catch (failure) {
      if (failure.name === 'AbortError' || onFailure(failure)) return;
      problem.hidden = false;
      put(problem, `${advice(failure)} This is how it last was; it is asked again every 2 seconds.`);
      return;
    }
    problem.hidden = true;
    show(latest);
    say(latest.length === 0 ? 'Nothing has been sent to it yet.' : summed(latest));
    const dead = latest.filter(retryable).length;
    all.hidden = dead < 2;
    put(all, latest.length < SHOWN ? `Retry all ${count(dead)} dead letters` : 'Retry all dead letters');
    const first = latest[0]?.id ?? null;
    if (first !== newest && newest !== null) onNews();
    newest = first;
  }

  const look = poll(read, EVERY, signal);
  return { element, look };
}

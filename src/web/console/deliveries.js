import { advice, api } from '../api.js';
import { h, put } from '../dom.js';
import { count } from '../format.js';
import { notice } from '../notice.js';
import { deliveryLine } from './delivery.js';
import { bulkActions } from './delivery-bulk.js';
import { deliveryFilter } from './delivery-filter.js';
import { isDead, stateOf } from './delivery-state.js';
import { keyedList } from './keyed-list.js';
import { poll } from './poll.js';

const EVERY = 2_000;

/** `3 delivered, 1 waiting` */
function summed(deliveries) {
  const counts = new Map();
  for (const delivery of deliveries) {
    const { label } = stateOf(delivery);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].map(([label, many]) => `${count(many)} ${label.toLowerCase()}`).join(', ');
}

/** What is on a page of deliveries, in words. `cursors` are those of the pages up to this one. */
function described({ choice, cursors }, { data, next_cursor }) {
  const page = cursors.length > 0 || next_cursor !== null ? `Page ${cursors.length + 1}: ` : '';
  if (data.length > 0) return page + summed(data);
  if (page !== '') return `${page}nothing is left on it`;
  return Object.keys(choice).length > 0 ? 'No delivery fits.' : 'Nothing has been sent to it yet.';
}

/**
 * The deliveries of an endpoint, a page at a time, live.
 * @param {{onFailure(failure: Error): boolean, onNews(): void, signal: AbortSignal}} options `onNews` is called for new ones
 * @returns {{element: HTMLElement, look(): void}} `look` checks at once
 */
export function deliveriesPanel({ id }, { onFailure, onNews, signal }) {
  const path = `/webhooks/${encodeURIComponent(id)}/deliveries`;
  const sum = h('p', { class: 'quiet', role: 'status', tabindex: -1 }, 'Looking …');
  const problem = h('p', { class: 'problem', hidden: true });
  const list = h('ul', { class: 'deliveries', 'aria-label': 'Deliveries' });
  const newer = h(
    'button',
    { type: 'button', onclick: () => act(() => turn(view.cursors.slice(0, -1))) },
    'Newer',
  );
  const older = h(
    'button',
    { type: 'button', onclick: () => act(() => turn([...view.cursors, next])) },
    'Older',
  );
  const pages = h('div', { class: 'row', role: 'group', 'aria-label': 'Pages', hidden: true }, newer, older);
  /** Filters of the API, and the cursors of the pages up to the one shown; none for the newest page. */
  let view = { choice: {}, cursors: [] };
  let next = null;
  let newest = null;

  const say = (text) => sum.textContent !== text && put(sum, text);
  const pathOf = (one) => `${path}/${encodeURIComponent(one.id)}`;
  const show = keyedList(list, (one) =>
    deliveryLine(one, {
      path: pathOf(one),
      retry: () => act(() => api(`${pathOf(one)}/retry`, { method: 'POST', signal })),
      settle: (as) => act(() => api(`${pathOf(one)}/settle`, { body: { as }, signal })),
      onFailure,
      signal,
    }),
  );
  const bulk = bulkActions(path, { chosen: () => view.choice, act, onDone: () => sum.focus(), signal });

  async function act(work) {
    try {
      await work();
    } catch (failure) {
      if (failure.name !== 'AbortError' && !onFailure(failure)) notice(advice(failure), 'bad');
    }
    look();
  }

  function ask({ choice, cursors }) {
    const query = new URLSearchParams({ ...choice, ...(cursors.length > 0 && { cursor: cursors.at(-1) }) });
    return api(`${path}?${query}`, { signal });
  }

  function draw(answer) {
    const { data } = answer;
    problem.hidden = true;
    show(data);
    say(described(view, answer));
    next = answer.next_cursor;
    newer.disabled = view.cursors.length === 0;
    older.disabled = next === null;
    pages.hidden = newer.disabled && older.disabled;
    bulk.update({
      dead: data.filter(isDead).length,
      unknown: data.filter(({ outcome_unknown }) => outcome_unknown).length,
      hasOlder: next !== null,
    });
  }

  async function open(wanted) {
    const answer = await ask(wanted);
    view = wanted;
    newest = null;
    draw(answer);
  }

  /** The button may be disabled afterwards, so the focus goes to the top of the page. */
  async function turn(cursors) {
    await open({ ...view, cursors });
    sum.focus();
    sum.scrollIntoView({ block: 'nearest' });
  }

  async function read() {
    const asked = view;
    let answer;
    try {
      answer = await ask(asked);
    } catch (failure) {
      if (failure.name === 'AbortError' || onFailure(failure)) return;
      problem.hidden = false;
      put(problem, `${advice(failure)} This is how it last was; it is asked again every 2 seconds.`);
      return;
    }
    if (asked !== view) return;
    draw(answer);
    const first = answer.data[0]?.id ?? null;
    if (first !== newest && newest !== null) onNews();
    newest = first;
  }

  const filter = deliveryFilter(`filter-${id}`, {
    choose: (choice) => open({ choice, cursors: [] }),
    onFailure,
  });
  const look = poll(read, EVERY, signal);
  const element = h(
    'div',
    { class: 'deliveries-panel' },
    filter,
    h('div', { class: 'row spread' }, sum, bulk.element),
    problem,
    list,
    pages,
  );
  return { element, look };
}

import { api } from '../api.js';
import { confirmed } from '../confirm.js';
import { h } from '../dom.js';
import { counted } from '../format.js';
import { notice } from '../notice.js';
import { settleChoice } from './settle-choice.js';

/** The most deliveries that the API changes at once, and that it lists on a page. */
const AT_ONCE = 5_000;
const PAGE = 500;

const many = (number) => counted(number, 'delivery', 'deliveries');

/** The deliveries that match the filters, newest first: as many as one request can change. */
async function find(path, choice, signal) {
  const found = [];
  for (let cursor = null; ; ) {
    const query = new URLSearchParams({ ...choice, limit: PAGE, ...(cursor && { cursor }) });
    const { data, next_cursor } = await api(`${path}?${query}`, { signal });
    found.push(...data);
    cursor = next_cursor;
    if (cursor === null || found.length >= AT_ONCE) return { found, hasMore: cursor !== null };
  }
}

/**
 * What can be done with all deliveries that match the filters, including those that are not shown.
 * @param {{chosen(): Record<string, string>, act(work: () => Promise<void>): Promise<void>, onDone(): void,
 *   signal: AbortSignal}} options `chosen` returns the filters; `act` reports failures; after `onDone`, the button may be
 *   hidden
 */
export function bulkActions(path, { chosen, act, onDone, signal }) {
  const retry = h(
    'button',
    { type: 'button', hidden: true, onclick: () => run(retryAll) },
    'Retry dead letters',
  );
  const settle = h(
    'button',
    { type: 'button', hidden: true, onclick: () => run(settleAll) },
    'Settle unknown outcomes',
  );
  let busy = false;

  async function run(work) {
    if (busy) return;
    busy = true;
    await act(work);
    busy = false;
  }

  async function retryAll() {
    const choice = { ...chosen(), status: 'dead_lettered' };
    const { found, hasMore } = await find(path, choice, signal);
    if (found.length === 0) return notice('No dead letter is left');
    const more = hasMore ? ' There are more: the oldest are queued now, the others can be retried next.' : '';
    const sure = await confirmed({
      title: `Retry ${counted(found.length, 'dead letter')}?`,
      text: `Each is sent again, with a fresh schedule of attempts. What was not sent because a quota was used up counts toward today's quota.${more}`,
      yes: 'Retry them',
      no: 'Not now',
      kind: 'primary',
      signal,
    });
    if (!sure) return;
    const { queued, has_more } = await api(`${path}/retry`, { body: choice, signal });
    const left = queued < AT_ONCE ? 'the others exceed the events of this day' : 'there are more';
    onDone();
    notice(`${many(queued)} queued again${has_more ? `; ${left}` : ''}`);
  }

  async function settleAll() {
    const { status: _, ...choice } = chosen();
    const { found } = await find(path, { ...choice, status: 'in_flight' }, signal);
    const unknown = found.filter(({ outcome_unknown }) => outcome_unknown);
    if (unknown.length === 0) return notice('No outcome is unknown any more');
    const form = settleChoice(unknown);
    const sure = await confirmed({
      title: `Settle ${counted(unknown.length, 'unknown outcome')}?`,
      text: 'They are not sent again by themselves, since they may have arrived. Look into what you received.',
      more: form.element,
      yes: 'Settle them',
      no: 'Not now',
      kind: 'primary',
      signal,
    });
    if (!sure) return;
    const { settled, has_more } = await api(`${path}/settle`, {
      body: { ...form.read(), ...choice },
      signal,
    });
    onDone();
    notice(`${many(settled)} settled${has_more ? '; there are more' : ''}`);
  }

  return {
    element: h('div', { class: 'row' }, retry, settle),
    /** @param {{dead: number, unknown: number, hasOlder: boolean}} shown counts on the page; a single one has its own buttons */
    update({ dead, unknown, hasOlder }) {
      const worth = (number) => number > 1 || (number === 1 && hasOlder);
      retry.hidden = !worth(dead);
      settle.hidden = !worth(unknown);
    },
  };
}

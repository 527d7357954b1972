import { api } from '../api.js';
import { confirmed } from '../confirm.js';
import { counted } from '../format.js';
import { html, useLeaving } from '../html.js';
import { notice } from '../notice.js';
import { useAction } from './account.js';
import { isDead } from './delivery-state.js';
import { SettleFields, settlementOf } from './settle-fields.js';

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
 * @param {{path: string, choice: Record<string, string>, answer: object | null, look(): void, onDone(): void}} props `choice`
 *   are the filters; `answer` is the page that is shown; `look` reads it again; after `onDone`, the button may be hidden
 */
export function BulkActions({ path, choice: chosen, answer, look, onDone }) {
  const signal = useLeaving();
  const [, act] = useAction();

  async function retryAll() {
    const choice = { ...chosen, status: 'dead_lettered' };
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
    const { status: _, ...choice } = chosen;
    const { found } = await find(path, { ...choice, status: 'in_flight' }, signal);
    const unknown = found.filter(({ outcome_unknown }) => outcome_unknown);
    if (unknown.length === 0) return notice('No unknown outcome is left');
    const answers = await confirmed({
      title: `Settle ${counted(unknown.length, 'unknown outcome')}?`,
      text: 'They are not sent again by themselves, since they may have arrived. Look into what you received.',
      more: html`<${SettleFields} deliveries=${unknown} />`,
      yes: 'Settle them',
      no: 'Not now',
      kind: 'primary',
      signal,
    });
    if (answers === null) return;
    const body = { ...settlementOf(answers, unknown), ...choice };
    const { settled, has_more } = await api(`${path}/settle`, { body, signal });
    onDone();
    notice(`${many(settled)} settled${has_more ? '; there are more' : ''}`);
  }

  /** Whether there are several, perhaps on later pages: a single one has its own buttons. */
  function isWorth(isMeant) {
    const number = answer?.data.filter(isMeant).length ?? 0;
    return number > 1 || (number === 1 && answer.next_cursor !== null);
  }
  const button = (label, isMeant, work) => html`
    <button type="button" hidden=${!isWorth(isMeant)} onclick=${() => act(work).then(look)}>${label}</button>
  `;
  return html`
    <div class="row">
      ${button('Retry dead letters', isDead, retryAll)}
      ${button('Settle unknown outcomes', ({ outcome_unknown }) => outcome_unknown, settleAll)}
    </div>
  `;
}

import { api } from '../api.js';
import { PHASES } from '../catalog.js';
import { confirmed } from '../confirm.js';
import { count, counted } from '../format.js';
import { html, useLeaving } from '../html.js';
import { notice } from '../notice.js';
import { useAction } from './account.js';
import { Choice } from './form.js';
import { isDead } from './words.js';

const SENT_FROM = PHASES.indexOf('send');
const OUTCOMES = [
  ['requeue', 'Send them again'],
  ['delivered', 'They arrived: send nothing'],
  ['dead_letter', 'Give them up: they become dead letters'],
];

const Radios = ({ name, legend, choices }) => html`
  <fieldset>
    <legend>${legend}</legend>
    <div class="choices">
      ${choices.map(
        ([value, words], at) =>
          html`<${Choice} type="radio" name=${name} value=${value} defaultChecked=${at === 0}>${words}</>`,
      )}
    </div>
  </fieldset>
`;

/** How far a delivery got: the first word of its error, such as `connect`. */
const phaseOf = ({ last_error }) => last_error?.split(':')[0];

/** Those that can be settled together: `[words, phases with their counts]`. */
function groupsOf(deliveries) {
  const by = Map.groupBy(deliveries, phaseOf);
  const phases = PHASES.filter((phase) => by.has(phase)).map((phase) => [phase, by.get(phase).length]);
  const isBefore = ([phase]) => PHASES.indexOf(phase) < SENT_FROM;
  const groups = [
    ['Nothing has left', phases.filter(isBefore)],
    ['May have arrived', phases.filter((one) => !isBefore(one))],
  ].filter(([, those]) => those.length > 0);
  return groups.length > 1 ? [...groups, ['All', phases]] : groups;
}

/** Asks which deliveries with an unknown outcome are meant, and what happened to them. */
function SettleFields({ deliveries }) {
  const which = groupsOf(deliveries).map(([words, those], at) => {
    const sum = those.reduce((total, [, number]) => total + number, 0);
    const named = those.map(([phase, number]) => `${phase} ${count(number)}`).join(', ');
    return [at, html`${words}: ${count(sum)} <span class="quiet">(${named})</span>`];
  });
  return html`
    <div>
      <${Radios} name="settle-which" legend="Which" choices=${which} />
      <${Radios} name="settle-as" legend="What to do" choices=${OUTCOMES} />
    </div>
  `;
}

/** What was answered to `SettleFields`, for the API: `{as, phases}`. */
function settlementOf(answers, deliveries) {
  const [, phases] = groupsOf(deliveries)[Number(answers['settle-which'])];
  return { as: answers['settle-as'], phases: phases.map(([phase]) => phase) };
}

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
 * What can be done with all deliveries that match the filters `choice`, including those that are not on the page `answer`;
 * after `onDone`, the button may be hidden.
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

import { api } from '../api.js';
import { EVENT_TYPES } from '../catalog.js';
import { Select } from '../controls.js';
import { count } from '../format.js';
import { html, useContext, useLayoutEffect, useLeaving, useRef, useState } from '../html.js';
import { Account, usePolled } from './account.js';
import { Delivery } from './delivery.js';
import { BulkActions } from './delivery-bulk.js';
import { useForm } from './form.js';
import { stateOf } from './words.js';

const ANY = ['', 'Any'];
const STATUSES = [
  ANY,
  ['pending', 'Queued or waiting'],
  ['in_flight', 'Being sent, or outcome unknown'],
  ['delivered', 'Delivered'],
  ['dead_lettered', 'Dead letter'],
];
const TYPES = [ANY, ...EVENT_TYPES.map(({ type }) => [type, type])];
const TIMES = ['since', 'until'];

/** Times are entered in local time, and sent in UTC. */
const sent = ([name, value]) => [name, TIMES.includes(name) ? new Date(value).toISOString() : value];

/** The form that filters deliveries. `choose` gets the filters of the API, and throws what it refuses. */
function DeliveryFilter({ id, choose }) {
  const [many, setMany] = useState(0);
  const { attributes, problem, field } = useForm({
    id,
    statuses: [400],
    nameOf: (message) => message.split(' ')[0],
    async send(values) {
      const given = [...values].map(([name, value]) => [name, value.trim()]);
      const used = given.filter(([, value]) => value !== '');
      await choose(Object.fromEntries(used.map(sent)));
      setMany(used.length);
    },
  });
  function showAll({ currentTarget: { form } }) {
    form.reset();
    form.requestSubmit();
  }
  const parcel = { autocomplete: 'off', spellcheck: false, placeholder: '31:109:1701100000000' };
  return html`
    <details class="delivery-filter">
      <summary>${many === 0 ? 'Filter' : `Filter: ${many} chosen`}</summary>
      <form aria-label="Filter of the deliveries" ...${attributes}>
        <div class="codes">
          ${field('status', 'Status', { as: Select, options: STATUSES })}
          ${field('event_type', 'Event type', { as: Select, options: TYPES })}
          ${field('canonical_id', 'Parcel', parcel)}
          ${field('since', 'Queued since', { type: 'datetime-local' })}
          ${field('until', 'Queued before', { type: 'datetime-local' })}
        </div>
        <div>${problem()}</div>
        <div class="row">
          <button type="submit" class="primary">Show these</button>
          <button type="button" onclick=${showAll}>Show all</button>
        </div>
      </form>
    </details>
  `;
}

const EVERY = 2_000;

/** `3 delivered, 1 waiting` */
function summed(deliveries) {
  const groups = Map.groupBy(deliveries, (delivery) => stateOf(delivery).label);
  return [...groups].map(([label, { length }]) => `${count(length)} ${label.toLowerCase()}`).join(', ');
}

/** What is on a page of deliveries, in words. `cursors` are those of the pages up to this one. */
function described({ choice, cursors }, { data, next_cursor }) {
  const page = cursors.length > 0 || next_cursor !== null ? `Page ${cursors.length + 1}: ` : '';
  if (data.length > 0) return page + summed(data);
  if (page !== '') return `${page}nothing is left on it`;
  return Object.keys(choice).length > 0 ? 'No delivery fits.' : 'Nothing has been sent to it yet.';
}

/** Filters of the API, and the cursors of the pages up to the one shown; none for the newest page. */
const NEWEST = { choice: {}, cursors: [] };

/** The deliveries of an endpoint, a page at a time, live; they are looked at again whenever `looks` changes. */
export function Deliveries({ id, path, looks }) {
  const { refresh, isHandled, fail } = useContext(Account);
  const signal = useLeaving();
  const sum = useRef();
  const newest = useRef(null);
  /** The answer of a view that was just opened. */
  const opened = useRef(null);
  const [view, setView] = useState(NEWEST);
  const { choice, cursors } = view;

  function ask({ choice, cursors }, signal) {
    const query = new URLSearchParams({ ...choice, ...(cursors.length > 0 && { cursor: cursors.at(-1) }) });
    return api(`${path}?${query}`, { signal });
  }

  async function open(wanted) {
    opened.current = await ask(wanted, signal);
    newest.current = null;
    setView(wanted);
  }

  async function read(signal) {
    const given = opened.current;
    opened.current = null;
    const found = given ?? (await ask(view, signal));
    const first = found.data[0]?.id ?? null;
    if (first !== newest.current && newest.current !== null) refresh();
    newest.current = first;
    return found;
  }
  const { answer, problem, again: look } = usePolled(read, EVERY, isHandled, [view, looks]);

  /** The button may be disabled afterwards, so the focus goes to the top of the page. */
  const turn = (to) => open({ choice, cursors: to, isTurned: true }).catch(fail);
  useLayoutEffect(() => {
    if (!view.isTurned) return;
    sum.current.focus();
    sum.current.scrollIntoView({ block: 'nearest' });
  }, [view]);

  const next = answer?.next_cursor ?? null;
  const isFirst = cursors.length === 0;
  const line = (delivery) => html`
    <${Delivery} key=${delivery.id} delivery=${delivery} path="${path}/${encodeURIComponent(delivery.id)}"
      look=${look} signal=${signal} />
  `;
  return html`
    <div class="deliveries-panel">
      <${DeliveryFilter} id="filter-${id}" choose=${(choice) => open({ choice, cursors: [] })} />
      <div class="row spread">
        <p class="quiet" role="status" tabindex="-1" ref=${sum}>${answer ? described(view, answer) : 'Looking …'}</p>
        <${BulkActions} path=${path} choice=${choice} answer=${answer} look=${look} onDone=${() => sum.current.focus()} />
      </div>
      <p class="problem" hidden=${problem === ''}>
        ${problem} This is how it last was; it is asked again every 2 seconds.
      </p>
      <ul class="deliveries" aria-label="Deliveries">${answer?.data.map(line)}</ul>
      <div class="row" role="group" aria-label="Pages" hidden=${isFirst && next === null}>
        <button type="button" disabled=${isFirst} onclick=${() => turn(cursors.slice(0, -1))}>Newer</button>
        <button type="button" disabled=${next === null} onclick=${() => turn([...cursors, next])}>Older</button>
      </div>
    </div>
  `;
}

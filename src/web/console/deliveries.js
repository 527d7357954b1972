import { advice, api } from '../api.js';
import { count } from '../format.js';
import { html, useContext, useLayoutEffect, useLeaving, useRef, useState } from '../html.js';
import { Account } from './account.js';
import { Delivery } from './delivery.js';
import { BulkActions } from './delivery-bulk.js';
import { DeliveryFilter } from './delivery-filter.js';
import { stateOf } from './delivery-state.js';
import { usePoll } from './poll.js';

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

/** Filters of the API, and the cursors of the pages up to the one shown; none for the newest page. */
const NEWEST = { choice: {}, cursors: [] };

/**
 * The deliveries of an endpoint, a page at a time, live.
 * @param {{id: string, path: string, looks: number}} props `path` is that of the deliveries in the API; they are looked at
 *   again whenever `looks` changes
 */
export function Deliveries({ id, path, looks }) {
  const { refresh, isHandled, fail } = useContext(Account);
  const signal = useLeaving();
  const sum = useRef();
  const newest = useRef(null);
  /** The answer of a view that was just opened. */
  const opened = useRef(null);
  const [view, setView] = useState(NEWEST);
  const [answer, setAnswer] = useState(null);
  const [problem, setProblem] = useState('');
  const { choice, cursors } = view;
  const next = answer?.next_cursor ?? null;

  function ask({ choice, cursors }, signal) {
    const query = new URLSearchParams({ ...choice, ...(cursors.length > 0 && { cursor: cursors.at(-1) }) });
    return api(`${path}?${query}`, { signal });
  }

  async function open(wanted) {
    opened.current = await ask(wanted, signal);
    newest.current = null;
    setView(wanted);
  }

  const look = usePoll(
    async (signal) => {
      try {
        const given = opened.current;
        opened.current = null;
        const found = given ?? (await ask(view, signal));
        setAnswer(found);
        setProblem('');
        const first = found.data[0]?.id ?? null;
        if (first !== newest.current && newest.current !== null) refresh();
        newest.current = first;
      } catch (failure) {
        if (isHandled(failure)) return;
        setProblem(`${advice(failure)} This is how it last was; it is asked again every 2 seconds.`);
      }
    },
    EVERY,
    [view, looks],
  );

  /** The button may be disabled afterwards, so the focus goes to the top of the page. */
  const turn = (to) => open({ choice, cursors: to, isTurned: true }).catch(fail);
  useLayoutEffect(() => {
    if (!view.isTurned) return;
    sum.current.focus();
    sum.current.scrollIntoView({ block: 'nearest' });
  }, [view]);

  const isFirst = cursors.length === 0;
  const line = (delivery) => html`
    <${Delivery} key=${delivery.id} delivery=${delivery} path="${path}/${encodeURIComponent(delivery.id)}"
      look=${look} signal=${signal} />
  `;
  return html`
    <div class="deliveries-panel">
      <${DeliveryFilter} prefix="filter-${id}" choose=${(choice) => open({ choice, cursors: [] })} />
      <div class="row spread">
        <p class="quiet" role="status" tabindex="-1" ref=${sum}>${answer ? described(view, answer) : 'Looking …'}</p>
        <${BulkActions} path=${path} choice=${choice} answer=${answer} look=${look} onDone=${() => sum.current.focus()} />
      </div>
      <p class="problem" hidden=${problem === ''}>${problem}</p>
      <ul class="deliveries" aria-label="Deliveries">${answer?.data.map(line)}</ul>
      <div class="row" role="group" aria-label="Pages" hidden=${isFirst && next === null}>
        <button type="button" disabled=${isFirst} onclick=${() => turn(cursors.slice(0, -1))}>Newer</button>
        <button type="button" disabled=${next === null} onclick=${() => turn([...cursors, next])}>Older</button>
      </div>
    </div>
  `;
}

import { advice } from '../api.js';
import { useAsked } from '../asked.js';
import { money } from '../format.js';
import { html, useEffect, useLayoutEffect, useLeaving, useMemo, useRef, useState } from '../html.js';
import { boxOfParcels } from './boxes.js';
import { ownedBy, stackAt } from './groups.js';
import { nameOf } from './list.js';
import { AskedPanel } from './panel.js';

const Row = ({ parcel, line, open }) => html`
  <li>
    <button type="button" class="other" data-id=${parcel.id} onclick=${() => open(parcel)}>
      <span class="who"><span>${nameOf(parcel)}</span><span class="quiet">${line}</span></span>
      <span class="worth">${money(parcel.total_assessed_value)}</span>
    </button>
  </li>
`;

/** The rows so far, and a button for more. */
function Rows({ rows, total, lineOf, open, more }) {
  const list = useRef();
  const next = useRef(null);
  const [isAsking, setAsking] = useState(false);
  const [why, setWhy] = useState(null);
  useLayoutEffect(() => {
    list.current.children[next.current]?.querySelector('button').focus();
    next.current = null;
  }, [rows]);
  async function showMore() {
    setAsking(true);
    next.current = rows.length;
    setWhy(await more());
    setAsking(false);
  }
  return html`
    <ul class="others" ref=${list}>
      ${rows.map((parcel) => html`<${Row} key=${parcel.id} ...${{ parcel, line: lineOf(parcel), open }} />`)}
    </ul>
    <button type="button" class="more" hidden=${rows.length >= total} disabled=${isAsking} onclick=${showMore}>
      ${why === null ? 'Show more' : `${why} Try again`}
    </button>
  `;
}

/**
 * A panel that lists parcels that belong together: an owner's, or those of a condominium.
 * @param {object} props the `group`; `isOpened` by the user and not by an address; listeners
 */
export function GroupPanel({ group, isOpened, hidden, view, open, close }) {
  const signal = useLeaving();
  const isOwner = group.kind === 'owner';
  const ask = useMemo(() => (isOwner ? ownedBy(group.name) : stackAt(group)), []);
  const asked = useAsked((signal) => ask(0, signal), []);
  const { answer } = asked;
  const [rest, setRest] = useState([]);
  const rows = useMemo(() => [...(answer?.data ?? []), ...rest], [answer, rest]);
  useEffect(() => {
    if (!view) return;
    if (isOwner) view.dots(rows);
    else view.ring('pointed', rows[0] ?? null);
    return () => {
      view.dots([]);
      view.ring('pointed', null);
    };
  }, [view, rows]);
  useEffect(() => {
    const box = isOpened && isOwner && answer && boxOfParcels(answer.data);
    if (box) view?.fitBeside(box);
  }, [answer]);
  /** Loads the next rows; returns why there are none, or null. */
  async function more() {
    try {
      const { data } = await ask(rows.length, signal);
      setRest((before) => [...before, ...data]);
      return null;
    } catch (failure) {
      return signal.aborted ? null : advice(failure);
    }
  }
  const shown = ({ title, below, told, total, lineOf }) => ({
    title,
    below,
    content: html`
      ${told && html`<p>${told}</p>`}
      <${Rows} ...${{ rows, total, lineOf, open, more }} />
    `,
  });
  return html`
    <${AskedPanel} label="Group of parcels" what="list" ...${{ asked, isOpened, hidden, close, shown }}
      nothing=${['Nothing to show', 'These parcels could not be shown.']} />
  `;
}

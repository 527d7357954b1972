import { advice, api } from '../api.js';
import { useAsked } from '../asked.js';
import { counted, inAll, money, words } from '../format.js';
import { html, useEffect, useFocusOnNext, useLeaving, useMemo, useState } from '../html.js';
import { kindName, parcels } from './fields.js';
import { nameOf } from './list.js';
import { boxOfParcels } from './outlines.js';
import { AskedPanel } from './panel.js';

const PAGE = 100;

/** An owner's parcels from an offset on, the highest value first. */
function ownedBy({ name }) {
  const path = `/owners/${encodeURIComponent(name)}`;
  let owner;
  return async (offset, signal) => {
    const page = api(`${path}/properties?limit=${PAGE}&offset=${offset}`, { signal });
    page.catch(() => {});
    owner ??= await api(path, { signal });
    const { data, total } = await page;
    const where = counted(owner.counties, 'county', 'counties');
    return {
      title: owner.owner_name,
      below: `Owner: ${kindName(owner.entity_type)}`,
      told: `${parcels(total)} in ${where}${inAll(owner.total_assessed_value)}. The highest value comes first.`,
      total,
      data,
      lineOf: ({ land_use, zoning_category, county_name }) =>
        [land_use ?? (zoning_category && words(zoning_category)), county_name].filter(Boolean).join(' · '),
    };
  };
}

/** The parcels in the same place, such as condominiums. */
function stackAt({ lat, lon }) {
  return async (_offset, signal) => {
    const { data } = await api(`/parcels/at?${new URLSearchParams({ lat, lon })}`, { signal });
    const street = data[0]?.street ?? data[0]?.address ?? 'One place';
    return {
      title: data.length === 0 ? 'No parcel is here' : street,
      below: `${parcels(data.length)} at one place`,
      lineOf: ({ owner_name }) => owner_name ?? 'Owner not known',
      total: data.length,
      data,
    };
  };
}

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
  const [list, focusNext] = useFocusOnNext(rows);
  const [isAsking, setAsking] = useState(false);
  const [why, setWhy] = useState(null);
  async function showMore() {
    setAsking(true);
    focusNext();
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
 * A panel that lists parcels that belong together: an owner's, or those of a condominium; `isOpened` by the user and not by
 * an address.
 */
export function GroupPanel({ group, isOpened, hidden, view, open, close }) {
  const signal = useLeaving();
  const isOwner = group.kind === 'owner';
  const ask = useMemo(() => (isOwner ? ownedBy : stackAt)(group), []);
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

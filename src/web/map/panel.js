import { advice, api } from '../api.js';
import { useAsked } from '../asked.js';
import { html, useEffect, useLayoutEffect, useRef, useState } from '../html.js';
import { together } from './boxes.js';
import { Calls } from './calls.js';
import { Comparison } from './comparison.js';
import { nameOf } from './list.js';
import { Assessments, Deeds, Owner, Permits, Risks, SamePlace, Score, Summary } from './parts.js';
import { Section } from './section.js';
import { Value } from './value-part.js';

const pathOf = (id) => `/parcels/${encodeURIComponent(id).replaceAll('%3A', ':')}`;
/** What the panel of a parcel asks for besides its record. */
const PARTS = ['/owner', '/deeds', '/permits', '/risks', '/assessments', '/value'];

/**
 * A panel beside the map; a sheet on a phone.
 * @param {{label: string, what: string, title: string, below?: string, wide?: boolean, hidden?: boolean,
 *   takesFocus: boolean, close: () => void}} props with `takesFocus`, each new title takes the focus
 */
function Panel({ label, what, title, below, wide, hidden, takesFocus, close, children }) {
  const heading = useRef();
  useLayoutEffect(() => {
    if (takesFocus) heading.current.focus();
  }, [title]);
  const pressed = ({ key }) => key === 'Escape' && close();
  return html`
    <section class=${wide ? 'map-panel wide' : 'map-panel'} aria-label=${label} hidden=${hidden} onkeydown=${pressed}>
      <header>
        <div>
          <h2 tabindex="-1" key=${title} ref=${heading}>${title}</h2>
          ${below && html`<p class="quiet">${below}</p>`}
        </div>
        <button type="button" class="close" aria-label="Close the ${what}" onclick=${close}>×</button>
      </header>
      ${children && html`<div class="body">${children}</div>`}
    </section>
  `;
}

/** What a panel shows instead of what could not be loaded. */
const Failed = ({ why, again }) => html`
  <p class="problem" role="alert">${why}</p>
  <button type="button" onclick=${again}>Try again</button>
`;

/**
 * The panel of what is asked for. Meanwhile it says that it is loading, and afterward why it cannot be shown.
 * @param {object} props most of those of `Panel`; `asked` is what `useAsked` returns; `isOpened` by the user and not by an
 *   address; `nothing` are a title and words for a failure; `shown` returns title, content and the like for an answer
 */
export function AskedPanel({ asked, isOpened, nothing: [title, otherwise], shown, ...frame }) {
  const { answer, failure, isBusy, again } = asked;
  const [takesFocus, setTakesFocus] = useState(isOpened);
  const retry = () => {
    setTakesFocus(true);
    again();
  };
  const failed = () => ({
    title,
    content: html`<${Failed} why=${advice(failure, otherwise)} again=${retry} />`,
  });
  const { content, ...more } = isBusy ? { title: 'Loading …' } : failure ? failed() : shown(answer);
  return html`<${Panel} ...${{ ...frame, ...more, takesFocus }}>${content}</>`;
}

/** The parcel's record, next to the one kept for comparison, if any. */
function Top({ parcel, kept, keep }) {
  const stop = ({ currentTarget }) => {
    currentTarget.closest('.map-panel').querySelector('h2').focus();
    keep(null);
  };
  if (kept !== null && kept.id !== parcel.id)
    return html`<${Comparison} kept=${kept} parcel=${parcel} stop=${stop} />`;
  return html`
    <${Summary} parcel=${parcel} />
    <p class="row keeps" role="status">
      ${
        kept
          ? html`
              Open another parcel to see it beside this one.
              <button type="button" class="small" onclick=${stop}>Stop comparing</button>
            `
          : html`<button type="button" class="small" onclick=${() => keep(parcel)}>Compare</button>`
      }
    </p>
  `;
}

function Parts({ parcel, open, showOwner }) {
  const { id } = parcel;
  const section = (title, part, view) =>
    html`<${Section} title=${title} path=${pathOf(id) + part} view=${view} />`;
  return html`
    ${section('Estimated value', '/value', (value) => html`<${Value} ...${value} open=${open} />`)}
    ${section('Owner', '/owner', (owner) => html`<${Owner} ...${{ ...owner, id, open, showOwner }} />`)}
    ${section('Deeds and prices', '/deeds', (deeds) => html`<${Deeds} ...${deeds} />`)}
    ${section('Permits', '/permits', (permits) => html`<${Permits} ...${permits} />`)}
    ${section('Risks', '/risks', (risks) => html`<${Risks} ...${risks} />`)}
    ${section('Assessed values', '/assessments', (values) => html`<${Assessments} ...${values} />`)}
  `;
}

/**
 * The panel of one parcel.
 * @param {object} props the `id` and how it was opened: `isOpened` by the user and not by an address, `isFound` by a search,
 *   which moves the map close to it; `rows` are the parcels in view; `kept` is the parcel kept for comparison, which `keep`
 *   sets; the rest are listeners
 */
export function ParcelPanel({ id, isOpened, isFound, view, rows, kept, keep, open, showOwner, close }) {
  const asked = useAsked((signal) => api(pathOf(id), { signal }), []);
  const { answer: parcel } = asked;
  useEffect(() => {
    if (!view || !parcel) return;
    view.ring('open', parcel);
    if (parcel.location && isFound) view.flyBeside(parcel.location);
    else if (parcel.location) view.reveal(parcel.location);
    return () => view.ring('open', null);
  }, [view, parcel]);
  const others = () => rows.filter((other) => other.id !== parcel.id && together(other, parcel));
  const shown = () => ({
    title: nameOf(parcel),
    below: `${parcel.county_name}, ${parcel.state}`,
    wide: kept !== null && kept.id !== id,
    content: html`
      <div><${Top} parcel=${parcel} kept=${kept} keep=${keep} /></div>
      <div><${SamePlace} others=${others()} open=${open} /></div>
      <${Parts} parcel=${parcel} open=${open} showOwner=${showOwner} />
      <${Score} ...${parcel} />
      <${Calls} label="The calls behind this panel" calls=${['', ...PARTS].map((part) => ({ path: pathOf(id) + part }))} />
    `,
  });
  return html`
    <${AskedPanel} label="Parcel" what="parcel" ...${{ asked, isOpened, close, shown }}
      nothing=${['No parcel to show', 'This parcel could not be shown.']} />
  `;
}

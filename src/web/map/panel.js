import { advice, api } from '../api.js';
import { useAsked } from '../asked.js';
import { Calls } from '../copy.js';
import { decimal, UNKNOWN, words } from '../format.js';
import { html, useEffect, useLayoutEffect, useRef, useState } from '../html.js';
import { kindName } from './fields.js';
import { nameOf } from './list.js';
import { together } from './outlines.js';
import { figures, known, SamePlace, Score, SECTIONS, Summary } from './parts.js';

const pathOf = (id) => `/parcels/${encodeURIComponent(id).replaceAll('%3A', ':')}`;
/** What the panel of a parcel asks for besides its record. */
const PARTS = ['/owner', '/deeds', '/permits', '/risks', '/assessments', '/value'];

/** What is shown instead of what could not be loaded; `class` is that of the button. */
const Failed = ({ failure, otherwise, again, class: look }) => html`
  <p class="problem" role="alert">${advice(failure, otherwise)}</p>
  <button type="button" class=${look} onclick=${again}>Try again</button>
`;

/** A part of the panel that loads its own content; `view` returns that of an answer. */
function Section({ title, path, view }) {
  const { answer, failure, isBusy, again } = useAsked((signal) => api(path, { signal }), []);
  const failed = () => html`
    <${Failed} ...${{ failure, again }} otherwise="This could not be shown." class="small" />
  `;
  return html`
    <section>
      <h3>${title}</h3>
      <div>${isBusy ? html`<p class="quiet">Loading …</p>` : failure ? failed() : view(answer)}</div>
    </section>
  `;
}

/** A panel beside the map; a sheet on a phone. With `takesFocus`, each new title takes the focus. */
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

/**
 * The panel of what is `asked` for with `useAsked`. Meanwhile it says that it is loading, and afterward why it cannot be shown.
 * `isOpened` by the user and not by an address; `nothing` are a title and words for a failure; `shown` returns title, content
 * and the like for an answer. All others are those of `Panel`.
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
    content: html`<${Failed} ...${{ failure, otherwise }} again=${retry} />`,
  });
  const { content, ...more } = isBusy ? { title: 'Loading …' } : failure ? failed() : shown(answer);
  return html`<${Panel} ...${{ ...frame, ...more, takesFocus }}>${content}</>`;
}

const all = (parcel) => [
  ['Owner', parcel.owner_name],
  ['Kind of owner', known(parcel.entity_type, kindName)],
  ['Kind of zoning', known(parcel.zoning_category, words)],
  ...figures(parcel),
  ['Deal score', known(parcel.deal_score, (score) => `${decimal(score)} of 100`)],
];

const Row = ({ name, left, right }) => html`
  <tr class=${left === right ? null : 'differs'}>
    <th scope="row">
      ${name}${left !== right && html`<span class="mark" role="img" aria-label="differs">≠</span>`}
    </th>
    <td>${left ?? UNKNOWN}</td>
    <td>${right ?? UNKNOWN}</td>
  </tr>
`;

/** Two parcels side by side in a table; differences are marked. */
function Comparison({ kept, parcel, stop }) {
  const others = all(parcel);
  const rows = all(kept)
    .map(([name, left], at) => ({ name, left, right: others[at][1] }))
    .filter(({ left, right }) => left !== null || right !== null);
  return html`
    <section aria-label="Comparison">
      <table class="compared">
        <thead><tr><td></td><th scope="col">${nameOf(kept)}</th><th scope="col">${nameOf(parcel)}</th></tr></thead>
        <tbody>${rows.map((row) => html`<${Row} ...${row} />`)}</tbody>
      </table>
      <button type="button" class="small" onclick=${stop}>Stop comparing</button>
    </section>
  `;
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

function Parts({ parcel: { id }, open, showOwner }) {
  const section = ([title, part, View]) => {
    const view = (answer) => html`<${View} ...${answer} ...${{ id, open, showOwner }} />`;
    return html`<${Section} title=${title} path=${pathOf(id) + part} view=${view} />`;
  };
  return SECTIONS.map(section);
}

/**
 * The panel of one parcel, `isOpened` by the user and not by an address, or `isFound` by a search, which moves the map close
 * to it. `rows` are the parcels in view; `kept` is the parcel kept for comparison, which `keep` sets.
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

import { advice, api } from '../api.js';
import { useAsked } from '../asked.js';
import { html, useLayoutEffect, useRef, useState } from '../html.js';
import { currentKey } from '../session.js';
import { parcels } from './fields.js';
import { nameOf } from './list.js';

const MOST_PARCELS = 6;
const MOST_OWNERS = 4;
const NUMBER = String.raw`[-+]?\d{1,3}(?:\.\d+)?`;
const COORDINATES = new RegExp(
  String.raw`^\s*(${NUMBER})\s*°?\s*([NS])?\s*[,;\s]\s*(${NUMBER})\s*°?\s*([EW])?\s*$`,
  'i',
);
const ID = /^\d{5}:\S/;

/** Coordinates in degrees as people type them: `40.81, -96.70`, `40.81 N 96.70 W`. Null for any other text. */
function readCoordinates(text) {
  const found = COORDINATES.exec(text);
  if (!found) return null;
  const [, first, northern, second, eastern] = found;
  const lat = northern?.toUpperCase() === 'S' ? -Math.abs(first) : Number(first);
  const lon = eastern?.toUpperCase() === 'W' ? -Math.abs(second) : Number(second);
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}

const placeOf = ({ city, zip, county_name, state }) =>
  [city, [state, zip].filter(Boolean).join(' '), county_name].filter(Boolean).join(', ');
const ofParcel = (parcel) => ({
  kind: 'parcel',
  id: parcel.id,
  title: nameOf(parcel),
  below: `${placeOf(parcel)} · ${parcel.parcel_id}`,
});
const ofOwner = ({ owner_name, property_count, states }) => ({
  kind: 'owner',
  name: owner_name,
  title: owner_name,
  below: ['Owner', parcels(property_count), states.join(', ')].filter(Boolean).join(' · '),
});

/** The parcel with an id, as an array; empty when there is none. */
const byId = (id, signal) =>
  api(`/parcels/${encodeURIComponent(id)}`, { signal }).then(
    (parcel) => [ofParcel(parcel)],
    (failure) => {
      if (failure.status === 404) return [];
      throw failure;
    },
  );

async function suggested(q, signal) {
  const { data } = await api(`/parcels/suggest?${new URLSearchParams({ q, limit: MOST_PARCELS })}`, {
    signal,
  });
  return data.map(ofParcel);
}

/** Owners that match a text. They need a key: without one, there are none. */
async function owners(q, signal) {
  if (currentKey() === null) return [];
  const { data } = await api(`/owners/search?${new URLSearchParams({ q, limit: MOST_OWNERS })}`, { signal });
  return data.map(ofOwner);
}

/** What a text may mean: a place, parcels, owners, as `{kind, title, below}` and more. Throws ApiFailure. */
async function find(text, signal) {
  const place = readCoordinates(text);
  if (place) {
    return [
      { kind: 'place', ...place, title: `${place.lat}, ${place.lon}`, below: 'Go to these coordinates' },
    ];
  }
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  if (ID.test(text)) return byId(text, signal);
  const [places, people] = await Promise.all([suggested(text, signal), owners(text, signal)]);
  // Addresses and parcel numbers have digits.
  return /\d/.test(text) ? [...places, ...people] : [...people, ...places];
}

/** How long after a keystroke the API is asked, in milliseconds. */
const PAUSE = 180;
const LIST = 'map-search-list';
const SIGNS = { place: '⌖', parcel: '⌂', owner: '☺' };
const NOTHING = { text: '', options: [], told: '' };

/** What a text may mean, a moment after it was typed. */
async function suggestions(text, signal) {
  await new Promise((done) => setTimeout(done, PAUSE));
  signal.throwIfAborted();
  try {
    const options = await find(text, signal);
    const more = currentKey() === null ? ' Use a key to find owners too.' : '';
    return { text, options, told: options.length === 0 ? `Nothing is found for this.${more}` : '' };
  } catch (failure) {
    if (!signal.aborted && failure.code === undefined) console.error(failure);
    return { text, options: [], told: advice(failure, 'The search did not work.') };
  }
}

const Option = ({ option, id, isActive, choose }) => html`
  <li id=${id} role="option" aria-selected=${String(isActive)}
    onmousedown=${(event) => event.preventDefault()} onclick=${choose}>
    <span class="sign" aria-hidden="true">${SIGNS[option.kind]}</span>
    <span class="who"><span>${option.title}</span><span class="quiet">${option.below}</span></span>
  </li>
`;

/**
 * A box for an address, a parcel number, an owner or coordinates: a combobox with a list of suggestions, as described in the
 * ARIA practices. `pick` takes one of the options of `find`.
 */
export function SearchBox({ pick }) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const ask = asked === '' ? null : (signal) => suggestions(asked, signal);
  const { answer: { text, options, told } = NOTHING } = useAsked(ask, [asked]);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  // Enter was pressed before the answer.
  const [isHurried, setHurried] = useState(false);
  const input = useRef();
  const list = useRef();
  const isAnswered = text === asked;
  const isListed = isOpen && options.length > 0;

  function open(wanted) {
    setOpen(wanted);
    if (!wanted) setActive(-1);
  }
  function type(next) {
    setTyped(next);
    setAsked(next.trim());
    setHurried(false);
    if (next.trim() === '') open(false);
  }
  function choose(option) {
    type('');
    setTyped(option.title);
    pick(option);
  }
  useLayoutEffect(() => {
    setActive(-1);
    setOpen(document.activeElement === input.current && asked !== '');
    if (isHurried && options.length > 0) choose(options[0]);
    setHurried(false);
  }, [text, options, told]);
  useLayoutEffect(() => list.current.children[active]?.scrollIntoView({ block: 'nearest' }), [active]);

  function pressed(event) {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (options.length === 0) return;
      setOpen(true);
      const by = key === 'ArrowDown' ? 1 : -1;
      // One more position than there are options: the box itself.
      setActive(((active + 1 + by + options.length + 1) % (options.length + 1)) - 1);
    } else if (key === 'Enter') {
      event.preventDefault();
      const option = options[Math.max(0, active)];
      if (option && isAnswered) choose(option);
      else setHurried(!isAnswered);
    } else if (key === 'Escape') {
      if (isListed || (isOpen && told !== '')) return open(false);
      type('');
    }
  }
  return html`
    <div class="map-search" role="search">
      <input ref=${input} type="text" id="map-search" role="combobox" aria-label="Search the map"
        aria-expanded=${String(isListed)} aria-controls=${LIST} aria-autocomplete="list"
        aria-activedescendant=${active === -1 ? null : `${LIST}-${active}`} autocomplete="off"
        spellcheck=${false} maxlength="200" placeholder="Address, parcel number, owner or coordinates"
        value=${typed} oninput=${({ target }) => type(target.value)} onkeydown=${pressed}
        onfocus=${() => options.length > 0 && open(true)} onblur=${() => open(false)} />
      <ul id=${LIST} role="listbox" aria-label="Suggestions" hidden=${!isListed} ref=${list}>
        ${options.map((option, at) => {
          const row = { id: `${LIST}-${at}`, isActive: at === active, choose: () => choose(option) };
          return html`<${Option} option=${option} ...${row} />`;
        })}
      </ul>
      <p class="search-told quiet" role="status" hidden=${!isOpen || told === ''}>${told}</p>
    </div>
  `;
}

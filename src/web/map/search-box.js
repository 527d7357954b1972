import { advice } from '../api.js';
import { html, useLayoutEffect, useRef, useState } from '../html.js';
import { currentKey } from '../session.js';
import { find } from './finders.js';

/** How long after a keystroke the API is asked, in milliseconds. */
const PAUSE = 180;
const LIST = 'map-search-list';
const SIGNS = { place: '⌖', parcel: '⌂', owner: '☺' };
/** What is found before anything is looked for. */
const NOTHING = { text: '', options: [], told: '' };

async function suggestions(text, signal) {
  try {
    const options = await find(text, signal);
    const more = currentKey() === null ? ' Use a key to find owners too.' : '';
    return { text, options, told: options.length === 0 ? `Nothing is found for this.${more}` : '' };
  } catch (failure) {
    if (!signal.aborted && failure.code === undefined) console.error(failure);
    return { text, options: [], told: advice(failure, 'The search did not work.') };
  }
}

/** As a hook: what a text may mean, a moment after it was typed; until then, what an earlier one meant. */
function useFinds(text) {
  const [found, setFound] = useState(NOTHING);
  useLayoutEffect(() => {
    if (text === '') return setFound(NOTHING);
    const leaving = new AbortController();
    const { signal } = leaving;
    const timer = setTimeout(async () => {
      const next = await suggestions(text, signal);
      if (!signal.aborted) setFound(next);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [text]);
  return found;
}

const Option = ({ option, id, isActive, choose }) => html`
  <li id=${id} role="option" aria-selected=${String(isActive)}
    onmousedown=${(event) => event.preventDefault()} onclick=${choose}>
    <span class="sign" aria-hidden="true">${SIGNS[option.kind]}</span>
    <span class="who"><span>${option.title}</span><span class="quiet">${option.below}</span></span>
  </li>
`;

/**
 * A box for an address, a parcel number, an owner or coordinates: a combobox with a list of suggestions, as described in
 * the ARIA practices.
 * @param {{pick: (option: object) => void}} props `pick` takes one of the options of `find`
 */
export function SearchBox({ pick }) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const { text, options, told } = useFinds(asked);
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

import { advice } from '../api.js';
import { h, put } from '../dom.js';
import { currentKey } from '../session.js';
import { find } from './finders.js';

/** How long after a keystroke the API is asked, in milliseconds. */
const PAUSE = 180;
const LIST = 'map-search-list';
const SIGNS = { place: '⌖', parcel: '⌂', owner: '☺' };

/**
 * A box for an address, a parcel number, an owner or coordinates: a combobox with a list of suggestions, as described in
 * the ARIA practices.
 * @param {(option: object) => void} pick takes one of the options of `find`
 */
export function searchBox(pick, signal) {
  const list = h('ul', { id: LIST, role: 'listbox', 'aria-label': 'Suggestions', hidden: true });
  const told = h('p', { class: 'search-told quiet', role: 'status', hidden: true });
  const input = h('input', {
    type: 'text',
    id: 'map-search',
    role: 'combobox',
    'aria-label': 'Search the map',
    'aria-expanded': 'false',
    'aria-controls': LIST,
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: 200,
    placeholder: 'Address, parcel number, owner or coordinates',
    oninput: typed,
    onkeydown: pressed,
    onfocus: () => options.length > 0 && open(true),
    onblur: () => open(false),
  });
  const element = h('div', { class: 'map-search', role: 'search' }, input, list, told);
  let asked = new AbortController();
  let timer;
  let options = [];
  let active = -1;
  let answered = true;
  let hurry = false;
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    asked.abort();
  });

  function open(wanted) {
    list.hidden = !wanted || options.length === 0;
    if (!wanted) told.hidden = true;
    input.setAttribute('aria-expanded', String(!list.hidden));
    if (!wanted) move(-1);
  }
  function say(text) {
    put(told, text);
    told.hidden = text === '';
  }
  function move(to) {
    active = to;
    [...list.children].forEach((row, at) => {
      row.setAttribute('aria-selected', String(at === to));
      if (at === to) row.scrollIntoView({ block: 'nearest' });
    });
    if (to === -1) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `${LIST}-${to}`);
  }
  function choose(option) {
    input.value = option.title;
    options = [];
    hurry = false;
    open(false);
    pick(option);
  }

  function show(found) {
    options = found;
    answered = true;
    put(
      list,
      found.map((option, at) =>
        h(
          'li',
          {
            id: `${LIST}-${at}`,
            role: 'option',
            'aria-selected': 'false',
            onmousedown: (event) => event.preventDefault(),
            onclick: () => choose(option),
          },
          h('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[option.kind]),
          h(
            'span',
            { class: 'who' },
            h('span', {}, option.title),
            h('span', { class: 'quiet' }, option.below),
          ),
        ),
      ),
    );
    active = -1;
    open(document.activeElement === input);
    const more = currentKey() === null ? ' Use a key to find owners too.' : '';
    if (found.length === 0) say(`Nothing is found for this.${more}`);
    else say('');
    if (hurry && found.length > 0) choose(found[0]);
    hurry = false;
  }

  async function ask(text) {
    asked.abort();
    asked = new AbortController();
    const mine = asked.signal;
    try {
      const found = await find(text, mine);
      if (!mine.aborted) show(found);
    } catch (failure) {
      if (mine.aborted) return;
      if (failure.code === undefined) console.error(failure);
      show([]);
      say(failure.code === undefined ? 'The search did not work.' : advice(failure));
    }
  }

  function typed() {
    clearTimeout(timer);
    asked.abort();
    hurry = false;
    const text = input.value.trim();
    if (text === '') {
      options = [];
      put(list);
      answered = true;
      return open(false);
    }
    answered = false;
    timer = setTimeout(() => void ask(text), PAUSE);
  }

  function pressed(event) {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (options.length === 0) return;
      open(true);
      const by = key === 'ArrowDown' ? 1 : -1;
      // One more position than there are options: the box itself.
      move(((active + 1 + by + options.length + 1) % (options.length + 1)) - 1);
    } else if (key === 'Enter') {
      event.preventDefault();
      const option = options[Math.max(0, active)];
      if (option && answered) choose(option);
      else hurry = !answered;
    } else if (key === 'Escape') {
      if (!list.hidden || !told.hidden) return open(false);
      input.value = '';
      typed();
    }
  }

  return { element, focus: () => input.focus() };
}

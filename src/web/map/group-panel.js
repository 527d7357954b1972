import { advice } from '../api.js';
import { h, put } from '../dom.js';
import { money } from '../format.js';
import { nameOf } from './list.js';

/**
 * A panel that lists parcels that belong together: an owner's, or those of a condominium.
 * @param {object} listeners `open` opens a parcel, `found` gets all rows so far, `closed` is called when it closes
 */
export function groupPanel({ open, found, closed }, signal) {
  const element = h('section', { class: 'map-panel', 'aria-label': 'Group of parcels', hidden: true });
  let current = new AbortController();
  signal.addEventListener('abort', () => current.abort());
  element.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });

  function close() {
    current.abort();
    element.hidden = true;
    put(element);
    closed();
  }
  const head = (title, below) =>
    h(
      'header',
      {},
      h('div', {}, h('h2', { tabindex: '-1' }, title), below && h('p', { class: 'quiet' }, below)),
      h('button', { type: 'button', class: 'close', 'aria-label': 'Close the list', onclick: close }, '×'),
    );
  const row = (lineOf) => (parcel) =>
    h(
      'li',
      {},
      h(
        'button',
        { type: 'button', class: 'other', 'data-id': parcel.id, onclick: () => open(parcel) },
        h(
          'span',
          { class: 'who' },
          h('span', {}, nameOf(parcel)),
          h('span', { class: 'quiet' }, lineOf(parcel)),
        ),
        h('span', { class: 'worth' }, money(parcel.total_assessed_value)),
      ),
    );

  function draw({ title, below, told, total, data, lineOf }, ask, mine) {
    let rows = data;
    const list = h('ul', { class: 'others' }, rows.map(row(lineOf)));
    const more = h('button', { type: 'button', class: 'more', onclick: showMore }, 'Show more');
    const remember = () => {
      more.hidden = rows.length >= total;
      found(rows);
    };
    async function showMore() {
      const before = rows.length;
      more.disabled = true;
      try {
        const next = await ask(before, mine);
        rows = [...rows, ...next.data];
        list.append(...next.data.map(row(lineOf)));
        remember();
        list.children[before]?.querySelector('button').focus();
      } catch (failure) {
        if (!mine.aborted) put(more, `${advice(failure)} Try again`);
      }
      more.disabled = false;
    }
    put(element, head(title, below), h('div', { class: 'body' }, told && h('p', {}, told), list, more));
    remember();
  }

  return {
    element,
    close,
    /**
     * Shows a group.
     * @param {(offset: number, signal: AbortSignal) => Promise<{title: string, below: string, told?: string,
     *   total: number, data: object[], lineOf: (parcel: object) => string}>} ask returns the rows from an offset on, and
     *   the line below the name of each
     */
    async show(ask, focus = true) {
      current.abort();
      current = new AbortController();
      const mine = current.signal;
      element.hidden = false;
      put(element, head('Loading …'));
      const focusHead = () => focus && element.querySelector('h2').focus();
      focusHead();
      try {
        const answer = await ask(0, mine);
        if (mine.aborted) return;
        draw(answer, ask, mine);
      } catch (failure) {
        if (mine.aborted) return;
        if (failure.code === undefined) console.error(failure);
        const what = failure.code === undefined ? 'These parcels could not be shown.' : advice(failure);
        const again = h('button', { type: 'button', onclick: () => this.show(ask) }, 'Try again');
        put(
          element,
          head('Nothing to show'),
          h('div', { class: 'body' }, h('p', { class: 'problem', role: 'alert' }, what), again),
        );
      }
      focusHead();
    },
  };
}

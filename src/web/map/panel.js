import { advice } from '../api.js';
import { h, put } from '../dom.js';
import { assessments } from './assessments-part.js';
import { callList } from './calls.js';
import { comparison } from './comparison.js';
import { nameOf } from './list.js';
import * as parts from './parts.js';
import { value } from './value-part.js';

const pathOf = (id) => `/parcels/${encodeURIComponent(id).replaceAll('%3A', ':')}`;

/**
 * The panel of one parcel; a sheet on a phone.
 * @param {object} listeners `keep` keeps a parcel for comparison or clears it with null, `kept` returns it, `found` gets the
 *   parcel once it is known, `around` returns the others in its place
 */
export function parcelPanel({ found, around, open, showOwner, kept, keep, closed }, signal) {
  const element = h('section', { class: 'map-panel', 'aria-label': 'Parcel', hidden: true });
  const beside = h('div', {});
  const top = h('div', {});
  let current = new AbortController();
  let shown = null;
  signal.addEventListener('abort', () => current.abort());
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });

  function close() {
    current.abort();
    shown = null;
    element.hidden = true;
    put(element);
    closed();
  }

  const closeButton = () =>
    h('button', { type: 'button', class: 'close', 'aria-label': 'Close the parcel', onclick: close }, '×');

  function head(title, below) {
    return h(
      'header',
      {},
      h('div', {}, h('h2', { tabindex: '-1' }, title), below && h('p', { class: 'quiet' }, below)),
      closeButton(),
    );
  }

  function refresh() {
    if (shown) put(beside, parts.samePlace(around(shown), open));
  }

  /** Shows the parcel's record, next to the one kept for comparison, if any. */
  function compare() {
    if (!shown) return;
    const parcel = shown;
    const other = kept();
    const isBeside = other !== null && other.id !== parcel.id;
    element.classList.toggle('wide', isBeside);
    const stop = () => {
      keep(null);
      element.querySelector('h2').focus();
    };
    const button = (label, act) => h('button', { type: 'button', class: 'small', onclick: act }, label);
    if (isBeside) return put(top, comparison(other, parcel, stop));
    put(
      top,
      parts.summary(parcel),
      h(
        'p',
        { class: 'row keeps', role: 'status' },
        other
          ? ['Open another parcel to see it beside this one.', button('Stop comparing', stop)]
          : button('Compare', () => keep(parcel)),
      ),
    );
  }

  function draw(parcel, calls, mine) {
    shown = parcel;
    refresh();
    compare();
    const ask = (part) => calls.ask(`${pathOf(parcel.id)}${part}`, mine);
    const where = `${parcel.county_name}, ${parcel.state}`;
    const records = [
      parts.owner(parcel.id, ask, open, showOwner, mine),
      parts.deeds(ask, mine),
      parts.permits(ask, mine),
      parts.risks(ask, mine),
      assessments(ask, mine),
    ];
    put(
      element,
      head(nameOf(parcel), where),
      h(
        'div',
        { class: 'body' },
        top,
        beside,
        value(ask, open, mine),
        records,
        parts.score(parcel),
        calls.element,
      ),
    );
  }

  return {
    element,
    close,
    refresh,
    compare,
    /** Shows a parcel. With `focus`, as when the user opens it, the panel takes the focus. */
    async show(id, focus = true) {
      current.abort();
      current = new AbortController();
      shown = null;
      const mine = current.signal;
      const calls = callList('The calls behind this panel');
      element.hidden = false;
      put(element, head('Loading …'));
      element.scrollTop = 0;
      const focusHead = () => focus && element.querySelector('h2').focus();
      focusHead();
      try {
        const parcel = await calls.ask(pathOf(id), mine);
        if (mine.aborted) return;
        draw(parcel, calls, mine);
        focusHead();
        found(parcel);
      } catch (failure) {
        if (mine.aborted) return;
        if (failure.code === undefined) console.error(failure);
        const what = failure.code === undefined ? 'This parcel could not be shown.' : advice(failure);
        const again = h('button', { type: 'button', onclick: () => this.show(id) }, 'Try again');
        put(
          element,
          head('No parcel to show'),
          h('div', { class: 'body' }, h('p', { class: 'problem', role: 'alert' }, what), again),
        );
        focusHead();
      }
    },
  };
}

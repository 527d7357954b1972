import { advice } from '../api.js';
import { h, put } from '../dom.js';

/**
 * A part of the panel that loads its own content. If that fails, it shows the failure and a button to try again.
 * @param {(answer: never) => (Node | string | null | false)[]} draw
 */
export function askedSection(title, ask, draw, signal) {
  const body = h('div', {});
  async function load() {
    put(body, h('p', { class: 'quiet' }, 'Loading …'));
    try {
      const answer = await ask();
      if (!signal.aborted) put(body, ...draw(answer));
    } catch (failure) {
      if (signal.aborted) return;
      if (failure.code === undefined) console.error(failure);
      const what = failure.code === undefined ? 'This could not be shown.' : advice(failure);
      const again = h('button', { type: 'button', class: 'small', onclick: load }, 'Try again');
      put(body, h('p', { class: 'problem', role: 'alert' }, what), again);
    }
  }
  void load();
  return h('section', {}, h('h3', {}, title), body);
}

/** A list that shows the first few items, and the rest after a click. */
export function shortList(items, few, draw, className) {
  const list = h('ul', { class: className }, items.slice(0, few).map(draw));
  if (items.length <= few) return [list];
  const more = h('button', { type: 'button', class: 'small', onclick: showAll }, `Show all ${items.length}`);
  function showAll() {
    list.append(...items.slice(few).map(draw));
    more.remove();
    const next = list.children[few];
    (next.querySelector('button') ?? next).focus();
  }
  return [list, more];
}

/** Names and values in two columns; unknown ones are left out. */
export function facts(pairs) {
  const known = pairs.filter(([, value]) => value !== null && value !== undefined);
  return h(
    'dl',
    { class: 'facts' },
    known.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
  );
}

/** A bar for a share from 0 to 1. */
export const bar = (share) =>
  h(
    'span',
    { class: 'bar', 'aria-hidden': 'true' },
    h('span', { style: `width:${Math.round(Math.min(1, Math.max(0, share)) * 100)}%` }),
  );

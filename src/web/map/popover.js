import { h } from '../dom.js';

/** Pixels between a popover and the window's edge or its button. */
const GAP = 8;
const WIDTH = 320;

/**
 * A button and the form that it opens below itself. The browser closes the form on Escape and on a click elsewhere, and
 * returns the focus to the button.
 * @param {{id: string, name: string, done?: boolean}} how `name` is the form's name for screen readers; `done: false` leaves
 *   out the button that closes it
 */
export function popover({ id, name, done = true }, ...content) {
  const form = h(
    'div',
    { id, class: 'popover', popover: '', role: 'dialog', 'aria-label': name },
    ...content,
    done &&
      h(
        'button',
        { type: 'button', class: 'primary done', popovertarget: id, popovertargetaction: 'hide' },
        'Done',
      ),
  );
  const button = h('button', { type: 'button', class: 'chip opens', popovertarget: id });
  form.addEventListener('beforetoggle', ({ newState }) => {
    if (newState !== 'open') return;
    const { left, bottom } = button.getBoundingClientRect();
    const last = innerWidth - Math.min(WIDTH, innerWidth - 2 * GAP) - GAP;
    form.style.left = `${Math.max(GAP, Math.min(left, last))}px`;
    form.style.top = `${bottom + GAP}px`;
    form.style.maxHeight = `${innerHeight - bottom - 2 * GAP}px`;
  });
  // The event arrives a moment after the form has opened: by then, the user may already be in another field.
  form.addEventListener('toggle', ({ newState }) => {
    if (newState === 'open' && !form.contains(document.activeElement))
      form.querySelector('input, select, button')?.focus();
  });
  return { button, form };
}

import { h } from '../dom.js';

/** Pixels between a popover and the window's edge or its button. */
const GAP = 8;
const WIDTH = 320;

/**
 * A button and the form that it opens below itself. The browser closes it on Escape and on a click elsewhere, and gives
 * the focus back to the button.
 * @param {{id: string, name: string, className?: string}} how `name` is what screen readers call the form
 */
export function popover({ id, name, className = 'chip' }, ...content) {
  const form = h(
    'div',
    { id, class: 'popover', popover: '', role: 'dialog', 'aria-label': name },
    ...content,
    h(
      'button',
      { type: 'button', class: 'primary done', popovertarget: id, popovertargetaction: 'hide' },
      'Done',
    ),
  );
  const button = h('button', { type: 'button', class: `${className} opens`, popovertarget: id });
  form.addEventListener('beforetoggle', ({ newState }) => {
    if (newState !== 'open') return;
    const { left, bottom } = button.getBoundingClientRect();
    const last = innerWidth - Math.min(WIDTH, innerWidth - 2 * GAP) - GAP;
    form.style.left = `${Math.max(GAP, Math.min(left, last))}px`;
    form.style.top = `${bottom + GAP}px`;
    form.style.maxHeight = `${innerHeight - bottom - 2 * GAP}px`;
  });
  form.addEventListener('toggle', ({ newState }) => {
    if (newState === 'open') form.querySelector('input, select')?.focus();
  });
  return { button, form };
}

import { h } from '../dom.js';

/** An input under its label, with a hint below it if there is one. The input has this id. */
export const field = (id, label, input, hint) =>
  h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    input,
    hint !== undefined && h('p', { class: 'hint quiet', id: `${id}-hint` }, hint),
  );

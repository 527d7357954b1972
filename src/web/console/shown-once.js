import { copyButton } from '../copy.js';
import { h } from '../dom.js';

/**
 * A secret that is shown only once. It stays until dismissed.
 * @param {{title: string, words: (Node | string | null)[], secret: string, copy: string, more?: Node | null}} what
 *   `copy` is the label of the button that copies it
 */
export function shownOnce({ title, words, secret, copy, more = null }, onStored) {
  const panel = h(
    'section',
    { class: 'card secret', 'aria-label': title, tabindex: -1 },
    h('h3', {}, title),
    h('p', {}, h('strong', {}, 'It is shown only once. '), words),
    h(
      'div',
      { class: 'row' },
      h('code', { class: 'secret-text' }, secret),
      copyButton(copy, () => secret, null),
    ),
    more,
    h(
      'div',
      { class: 'row' },
      h(
        'button',
        {
          type: 'button',
          class: 'primary',
          onclick: () => {
            panel.remove();
            onStored();
          },
        },
        'I have stored it',
      ),
    ),
  );
  return panel;
}

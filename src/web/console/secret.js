import { h } from '../dom.js';
import { copyButton } from './copy.js';

/** The secret of a new endpoint, which is known only now. It stays until it is put away on purpose. */
export function secretPanel({ url, secret }, onStored) {
  const panel = h(
    'section',
    { class: 'card secret', 'aria-labelledby': 'secret-title', tabindex: -1 },
    h('h3', { id: 'secret-title' }, 'Keep this signing secret now'),
    h(
      'p',
      {},
      h('strong', {}, 'It is shown this once. '),
      'Nobody can show it again: store it where the receiver at ',
      h('span', { class: 'address' }, url),
      ' reads it. Lost, a new endpoint must be created.',
    ),
    h(
      'div',
      { class: 'row' },
      h('code', { class: 'secret-text' }, secret),
      copyButton(() => secret, 'Copy the secret'),
    ),
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

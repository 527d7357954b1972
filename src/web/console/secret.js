import { copyButton } from '../copy.js';
import { h } from '../dom.js';

const SHOWN = 10;

/** null when all watched ids are of loaded parcels. */
function unmatchedNote(ids) {
  if (ids.length === 0) return null;
  const what = ids.length === 1 ? 'this id' : `these ${ids.length} ids`;
  return h(
    'p',
    { class: 'unmatched' },
    h('strong', {}, `No loaded parcel has ${what}: `),
    ids.slice(0, SHOWN).join(', '),
    ids.length > SHOWN ? ' …' : '',
    '. Look whether they are misspelled; they are watched all the same.',
  );
}

/** A new secret of an endpoint, which is shown only now, and its unknown ids. It stays until it is dismissed. */
export function secretPanel({ url, secret, unmatched }, onStored) {
  const panel = h(
    'section',
    { class: 'card secret', 'aria-labelledby': 'secret-title', tabindex: -1 },
    h('h3', { id: 'secret-title' }, 'Keep this signing secret now'),
    h(
      'p',
      {},
      h('strong', {}, 'It is shown only once. '),
      'It cannot be shown again: store it where the receiver at ',
      h('span', { class: 'address' }, url),
      ' reads it. Lost, it must be rotated.',
    ),
    h(
      'div',
      { class: 'row' },
      h('code', { class: 'secret-text' }, secret),
      copyButton('Copy the secret', () => secret, null),
    ),
    unmatchedNote(unmatched),
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

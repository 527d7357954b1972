import { h } from '../dom.js';
import { shownOnce } from './shown-once.js';

const SHOWN = 10;

/** A note about ids without a loaded parcel; null when there are none. */
function unmatchedNote(ids) {
  if (ids.length === 0) return null;
  const what = ids.length === 1 ? 'this id' : `these ${ids.length} ids`;
  return h(
    'p',
    { class: 'unmatched' },
    h('strong', {}, `No loaded parcel has ${what}: `),
    ids.slice(0, SHOWN).join(', '),
    ids.length > SHOWN ? ' …' : '',
    '. Check their spelling; they are watched in any case.',
  );
}

/** An endpoint's new secret, which is shown only this once, and its unknown ids. */
export const secretPanel = ({ url, secret, unmatched }, onStored) =>
  shownOnce(
    {
      title: 'Keep this signing secret now',
      words: [
        'It cannot be shown again: store it where the receiver at ',
        h('span', { class: 'address' }, url),
        ' reads it. If it is lost, create a new endpoint.',
      ],
      secret,
      copy: 'Copy the secret',
      more: unmatchedNote(unmatched),
    },
    onStored,
  );

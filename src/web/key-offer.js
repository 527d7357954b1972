import { confirmed } from './confirm.js';
import { changeKey, currentKey, shown } from './session.js';

/** Asks whether to use a key from the address, and uses it after confirmation. */
export async function offerKey(given) {
  const key = currentKey();
  if (given === key) return;
  const replaced = key === null ? '' : ` It replaces the key in use (${shown(key)}).`;
  const wanted = await confirmed({
    title: 'Use the key of this link?',
    text:
      `The address that you opened holds an API key (${shown(given)}). With it, these pages act for the account of ` +
      `that key: what you ask counts there, and its holder sees the webhooks that you create.${replaced} Use it only if you ` +
      'know where the link came from.',
    yes: 'Use this key',
    no: 'Do not use it',
    kind: 'primary',
  });
  if (wanted) changeKey(given);
}

import { h, put } from '../dom.js';
import { count } from '../format.js';
import { isUsable, keyCard } from './key-card.js';
import { keyForm } from './key-form.js';
import { keyedList } from './keyed-list.js';
import { shownOnce } from './shown-once.js';
import { when } from './when.js';

const oldKey = (until) =>
  Date.parse(until) > Date.now() ? ` The old key works until ${when(until)}.` : ' The old key has ended.';

/** The account's keys, and the form for a new one if the key in use manages them. */
export function keysPanel({ onFailure, onChanged, signal }) {
  const secrets = h('div', {});
  const alone = h('p', { class: 'quiet', hidden: true });
  const list = h('ul', { class: 'endpoints', 'aria-label': 'API keys' });
  const place = h('div', { id: 'new-key-place', hidden: true });
  const add = h('button', {
    type: 'button',
    class: 'primary',
    hidden: true,
    'aria-controls': 'new-key-place',
    onclick: () => openForm(place.hidden),
  });
  const ended = h('button', { type: 'button', hidden: true, onclick: toggleEnded });
  let withEnded = false;
  let latest = [];

  const own = () => latest.find(({ is_caller }) => is_caller);
  const manages = () => own()?.is_admin === true && own().replaced_by === null;
  const showList = keyedList(list, (key) =>
    keyCard(key, { manages: manages(), onFailure, onChanged, onKey, signal }),
  );

  function openForm(wanted) {
    place.hidden = !wanted;
    add.setAttribute('aria-expanded', String(wanted));
    put(add, wanted ? 'Close the form' : 'New key');
    add.classList.toggle('primary', !wanted);
    if (!wanted) return put(place);
    const form = keyForm({ scopes: own().scopes, onCreated, onFailure, signal });
    put(place, form.element);
    form.focus();
  }

  function onKey({ key, name, old_key_expires_at: until }) {
    const panel = shownOnce(
      {
        title: `Keep the key “${name}” now`,
        words: [
          'Only its hash is stored: put it where your program reads it. If it is lost, rotate it.',
          until ? oldKey(until) : '',
        ],
        secret: key,
        copy: 'Copy the key',
      },
      () => add.focus(),
    );
    secrets.prepend(panel);
    panel.focus();
    panel.scrollIntoView({ block: 'nearest' });
  }

  function onCreated(answer) {
    openForm(false);
    onKey(answer);
    onChanged();
  }

  function toggleEnded() {
    withEnded = !withEnded;
    draw();
  }

  function draw() {
    const gone = latest.filter((key) => !isUsable(key));
    add.hidden = !manages();
    alone.hidden = manages();
    const why = own()?.is_admin ? 'was replaced: its successor manages' : 'does not manage';
    put(alone, `This key ${why} the keys of its account. It sees only itself.`);
    showList([...latest.filter(isUsable), ...(withEnded ? gone : [])]);
    ended.hidden = gone.length === 0;
    put(ended, withEnded ? 'Hide keys that have ended' : `Show ${count(gone.length)} that have ended`);
  }

  openForm(false);
  const element = h(
    'section',
    { 'aria-labelledby': 'keys-title' },
    h('div', { class: 'row spread' }, h('h2', { id: 'keys-title' }, 'API keys'), add),
    h('div', { class: 'card-place' }, place),
    secrets,
    alone,
    list,
    ended,
  );
  return {
    element,
    /** @param keys those of GET /keys */
    show(keys) {
      latest = keys;
      draw();
    },
  };
}

import { count } from '../format.js';
import { html, useContext, useRef, useState } from '../html.js';
import { Account } from './account.js';
import { isUsable, KeyCard } from './key-card.js';
import { KeyForm } from './key-form.js';
import { ShownOnce } from './shown-once.js';
import { when } from './when.js';

const oldKey = (until) =>
  Date.parse(until) > Date.now() ? ` The old key works until ${when(until)}.` : ' The old key has ended.';

const NewKey = ({ answer: { key, name, old_key_expires_at: until }, onStored }) => html`
  <${ShownOnce} title="Keep the key “${name}” now"
    words=${`Only its hash is stored: put it where your program reads it. If it is lost, rotate it.${until ? oldKey(until) : ''}`}
    secret=${key} copy="Copy the key" onStored=${onStored} />
`;

/**
 * The account's keys, and the form for a new one if the key in use manages them.
 * @param props.keys those of GET /keys
 */
export function Keys({ keys }) {
  const { refresh } = useContext(Account);
  const add = useRef();
  const [isOpen, setOpen] = useState(false);
  const [withEnded, setWithEnded] = useState(false);
  /** Answers with new keys, the latest first. */
  const [made, setMade] = useState([]);
  const own = keys.find(({ is_caller }) => is_caller);
  const manages = own.is_admin && own.replaced_by === null;
  const gone = keys.filter((key) => !isUsable(key));
  const shown = [...keys.filter(isUsable), ...(withEnded ? gone : [])];
  const onKey = (answer) => setMade((others) => [answer, ...others]);

  function onCreated(answer) {
    setOpen(false);
    onKey(answer);
    refresh();
  }

  function store(answer) {
    setMade((all) => all.filter((one) => one !== answer));
    add.current.focus();
  }

  return html`
    <section aria-labelledby="keys-title">
      <div class="row spread">
        <h2 id="keys-title">API keys</h2>
        <button type="button" ref=${add} class=${isOpen ? '' : 'primary'} hidden=${!manages}
          aria-controls="new-key-place" aria-expanded=${String(isOpen)} onclick=${() => setOpen(!isOpen)}>
          ${isOpen ? 'Close the form' : 'New key'}
        </button>
      </div>
      <div class="card-place">
        <div id="new-key-place" hidden=${!isOpen}>
          ${isOpen && html`<${KeyForm} scopes=${own.scopes} onCreated=${onCreated} />`}
        </div>
      </div>
      <div>
        ${made.map((answer) => html`<${NewKey} key=${answer.key} answer=${answer} onStored=${() => store(answer)} />`)}
      </div>
      <p class="quiet" hidden=${manages}>
        This key ${own.is_admin ? 'was replaced: its successor manages' : 'does not manage'} the keys of its account. It sees
        only itself.
      </p>
      <ul class="endpoints" aria-label="API keys">
        ${shown.map((record) => html`<${KeyCard} key=${record.id} ...${{ record, manages, onKey }} />`)}
      </ul>
      <button type="button" hidden=${gone.length === 0} onclick=${() => setWithEnded(!withEnded)}>
        ${withEnded ? 'Hide keys that have ended' : `Show ${count(gone.length)} that have ended`}
      </button>
    </section>
  `;
}

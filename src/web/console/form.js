import { advice } from '../api.js';
import { useSubmit } from '../asked.js';
import { CopyButton } from '../copy.js';
import { html, useContext, useLayoutEffect, useRef } from '../html.js';
import { Account } from './account.js';

/** An input under its label, with a hint below it if there is one. The input has this id. */
export const Field = ({ id, label, hint, hidden, problem, children }) => html`
  <div class="field" hidden=${hidden}>
    <label for=${id}>${label}</label>
    ${children}
    ${hint !== undefined && html`<p class="hint quiet" id="${id}-hint">${hint}</p>`}
    ${problem}
  </div>
`;

/** A radio button or a checkbox with its words; `attributes` are those of the input. */
export const Choice = ({ children, ...attributes }) => html`
  <label class="choice"><input ...${attributes} /><span>${children}</span></label>
`;

/** The heading of a section, with a button that opens the form below it. */
export const FormPlace = ({ id, title, label, hidden, isOpen, setOpen, children }) => html`
  <div class="row spread">
    <h2 id="${id}s-title">${title}</h2>
    <button type="button" class=${isOpen ? '' : 'primary'} hidden=${hidden} aria-expanded=${String(isOpen)}
      aria-controls="new-${id}-place" onclick=${() => setOpen(!isOpen)}>
      ${isOpen ? 'Close the form' : label}
    </button>
  </div>
  <div class="card-place"><div id="new-${id}-place" hidden=${!isOpen}>${isOpen && children}</div></div>
`;

/**
 * As a hook: a form whose values go to the API. What it refuses with one of the `statuses` is shown next to the input that
 * `nameOf(message, values)` names. Returns the `attributes` of the form; `field(name, label, attributes)`, an input or another
 * element `as` one, with an id that begins with the form's; and of other inputs the `marks(name)` and the `problem(name)`, or,
 * without a name, what is about none.
 */
export function useForm({ id, statuses, nameOf, send }) {
  const { isHandled } = useContext(Account);
  const form = useRef();
  const { submit, busy, failure } = useSubmit(send, isHandled);
  useLayoutEffect(() => form.current.querySelector('[aria-invalid]')?.focus(), [failure]);
  const isAbout = failure !== null && statuses.includes(failure.status);
  const wrong = (isAbout && nameOf(failure.message, new FormData(form.current))) || null;
  const marks = (name) =>
    name === wrong ? { 'aria-invalid': 'true', 'aria-errormessage': `${id}-problem` } : {};
  const problem = (name = null) =>
    name === wrong &&
    html`<p class="problem" role="alert" id="${id}-problem">${failure && advice(failure)}</p>`;
  function field(name, label, { as = 'input', hint, hidden, ...attributes }) {
    const own = `${id}-${name}`;
    const described = hint === undefined ? null : `${own}-hint`;
    return html`
      <${Field} id=${own} ...${{ label, hint, hidden, problem: problem(name) }}>
        <${as} id=${own} name=${name} aria-describedby=${described} ...${attributes} ...${marks(name)} />
      </>
    `;
  }
  return { attributes: { ref: form, onsubmit: submit, novalidate: true }, busy, marks, problem, field };
}

/** A secret that is shown only once, until its reader says that it is stored. It gets the focus. */
export function ShownOnce({ title, words, secret, copy, more, onStored }) {
  const panel = useRef();
  useLayoutEffect(() => {
    panel.current.focus();
    panel.current.scrollIntoView({ block: 'nearest' });
  }, []);
  return html`
    <section class="card secret" aria-label=${title} tabindex="-1" ref=${panel}>
      <h3>${title}</h3>
      <p><strong>It is shown only once. </strong>${words}</p>
      <div class="row">
        <code class="secret-text">${secret}</code>
        <${CopyButton} label=${copy} text=${() => secret} class=${null} />
      </div>
      ${more}
      <div class="row"><button type="button" class="primary" onclick=${onStored}>I have stored it</button></div>
    </section>
  `;
}

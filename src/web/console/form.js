import { advice } from '../api.js';
import { html, useContext, useLayoutEffect, useRef } from '../html.js';
import { useSubmit } from '../submit.js';
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

/**
 * As a hook: a form whose values go to the API. What it refuses is shown next to the input that it names.
 * @param {{id: string, statuses: number[], nameOf(message: string, values: FormData): string | undefined,
 *   send(values: FormData): Promise<void>}} options `id` is that of the problem; `statuses` are those of answers about an
 *   input; `nameOf` returns the input's name
 * @returns {{attributes: object, busy: boolean, marks(name: string): object, problem(name?: string): View}} `attributes`
 *   are the form's; `marks` are those of an input; `problem` is the words about an input, or about none
 */
export function useForm({ id, statuses, nameOf, send }) {
  const { isHandled } = useContext(Account);
  const form = useRef();
  const { submit, busy, failure } = useSubmit(send, isHandled);
  useLayoutEffect(() => form.current.querySelector('[aria-invalid]')?.focus(), [failure]);
  const isAbout = failure !== null && statuses.includes(failure.status);
  const name = (isAbout && nameOf(failure.message, new FormData(form.current))) || null;
  return {
    attributes: { ref: form, onsubmit: submit, novalidate: true },
    busy,
    marks: (of) => (of === name ? { 'aria-invalid': 'true', 'aria-errormessage': id } : {}),
    problem: (of = null) =>
      of === name && html`<p class="problem" role="alert" id=${id}>${failure && advice(failure)}</p>`,
  };
}

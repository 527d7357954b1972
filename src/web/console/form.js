import { advice } from '../api.js';
import { html, useContext, useLayoutEffect, useRef, useState } from '../html.js';
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
 * @param {{id: string, statuses: number[],
 *   nameOf(message: string, values: FormData): string | undefined, send(values: FormData): Promise<void>}} options `id` is
 *   that of the problem; `statuses` are those of answers about an input; `nameOf` returns the input's name
 * @returns {{attributes: object, busy: boolean, submit(): Promise<void>, marks(name: string): object,
 *   problem(name?: string): View}} `attributes` are the form's; `marks` are those of an input; `problem` is the words about an input, or about none
 */
export function useForm({ id, statuses, nameOf, send }) {
  const { isHandled } = useContext(Account);
  const form = useRef();
  const [busy, setBusy] = useState(false);
  const [{ failure, name }, setRefused] = useState({ failure: null, name: null });
  useLayoutEffect(() => form.current.querySelector('[aria-invalid]')?.focus(), [failure]);

  async function submit(event) {
    event?.preventDefault();
    setRefused({ failure: null, name: null });
    setBusy(true);
    const values = new FormData(form.current);
    try {
      await send(values);
    } catch (failure) {
      const named = statuses.includes(failure.status) ? (nameOf(failure.message, values) ?? null) : null;
      if (!isHandled(failure)) setRefused({ failure, name: named });
    } finally {
      setBusy(false);
    }
  }

  return {
    attributes: { ref: form, onsubmit: submit, novalidate: true },
    busy,
    submit,
    marks: (of) => (of === name ? { 'aria-invalid': 'true', 'aria-errormessage': id } : {}),
    problem: (of = null) =>
      of === name && html`<p class="problem" role="alert" id=${id}>${failure && advice(failure)}</p>`,
  };
}

import { advice } from '../api.js';
import { h, put } from '../dom.js';

/**
 * What the API refused in a form, shown next to the input that it names.
 * @param {{id: string, statuses: number[], inputOf(message: string): HTMLElement | null}} options `statuses` are those of
 *   answers about an input
 * @returns `element` shows problems that are not about an input
 */
export function formProblem({ id, statuses, inputOf }) {
  const problem = h('p', { class: 'problem', role: 'alert', id });
  const element = h('div', {}, problem);
  let marked = null;
  return {
    element,
    clear() {
      put(problem);
      marked?.removeAttribute('aria-invalid');
      marked?.removeAttribute('aria-errormessage');
      marked = null;
    },
    show(failure) {
      marked = statuses.includes(failure.status) ? (inputOf(failure.message) ?? null) : null;
      (marked?.closest('.field, fieldset') ?? element).append(problem);
      put(problem, advice(failure));
      marked?.setAttribute('aria-invalid', 'true');
      marked?.setAttribute('aria-errormessage', id);
      marked?.focus();
    },
  };
}

import { api } from '../api.js';
import { EVENT_TYPES } from '../catalog.js';
import { h } from '../dom.js';
import { filterFields } from './filter-fields.js';
import { formProblem } from './form-problem.js';

/**
 * The form that creates an endpoint.
 * @param {{onSaved(answer: object): void, onFailure(failure: Error): boolean, signal: AbortSignal}} options
 *   `onSaved` gets the API's answer; `onFailure` returns whether it has handled the failure.
 */
export function endpointForm({ onSaved, onFailure, signal }) {
  const url = h('input', {
    id: 'new-url',
    type: 'text',
    inputmode: 'url',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'https://example.com/hooks/terrier',
    'aria-describedby': 'new-url-hint',
  });
  const events = EVENT_TYPES.map(({ type, summary }) => {
    const box = h('input', { type: 'checkbox', name: 'event_types', value: type, checked: true });
    return {
      box,
      label: h(
        'label',
        { class: 'choice' },
        box,
        h('span', {}, h('code', {}, type), ' ', h('span', { class: 'quiet' }, summary)),
      ),
    };
  });
  const filter = filterFields();
  const description = h('input', { id: 'new-description', maxlength: 500, autocomplete: 'off' });
  const button = h('button', { type: 'submit', class: 'primary' }, 'Create the endpoint');

  function inputOf(message) {
    if (message.startsWith('url')) return url;
    if (message.startsWith('event_types')) return events[0].box;
    if (message.startsWith('filter_')) return filter.inputOf(message);
    return message.startsWith('description') ? description : null;
  }

  const problem = formProblem({ id: 'new-problem', statuses: [400, 422], inputOf });

  async function submit(event) {
    event.preventDefault();
    problem.clear();
    button.disabled = true;
    const note = description.value.trim();
    const body = {
      url: url.value.trim(),
      event_types: events.filter(({ box }) => box.checked).map(({ box }) => box.value),
      ...filter.read(),
      ...(note && { description: note }),
    };
    try {
      onSaved(await api('/webhooks', { body, signal }));
    } catch (failure) {
      if (failure.name !== 'AbortError' && !onFailure(failure)) problem.show(failure);
    } finally {
      button.disabled = false;
    }
  }

  const form = h(
    'form',
    { class: 'new-endpoint', id: 'new-endpoint', onsubmit: submit, novalidate: true },
    h(
      'div',
      { class: 'field' },
      h('label', { for: 'new-url' }, 'Address'),
      url,
      h(
        'p',
        { class: 'hint quiet', id: 'new-url-hint' },
        'https, on public addresses. On your own machine ',
        h('code', {}, 'terrier listen'),
        ' receives on http://127.0.0.1:4000/',
      ),
    ),
    h(
      'fieldset',
      {},
      h('legend', {}, 'Events to send'),
      h(
        'div',
        { class: 'choices' },
        events.map(({ label }) => label),
      ),
    ),
    filter.element,
    h(
      'div',
      { class: 'field' },
      h('label', { for: 'new-description' }, 'Description (optional)'),
      description,
    ),
    problem.element,
    h('div', { class: 'row' }, button),
  );
  return { element: form, focus: () => url.focus() };
}

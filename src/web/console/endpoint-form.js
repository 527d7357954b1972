import { api } from '../api.js';
import { EVENT_TYPES } from '../catalogue.js';
import { h } from '../dom.js';
import { filterFields } from './filter-fields.js';
import { formProblem } from './form-problem.js';

/**
 * The form that creates an endpoint, or changes one.
 * @param {object | null} endpoint the one to change, as it is.
 * @param {{onSaved(answer: object): void, onFailure(failure: Error): boolean, signal: AbortSignal}} options
 *   `onSaved` gets the API's answer; `onFailure` returns whether it has handled the failure.
 */
export function endpointForm(endpoint, { onSaved, onFailure, signal }) {
  const prefix = endpoint?.id ?? 'new';
  const url = h('input', {
    id: `${prefix}-url`,
    type: 'text',
    value: endpoint?.url ?? '',
    inputmode: 'url',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'https://example.com/hooks/terrier',
    'aria-describedby': `${prefix}-url-hint`,
  });
  const events = EVENT_TYPES.map(({ type, summary }) => {
    const checked = endpoint?.event_types.includes(type) ?? true;
    const box = h('input', { type: 'checkbox', name: 'event_types', value: type, checked });
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
  const filter = filterFields(prefix, endpoint ?? undefined);
  const description = h('input', {
    id: `${prefix}-description`,
    value: endpoint?.description ?? '',
    maxlength: 500,
    autocomplete: 'off',
  });
  const button = h(
    'button',
    { type: 'submit', class: 'primary' },
    endpoint ? 'Save the changes' : 'Create the endpoint',
  );

  function inputOf(message) {
    if (message.startsWith('url')) return url;
    if (message.startsWith('event_types')) return events[0].box;
    if (message.startsWith('filter_')) return filter.inputOf(message);
    return message.startsWith('description') ? description : null;
  }

  const problem = formProblem({ id: `${prefix}-problem`, statuses: [400, 422], inputOf });

  async function submit(event) {
    event.preventDefault();
    problem.clear();
    button.disabled = true;
    const note = description.value.trim();
    const body = {
      url: url.value.trim(),
      event_types: events.filter(({ box }) => box.checked).map(({ box }) => box.value),
      ...filter.read(),
      ...(endpoint ? { description: note || null } : note && { description: note }),
    };
    try {
      const change = endpoint && { method: 'PATCH' };
      onSaved(await api(`/webhooks${endpoint ? `/${endpoint.id}` : ''}`, { ...change, body, signal }));
    } catch (failure) {
      if (failure.name !== 'AbortError' && !onFailure(failure)) problem.show(failure);
    } finally {
      button.disabled = false;
    }
  }

  const form = h(
    'form',
    { class: 'new-endpoint', id: `${prefix}-endpoint`, onsubmit: submit, novalidate: true },
    h(
      'div',
      { class: 'field' },
      h('label', { for: `${prefix}-url` }, 'Address'),
      url,
      h(
        'p',
        { class: 'hint quiet', id: `${prefix}-url-hint` },
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
      h('label', { for: `${prefix}-description` }, 'Description (optional)'),
      description,
    ),
    problem.element,
    h('div', { class: 'row' }, button),
  );
  return { element: form, focus: () => url.focus() };
}

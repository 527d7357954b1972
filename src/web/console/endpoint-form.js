import { api } from '../api.js';
import { EVENT_TYPES } from '../catalog.js';
import { focused, html, useLeaving } from '../html.js';
import { Choice, Field, useForm } from './form.js';
import { filterOf, WatchFields, watchNameOf } from './watch-fields.js';

const INPUTS = ['url', 'event_types', 'description'];

function bodyOf(values) {
  const description = values.get('description').trim();
  return {
    url: values.get('url').trim(),
    event_types: values.getAll('event_types'),
    ...filterOf(values),
    ...(description && { description }),
  };
}

/**
 * The form that creates an endpoint.
 * @param {{onCreated(answer: object): void}} props `onCreated` gets the API's answer
 */
export function EndpointForm({ onCreated }) {
  const signal = useLeaving();
  const { attributes, busy, marks, problem } = useForm({
    id: 'new-problem',
    statuses: [400, 422],
    nameOf: (message, values) =>
      message.startsWith('filter_')
        ? watchNameOf(message, values.get('kind'))
        : INPUTS.find((name) => message.startsWith(name)),
    send: async (values) => onCreated(await api('/webhooks', { body: bodyOf(values), signal })),
  });
  const event = ({ type, summary }, at) => html`
    <${Choice} type="checkbox" name="event_types" value=${type} defaultChecked ...${at === 0 && marks('event_types')}>
      <code>${type}</code> <span class="quiet">${summary}</span>
    </>
  `;
  return html`
    <form class="new-endpoint" id="new-endpoint" ...${attributes}>
      <div class="field">
        <label for="new-url">Address</label>
        <input id="new-url" name="url" ref=${focused} type="text" inputmode="url" autocomplete="off"
          spellcheck=${false} placeholder="https://example.com/hooks/terrier" aria-describedby="new-url-hint"
          ...${marks('url')} />
        <p class="hint quiet" id="new-url-hint">
          https, on public addresses. On your own machine <code>terrier listen</code> receives on http://127.0.0.1:4000/
        </p>
        ${problem('url')}
      </div>
      <fieldset>
        <legend>Events to send</legend>
        <div class="choices">${EVENT_TYPES.map(event)}</div>
        ${problem('event_types')}
      </fieldset>
      <${WatchFields} marks=${marks} problem=${problem} />
      <${Field} id="new-description" label="Description (optional)" problem=${problem('description')}>
        <input id="new-description" name="description" maxlength="500" autocomplete="off" ...${marks('description')} />
      </>
      <div>${problem()}</div>
      <div class="row"><button type="submit" class="primary" disabled=${busy}>Create the endpoint</button></div>
    </form>
  `;
}

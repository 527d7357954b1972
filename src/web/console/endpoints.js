import { h, put } from '../dom.js';
import { count } from '../format.js';
import { endpointCard } from './endpoint.js';
import { endpointForm } from './endpoint-form.js';
import { keyedList } from './keyed-list.js';
import { planOf } from './plan.js';
import { secretPanel } from './secret.js';

const SHOWN_AT_ONCE = 25;

const withoutWebhooks = (tier) =>
  h(
    'div',
    { class: 'no-webhooks' },
    h('h3', {}, `The ${planOf(tier)} plan has no webhooks`),
    h(
      'p',
      {},
      'The Developer plan has 50 endpoints and 100,000 events a day, the Team plan any number of endpoints and ' +
        '1,000,000 events a day. A key of such a plan creates endpoints here.',
    ),
    h(
      'button',
      { type: 'button', onclick: () => document.getElementById('key-button').click() },
      'Use another key',
    ),
  );

/** The account's endpoints, and the form for a new one. */
export function endpointsPanel({ onFailure, onChanged, signal }) {
  const secrets = h('div', {});
  const none = h('p', { class: 'quiet', hidden: true }, 'No endpoints yet.');
  const list = h('ul', { class: 'endpoints', 'aria-label': 'Webhook endpoints' });
  const more = h('button', { type: 'button', hidden: true, onclick: showMore }, '');
  const add = h(
    'button',
    {
      type: 'button',
      class: 'primary',
      'aria-expanded': 'false',
      'aria-controls': 'new-endpoint-place',
      onclick: () => openForm(place.hidden),
    },
    'New endpoint',
  );
  const place = h('div', { id: 'new-endpoint-place', hidden: true });
  const refused = h('div', {});
  const cards = new Map();
  /** New endpoints that an answer requested earlier does not include. */
  const created = [];
  let most = SHOWN_AT_ONCE;
  let latest = null;

  const showList = keyedList(list, (endpoint) => {
    const card = endpointCard(endpoint, { onFailure, onChanged, signal });
    cards.set(endpoint.id, card);
    return card;
  });

  function openForm(wanted) {
    place.hidden = !wanted;
    add.setAttribute('aria-expanded', String(wanted));
    put(add, wanted ? 'Close the form' : 'New endpoint');
    add.classList.toggle('primary', !wanted);
    none.hidden = wanted || latest.data.length > 0;
    if (!wanted) return put(place);
    const form = endpointForm({ onSaved: onCreated, onFailure, signal });
    put(place, form.element);
    form.focus();
  }

  function showSecret({ id, url }, secret, unmatched) {
    const panel = secretPanel({ url, secret, unmatched }, () =>
      cards.get(id)?.element.querySelector('button').focus(),
    );
    secrets.prepend(panel);
    panel.focus();
    panel.scrollIntoView({ block: 'nearest' });
  }

  function onCreated(answer) {
    openForm(false);
    const { secret, unmatched_parcel_ids: unmatched, ...endpoint } = answer;
    created.unshift(endpoint);
    latest = withCreated(latest);
    draw();
    cards.get(endpoint.id).open(true);
    showSecret(endpoint, secret, unmatched);
    onChanged();
  }

  function withCreated(answer) {
    const known = new Set(answer.data.map(({ id }) => id));
    return { ...answer, data: [...created.filter(({ id }) => !known.has(id)), ...answer.data] };
  }

  function showMore() {
    most += SHOWN_AT_ONCE;
    draw();
  }

  function draw() {
    const { data, quota, tier } = latest;
    const included = quota.endpoints.limit !== 0;
    add.hidden = !included;
    if (included) put(refused);
    else if (refused.childElementCount === 0) put(refused, withoutWebhooks(tier));
    none.hidden = data.length > 0 || !included || !place.hidden;
    showList(data.slice(0, most));
    more.hidden = data.length <= most;
    put(more, `Show more: ${count(data.length - most)} are left`);
  }

  const element = h(
    'section',
    { 'aria-labelledby': 'endpoints-title' },
    h('div', { class: 'row spread' }, h('h2', { id: 'endpoints-title' }, 'Webhook endpoints'), add),
    h('div', { class: 'card-place' }, place),
    secrets,
    refused,
    none,
    list,
    more,
  );
  return {
    element,
    /** @param answer of GET /webhooks */
    show(answer) {
      latest = withCreated(answer);
      draw();
    },
  };
}

import { h } from '../dom.js';
import { byTag } from './document.js';
import { routeOf } from './operation.js';

/** Every operation by tag, with a field that narrows the list. */
export function operationList(document, operations) {
  const descriptions = new Map((document.tags ?? []).map(({ name, description }) => [name, description]));
  const found = h('p', { class: 'quiet', role: 'status' });
  const rows = [];
  const row = (listed) => {
    const element = h(
      'li',
      {},
      h(
        'a',
        { class: 'ref-row', href: listed.address },
        h('span', { class: 'ref-route' }, routeOf(listed)),
        h('span', { class: 'quiet' }, listed.summary),
      ),
    );
    rows.push({
      element,
      words: `${listed.method} ${listed.path} ${listed.id} ${listed.summary} ${listed.tag}`.toLowerCase(),
    });
    return element;
  };
  const sections = byTag(operations).map(([tag, listed]) =>
    h(
      'section',
      {},
      h('h2', {}, tag),
      h('p', { class: 'quiet' }, descriptions.get(tag)),
      h('ul', { class: 'ref-list' }, listed.map(row)),
    ),
  );

  function narrow() {
    const wanted = input.value.toLowerCase().split(/\s+/);
    for (const { element, words } of rows) element.hidden = !wanted.every((word) => words.includes(word));
    for (const section of sections) section.hidden = section.querySelector('li:not([hidden])') === null;
    const count = rows.filter(({ element }) => !element.hidden).length;
    found.textContent =
      input.value.trim() === ''
        ? ''
        : count === 0
          ? 'No route has all of these words.'
          : `${count} of ${rows.length}`;
  }
  const input = h('input', { type: 'search', id: 'ref-filter', autocomplete: 'off', oninput: narrow });
  return h(
    'div',
    { class: 'ref-index' },
    h('h1', {}, 'API reference'),
    h(
      'p',
      {},
      'Every route, field and event, made from the schemas that check the requests: the same as ',
      h('a', { href: '/openapi.json' }, '/openapi.json'),
      '. Each has samples in curl, TypeScript and Python, and a form to send it.',
    ),
    h('label', { for: 'ref-filter' }, 'Find a route'),
    input,
    found,
    sections,
  );
}

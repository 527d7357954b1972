import { codeBlock } from '../docs/copy.js';
import { text } from '../docs/render.js';
import { h } from '../dom.js';
import { currentKey, onKey } from '../session.js';
import { answerBox } from './answer.js';
import { keyOf, needOf, resolved } from './document.js';
import { fieldHead, schemaFields } from './fields.js';
import { operationForm } from './form.js';
import { LANGUAGES } from './samples.js';
import { tabs } from './tabs.js';

const KEYS = {
  none: 'It takes no key.',
  optional: 'It answers without a key too, fewer times a month.',
  required: 'It needs a key.',
};

/** What a key needs, in words. */
function needed(operation) {
  const need = needOf(operation);
  if (need === 'admin') return 'A key must manage the keys of its account. ';
  return need === null ? '' : `A key must have the scope ${need}. `;
}

/** The method and path of an operation. */
export const routeOf = ({ method, path, isEvent }) =>
  isEvent
    ? [h('span', { class: 'ref-method ref-event' }, 'event'), ' ', h('code', {}, path)]
    : [h('span', { class: `ref-method ref-${method}` }, method.toUpperCase()), ' ', h('code', {}, path)];

const head = (listed) => [
  h('h1', { class: 'ref-route' }, routeOf(listed)),
  h('p', { class: 'lead' }, listed.summary),
  listed.operation.description && h('div', {}, text(listed.operation.description)),
];

const jsonBlock = (value, words) =>
  h('pre', { class: 'ref-code ref-long', tabindex: 0, 'aria-label': words }, JSON.stringify(value, null, 2));

function answers(document, { operation }) {
  const answer = ([status, given]) => {
    const { description, content = {} } = resolved(document, given);
    const isError = status.startsWith('4') || status.startsWith('5');
    return h(
      'li',
      {},
      h(
        'div',
        { class: 'ref-head' },
        h('span', { class: `badge ${isError ? 'bad' : 'good'}` }, status),
        ' ',
        description,
      ),
      !isError &&
        Object.entries(content).flatMap(([type, { schema, example }]) => [
          h('p', { class: 'quiet' }, type),
          schema && schemaFields(document, schema, 'Fields of the answer'),
          example !== undefined &&
            h(
              'details',
              { class: 'ref-more' },
              h('summary', {}, 'Example'),
              jsonBlock(example, `Example of ${type}`),
            ),
        ]),
    );
  };
  return h(
    'section',
    {},
    h('h2', {}, 'Answers'),
    h('ul', { class: 'ref-fields' }, Object.entries(operation.responses).map(answer)),
    h('p', {}, 'What to do about an error: ', h('a', { href: '/docs/errors' }, 'Errors'), '.'),
  );
}

/** An operation, with its form, its samples and its answers. */
function route(document, listed, signal) {
  const key = keyOf(listed.operation);
  let request = null;
  const sample = (language) => {
    const [, write] = LANGUAGES.find(([name]) => name === language);
    return codeBlock(write(request, location.origin), language);
  };
  const withKey = () => key === 'required' || (key === 'optional' && currentKey() !== null);
  const answer = answerBox(signal);
  const button = h('button', { type: 'submit', form: 'ref-form', class: 'primary' }, 'Send');
  let samples = null;

  function change(given) {
    button.disabled = given === null;
    if (given === null) return;
    request = { ...given, withKey: withKey() };
    samples?.redraw();
  }
  const form = operationForm(document, listed, change);
  form.element.addEventListener('submit', (event) => {
    event.preventDefault();
    void answer.ask(request);
  });
  form.change();
  samples = tabs(
    LANGUAGES.map(([name]) => name),
    'Samples',
    sample,
  );
  onKey(form.change, signal);
  return h(
    'article',
    { class: 'ref-operation' },
    h(
      'div',
      { class: 'ref-top' },
      head(listed),
      h(
        'p',
        { class: 'quiet' },
        KEYS[key],
        ' ',
        needed(listed.operation),
        h('a', { href: '/docs/authentication' }, 'Keys and limits'),
      ),
    ),
    h('div', { class: 'ref-asked' }, form.element),
    h(
      'section',
      { class: 'ref-tried', 'aria-label': 'Samples and answer' },
      samples.element,
      h('p', { class: 'row' }, button),
      answer.element,
    ),
    h('div', { class: 'ref-answers' }, answers(document, listed)),
  );
}

/** An event, as sent to an endpoint. */
function event(document, listed) {
  const { parameters = [], requestBody } = listed.operation;
  const [{ schema, example }] = Object.values(requestBody.content);
  const header = ({ name, description, schema, required, example }) =>
    h(
      'li',
      {},
      h('div', { class: 'ref-head' }, fieldHead(document, name, schema, required)),
      h('div', { class: 'ref-words' }, text(description)),
      h('code', { class: 'ref-example' }, example),
    );
  return h(
    'article',
    { class: 'ref-event-page' },
    head(listed),
    h(
      'p',
      {},
      'How to register an endpoint and check what arrives: ',
      h('a', { href: '/docs/webhooks' }, 'Webhooks'),
      '.',
    ),
    h('h2', {}, 'Body'),
    jsonBlock(example, 'Example of the body'),
    schemaFields(document, schema, 'Fields of the body'),
    h('h2', {}, 'Headers'),
    h('ul', { class: 'ref-fields' }, parameters.map(header)),
  );
}

/** The page of an operation. */
export const operationPage = (document, listed, signal) =>
  listed.isEvent ? event(document, listed) : route(document, listed, signal);

import { text } from '../docs/render.js';
import { h } from '../dom.js';
import { exampleOf, resolved } from './document.js';
import { fieldHead, schemaFields } from './fields.js';
import { typed } from './request.js';

const PLACES = { path: 'In the path', query: 'In the query', header: 'Headers' };

/** A field, filled in with `value`; the example only shows what it may contain. */
function inputOf({ schema, required, name }, example, id, value) {
  const choices = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : null);
  if (choices !== null) {
    const options = (required ? choices : ['', ...choices]).map((choice) =>
      h('option', { value: choice }, String(choice)),
    );
    return h('select', { id }, options);
  }
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return h('input', {
    id,
    name,
    autocomplete: 'off',
    spellcheck: 'false',
    inputmode: isNumber ? 'text' : null,
    placeholder: example === undefined ? null : String(example),
    value,
  });
}

function parameter(document, given, filledIn) {
  const { name, in: place, description, required } = given;
  const schema = resolved(document, given.schema ?? {});
  const id = `ref-${place}-${name}`;
  const example = exampleOf({ ...given, schema });
  const input = inputOf(
    { ...given, schema },
    example,
    id,
    filledIn ?? (required ? String(example ?? '') : ''),
  );
  const element = h(
    'li',
    {},
    h(
      'label',
      { class: 'ref-head', for: id },
      fieldHead(document, name, { description, ...schema }, required),
    ),
    description && h('div', { class: 'ref-words' }, text(description)),
    input,
  );
  return { name, place, element, read: () => (input.value === '' ? undefined : typed(input.value, schema)) };
}

function bodyField(document, { content, description, required }) {
  const [media] = Object.values(content);
  const input = h('textarea', {
    id: 'ref-body',
    spellcheck: 'false',
    rows: 12,
    class: 'ref-code',
    'aria-describedby': 'ref-body-problem',
  });
  const problem = h('p', { class: 'problem', id: 'ref-body-problem', role: 'alert' });
  input.value = JSON.stringify(media.example, null, 2) ?? '';
  input.rows = Math.min(26, Math.max(4, input.value.split('\n').length + 1));
  const element = h(
    'section',
    {},
    h('h2', {}, h('label', { for: 'ref-body' }, 'Body')),
    h('p', { class: 'quiet' }, required ? 'JSON, required.' : 'JSON.'),
    description && h('div', { class: 'ref-words' }, text(description)),
    input,
    problem,
    schemaFields(document, media.schema, 'Fields of the body'),
  );
  function read() {
    try {
      const value = input.value.trim() === '' ? undefined : JSON.parse(input.value);
      problem.textContent = '';
      return value;
    } catch (failure) {
      problem.textContent = `This is not JSON yet: ${failure.message}`;
      throw failure;
    }
  }
  return { element, read };
}

/** The choice of a media type where an operation has several; null for the usual one. */
function acceptField(types) {
  const select = h(
    'select',
    { id: 'ref-accept' },
    types.map((type) => h('option', { value: type }, type)),
  );
  const element =
    types.length > 1 && h('section', {}, h('h2', {}, h('label', { for: 'ref-accept' }, 'Answer as')), select);
  return { element, read: () => (select.value === types[0] || types.length === 0 ? null : select.value) };
}

/** The media types of an operation's usual answer. */
export const typesOf = (document, { responses }) =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .slice(0, 1)
    .flatMap(([, answer]) => Object.keys(resolved(document, answer).content ?? {}));

/**
 * The form of an operation, filled in with the document's examples.
 * @param {(request: import('./request.js').Request | null) => void} onChange called at each change, with null while
 *   the body is not JSON
 * @returns {{element: HTMLFormElement, change: () => void}} `change` calls `onChange` now
 */
export function operationForm(document, { method, path, operation }, onChange) {
  const filledIn = operation['x-example-query'] ?? {};
  const parameters = (operation.parameters ?? []).map((given) =>
    parameter(document, resolved(document, given), filledIn[given.name]),
  );
  const body = operation.requestBody && bodyField(document, resolved(document, operation.requestBody));
  const types = typesOf(document, operation);
  const accept = acceptField(types);

  const valuesIn = (place) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.place === place)
        .map(({ name, read }) => [name, read()])
        .filter(([, value]) => value !== undefined),
    );

  function read() {
    const asked = accept.read();
    return {
      method,
      path,
      params: { path: valuesIn('path'), query: valuesIn('query'), header: valuesIn('header') },
      body: body?.read(),
      accept: asked,
      type: asked ?? types[0] ?? 'application/json',
    };
  }
  function change() {
    try {
      onChange(read());
    } catch {
      onChange(null);
    }
  }

  const sections = Object.entries(PLACES).map(([place, words]) => {
    const here = parameters.filter((parameter) => parameter.place === place);
    if (here.length === 0) return null;
    return h(
      'section',
      {},
      h('h2', {}, words),
      h(
        'ul',
        { class: 'ref-fields' },
        here.map(({ element }) => element),
      ),
    );
  });
  const element = h(
    'form',
    { class: 'ref-form', id: 'ref-form', oninput: change },
    sections,
    body?.element,
    accept.element,
  );
  return { element, change };
}

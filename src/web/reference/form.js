import { Select } from '../controls.js';
import { html } from '../html.js';
import { exampleOf } from './document.js';
import { FieldHead, SchemaFields, Words } from './fields.js';
import { typed } from './request.js';

const PLACES = { path: 'In the path', query: 'In the query', header: 'Headers' };
const BODY = 'ref-body';
const ACCEPT = 'ref-accept';

/**
 * The parameters of an operation with the `id` of their field, their example, the values that are possible (or null), and
 * what they are first; where that is empty, the example only shows what they may be.
 */
function parametersOf({ parameters = [], 'x-example-query': filledIn = {} }) {
  return parameters.map((parameter) => {
    const { in: place, name, required, schema } = parameter;
    const example = exampleOf(parameter);
    const known = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : null);
    const choices = known && (required ? known : ['', ...known]).map(String);
    const first = choices?.[0] ?? String(filledIn[name] ?? (required ? (example ?? '') : ''));
    return { ...parameter, id: `ref-${place}-${name}`, example, choices, first };
  });
}

/** The media types of an operation's usual answer. */
function typesOf({ responses }) {
  const usual = Object.keys(responses).find((status) => status.startsWith('2'));
  return Object.keys(responses[usual]?.content ?? {});
}

function bodyOf({ requestBody }) {
  if (requestBody === undefined) return null;
  const { content, description, required } = requestBody;
  const [{ schema, example }] = Object.values(content);
  return { schema, description, required, first: JSON.stringify(example, null, 2) ?? '' };
}

/** What an operation asks for: its parameters, its body (or null), and the media types of its answer. */
export const formOf = ({ method, path, operation }) => ({
  method,
  path,
  parameters: parametersOf(operation),
  body: bodyOf(operation),
  types: typesOf(operation),
});

/** The values of a form that is filled in with the document's examples, by the ids of its fields. */
export const firstValues = ({ parameters, body }) => ({
  ...Object.fromEntries(parameters.map(({ id, first }) => [id, first])),
  [BODY]: body?.first,
});

/**
 * The request of a form with these values. Throws a SyntaxError while the body is not JSON.
 * @returns {import('./request.js').Request}
 */
export function requestOf(
  { method, path, parameters, types },
  { [BODY]: text = '', [ACCEPT]: type = types[0], ...values },
) {
  const valuesIn = (place) => {
    const given = parameters.filter((one) => one.in === place && values[one.id] !== '');
    return Object.fromEntries(given.map(({ name, id, schema }) => [name, typed(values[id], schema)]));
  };
  return {
    method,
    path,
    params: { path: valuesIn('path'), query: valuesIn('query'), header: valuesIn('header') },
    body: text.trim() === '' ? undefined : JSON.parse(text),
    accept: type === types[0] ? null : type,
    type: type ?? 'application/json',
  };
}

const asOptions = (values) => values.map((value) => [value, value]);

function Parameter({ id, name, description, required, schema, example, choices, first }) {
  const placeholder = example === undefined ? null : String(example);
  return html`
    <li>
      <label class="ref-head" for=${id}>
        <${FieldHead} name=${name} schema=${{ description, ...schema }} required=${required} />
      </label>
      <${Words} of=${description} />
      ${
        choices
          ? html`<${Select} id=${id} name=${id} options=${asOptions(choices)} />`
          : html`
              <input id=${id} name=${id} autocomplete="off" spellcheck=${false} defaultValue=${first}
                placeholder=${placeholder} />
            `
      }
    </li>
  `;
}

const Body = ({ schema, description, required, first, problem }) => html`
  <section>
    <h2><label for=${BODY}>Body</label></h2>
    <p class="quiet">${required ? 'JSON, required.' : 'JSON.'}</p>
    <${Words} of=${description} />
    <textarea id=${BODY} name=${BODY} class="ref-code" spellcheck=${false}
      rows=${Math.min(26, Math.max(4, first.split('\n').length + 1))} aria-describedby="ref-body-problem"
      defaultValue=${first}></textarea>
    <p class="problem" id="ref-body-problem" role="alert">${problem}</p>
    <${SchemaFields} schema=${schema} words="Fields of the body" />
  </section>
`;

/** The fields of a form; `problem` says what is wrong with its body. */
export function OperationForm({ form: { parameters, body, types }, problem, ...listeners }) {
  const place = ([place, words]) => {
    const here = parameters.filter((parameter) => parameter.in === place);
    const rows = here.map((parameter) => html`<${Parameter} ...${parameter} />`);
    return here.length > 0 && html`<section><h2>${words}</h2><ul class="ref-fields">${rows}</ul></section>`;
  };
  return html`
    <form class="ref-form" id="ref-form" ...${listeners}>
      ${Object.entries(PLACES).map(place)}
      ${body && html`<${Body} ...${body} problem=${problem} />`}
      ${
        types.length > 1 &&
        html`
          <section>
            <h2><label for=${ACCEPT}>Answer as</label></h2>
            <${Select} id=${ACCEPT} name=${ACCEPT} options=${asOptions(types)} />
          </section>
        `
      }
    </form>
  `;
}

import { html } from '../html.js';
import { exampleOf, resolved } from './document.js';
import { FieldHead, SchemaFields, Words } from './fields.js';
import { typed } from './request.js';

const PLACES = { path: 'In the path', query: 'In the query', header: 'Headers' };

const choicesOf = ({ schema }) => schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : null);

/** The parameters of an operation, with an id, their schema and their example each. */
function parametersOf(document, { operation }) {
  return (operation.parameters ?? []).map((parameter) => {
    const given = resolved(document, parameter);
    const schema = resolved(document, given.schema ?? {});
    return {
      ...given,
      schema,
      id: `ref-${given.in}-${given.name}`,
      example: exampleOf({ ...given, schema }),
    };
  });
}

/** What a field is filled in with; where it is not, the example only shows what it may contain. */
function firstValue(parameter, filledIn) {
  const { name, required, example } = parameter;
  const choices = choicesOf(parameter);
  if (choices !== null) return required ? String(choices[0]) : '';
  return String(filledIn[name] ?? (required ? (example ?? '') : ''));
}

/** The media types of an operation's usual answer. */
const typesOf = (document, { responses }) =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .slice(0, 1)
    .flatMap(([, answer]) => Object.keys(resolved(document, answer).content ?? {}));

const bodyOf = (document, { requestBody }) => {
  if (requestBody === undefined) return null;
  const { content, description, required } = resolved(document, requestBody);
  return { ...Object.values(content)[0], description, required };
};

/** Whether and why a body is not JSON, and its value. */
function readBody(text) {
  try {
    return { body: text.trim() === '' ? undefined : JSON.parse(text), problem: '' };
  } catch (failure) {
    return { problem: `This is not JSON yet: ${failure.message}` };
  }
}

/** The form with its request as of now; while the body is not JSON, the request stays as it was. */
function read(form) {
  const { method, path, parameters, values, text, types, type } = form;
  const { body, problem } = readBody(text);
  if (problem !== '') return { ...form, problem };
  const valuesIn = (place) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place && values[parameter.id] !== '')
        .map(({ name, id, schema }) => [name, typed(values[id], schema)]),
    );
  const params = { path: valuesIn('path'), query: valuesIn('query'), header: valuesIn('header') };
  const accept = type === types[0] ? null : type;
  return {
    ...form,
    problem,
    request: { method, path, params, body, accept, type: type ?? 'application/json' },
  };
}

/**
 * The form of an operation, filled in with the document's examples.
 * @returns {{values: Record<string, string>, text: string, type?: string, problem: string,
 *   request: import('./request.js').Request}} `values` of the parameters by their id, the `text` of the body, the media `type`
 *   asked for, and the `request` that they make; a `problem` where the body is not JSON
 */
export function formOf(document, listed) {
  const { method, path, operation } = listed;
  const parameters = parametersOf(document, listed);
  const filledIn = operation['x-example-query'] ?? {};
  const values = Object.fromEntries(parameters.map((one) => [one.id, firstValue(one, filledIn)]));
  const body = bodyOf(document, operation);
  const types = typesOf(document, operation);
  const text = JSON.stringify(body?.example, null, 2) ?? '';
  return read({ method, path, parameters, values, body, text, types, type: types[0] });
}

/** A form after a change: the value of a parameter, the text of its body or its media type. */
export const changed = (form, { values, ...change }) =>
  read({ ...form, ...change, values: { ...form.values, ...values } });

const Options = ({ of }) => of.map((choice) => html`<option value=${choice}>${String(choice)}</option>`);

function Input({ parameter, value, oninput }) {
  const { id, name, required, example } = parameter;
  const choices = choicesOf(parameter);
  if (choices !== null)
    return html`
      <select ...${{ id, value, oninput }}><${Options} of=${required ? choices : ['', ...choices]} /></select>
    `;
  const more = { id, name, value, oninput, placeholder: example === undefined ? null : String(example) };
  return html`<input autocomplete="off" spellcheck=${false} ...${more} />`;
}

const Parameter = ({ document, parameter, value, oninput }) => html`
  <li>
    <label class="ref-head" for=${parameter.id}>
      <${FieldHead} document=${document} name=${parameter.name}
        schema=${{ description: parameter.description, ...parameter.schema }}
        required=${parameter.required} />
    </label>
    <${Words} of=${parameter.description} />
    <${Input} ...${{ parameter, value, oninput }} />
  </li>
`;

function Body({ document, body, text, problem, rows, oninput }) {
  return html`
    <section>
      <h2><label for="ref-body">Body</label></h2>
      <p class="quiet">${body.required ? 'JSON, required.' : 'JSON.'}</p>
      <${Words} of=${body.description} />
      <textarea id="ref-body" class="ref-code" spellcheck=${false} rows=${rows}
        aria-describedby="ref-body-problem" value=${text} oninput=${oninput}></textarea>
      <p class="problem" id="ref-body-problem" role="alert">${problem}</p>
      <${SchemaFields} document=${document} schema=${body.schema} words="Fields of the body" />
    </section>
  `;
}

const linesOf = ({ example }) => (JSON.stringify(example, null, 2) ?? '').split('\n').length;

/** The fields of a form; `change` gets a change of it. */
export function OperationForm({ document, form, change, onsubmit }) {
  const { parameters, values, body, text, problem, types, type } = form;
  const place = ([place, words]) => {
    const here = parameters.filter((parameter) => parameter.in === place);
    const row = (parameter) => html`
      <${Parameter} document=${document} parameter=${parameter} value=${values[parameter.id]}
        oninput=${({ target }) => change({ values: { [parameter.id]: target.value } })} />
    `;
    return (
      here.length > 0 &&
      html`<section><h2>${words}</h2><ul class="ref-fields">${here.map(row)}</ul></section>`
    );
  };
  return html`
    <form class="ref-form" id="ref-form" onsubmit=${onsubmit}>
      ${Object.entries(PLACES).map(place)}
      ${
        body &&
        html`
          <${Body} ...${{ document, body, text, problem }}
            rows=${Math.min(26, Math.max(4, linesOf(body) + 1))}
            oninput=${({ target }) => change({ text: target.value })} />
        `
      }
      ${
        types.length > 1 &&
        html`
          <section>
            <h2><label for="ref-accept">Answer as</label></h2>
            <select id="ref-accept" value=${type} oninput=${({ target }) => change({ type: target.value })}>
              <${Options} of=${types} />
            </select>
          </section>
        `
      }
    </form>
  `;
}

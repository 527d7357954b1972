import { prose } from '../docs/render.js';
import { html, useState } from '../html.js';
import { nameOf, resolved } from './document.js';
import { alternativesOf, rulesOf, typeOf } from './words.js';

/** The schemas with fields in a schema: itself, its items, or its alternatives; each with its name or null. */
function withFields(document, schema) {
  const whole = resolved(document, schema);
  if (whole.properties !== undefined) return [{ name: nameOf(schema), schema: whole }];
  if (whole.items !== undefined) return withFields(document, whole.items);
  return alternativesOf(whole).flatMap((other) => withFields(document, other));
}

/** The name, type and rules of a field or parameter. */
export const FieldHead = ({ document, name, schema, required }) => html`
  <code class="ref-name">${name}</code>${' '}
  <span class="quiet">${[typeOf(document, schema), ...rulesOf(document, schema)].join(' · ')}</span>
  ${required && html`<span class="badge warn">required</span>`}
`;

/** A description, if there is one. */
export const Words = ({ of }) => of && html`<div class="ref-words">${prose(of)}</div>`;

const Field = ({ document, name, schema, required }) => html`
  <li>
    <div class="ref-head"><${FieldHead} ...${{ document, name, schema, required }} /></div>
    <${Words} of=${resolved(document, schema).description} />
    <${SchemaFields} document=${document} schema=${schema} words="Fields of ${name}" />
  </li>
`;

const Shape = ({ document, properties, required = [] }) => html`
  <ul class="ref-fields">
    ${Object.entries(properties).map(
      ([name, schema]) =>
        html`<${Field} ...${{ document, name, schema, required: required.includes(name) }} />`,
    )}
  </ul>
`;

const Shapes = ({ document, found }) => html`
  <div>
    ${found.map(
      ({ name, schema }, at) => html`
        ${found.length > 1 && html`<p class="quiet">${at === 0 ? 'Either' : 'Or'}${name && ` ${name}`}:</p>`}
        <${Shape} document=${document} ...${schema} />
      `,
    )}
  </div>
`;

/** The fields of a schema, if it has any. They are drawn when first opened, since schemas may be recursive. */
export function SchemaFields({ document, schema, words }) {
  const [isOpened, setOpened] = useState(false);
  const found = withFields(document, schema);
  if (found.length === 0) return null;
  return html`
    <details class="ref-more" ontoggle=${() => setOpened(true)}>
      <summary>${words}</summary>
      ${isOpened && html`<${Shapes} document=${document} found=${found} />`}
    </details>
  `;
}

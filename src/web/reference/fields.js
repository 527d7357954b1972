import { prose } from '../docs/render.js';
import { html, useState } from '../html.js';
import { nameOf } from './document.js';

const values = (list) => list.map((value) => JSON.stringify(value)).join(', ');

/** The alternatives of a schema, except null. */
const alternativesOf = ({ anyOf, oneOf }) => (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null');

const isNullable = ({ type, anyOf, oneOf }) =>
  [{ type }, ...(anyOf ?? oneOf ?? [])].some((part) => [part.type].flat().includes('null'));

/** The type of a schema in words: `text`, `list of Parcel, or null`. */
function typeOf(schema) {
  const name = nameOf(schema);
  if (name !== undefined) return name;
  const orNull = isNullable(schema) ? ' or null' : '';
  const others = alternativesOf(schema);
  if (others.length > 0) return [...new Set(others.map(typeOf))].join(' or ') + orNull;
  if (schema.enum !== undefined) return values(schema.enum.filter((value) => value !== null)) + orNull;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const type = [schema.type].flat().find((one) => one !== 'null');
  if (type === 'array') return `list of ${typeOf(schema.items ?? {})}${orNull}`;
  return [schema.format, type ?? 'any'].filter(Boolean).join(' ') + orNull;
}

function rangeOf({ minimum, exclusiveMinimum, maximum }) {
  const from = minimum ?? (exclusiveMinimum === undefined ? null : `more than ${exclusiveMinimum}`);
  // JavaScript's largest safe integer is not a rule that readers need.
  const most = maximum < Number.MAX_SAFE_INTEGER ? maximum : null;
  if (from !== null && most !== null) return `${from} to ${most}`;
  if (from !== null) return `from ${from}`;
  return most === null ? null : `up to ${most}`;
}

function countOf({ minItems, maxItems }) {
  if (maxItems === undefined) return null;
  return minItems === maxItems ? `${maxItems} of them` : `at most ${maxItems}`;
}

/** The rules for values of a schema besides their type: `1 to 500`, `100 unless given`. */
const rulesOf = (schema) =>
  [
    schema.description === undefined ? schema['x-form'] : null,
    rangeOf(schema),
    countOf(schema),
    schema.maxLength === undefined ? null : `at most ${schema.maxLength} characters`,
    schema.default === undefined ? null : `${JSON.stringify(schema.default)} unless given`,
  ].filter(Boolean);

/** The schemas with fields in a schema: itself, its items, or its alternatives. */
function withFields(schema) {
  if (schema.properties !== undefined) return [schema];
  return schema.items === undefined ? alternativesOf(schema).flatMap(withFields) : withFields(schema.items);
}

/** The name, type and rules of a field or parameter. */
export const FieldHead = ({ name, schema, required }) => html`
  <code class="ref-name">${name}</code>${' '}
  <span class="quiet">${[typeOf(schema), ...rulesOf(schema)].join(' · ')}</span>
  ${required && html`<span class="badge warn">required</span>`}
`;

/** A description, if there is one. */
export const Words = ({ of }) => of && html`<div class="ref-words">${prose(of)}</div>`;

const Field = ({ name, schema, required }) => html`
  <li>
    <div class="ref-head"><${FieldHead} ...${{ name, schema, required }} /></div>
    <${Words} of=${schema.description} />
    <${SchemaFields} schema=${schema} words="Fields of ${name}" />
  </li>
`;

const Shape = ({ properties, required = [] }) => html`
  <ul class="ref-fields">
    ${Object.entries(properties).map(
      ([name, schema]) => html`<${Field} ...${{ name, schema, required: required.includes(name) }} />`,
    )}
  </ul>
`;

const Shapes = ({ found }) => html`
  <div>
    ${found.map(
      (schema, at) => html`
        ${found.length > 1 && html`<p class="quiet">${at === 0 ? 'Either' : 'Or'}${nameOf(schema) && ` ${nameOf(schema)}`}:</p>`}
        <${Shape} ...${schema} />
      `,
    )}
  </div>
`;

/** The fields of a schema, if it has any. They are drawn when first opened, since schemas may be recursive. */
export function SchemaFields({ schema, words }) {
  const [isOpened, setOpened] = useState(false);
  const found = withFields(schema);
  if (found.length === 0) return null;
  return html`
    <details class="ref-more" ontoggle=${() => setOpened(true)}>
      <summary>${words}</summary>
      ${isOpened && html`<${Shapes} found=${found} />`}
    </details>
  `;
}

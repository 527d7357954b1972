import { text } from '../docs/render.js';
import { h, put } from '../dom.js';
import { nameOf, resolved } from './document.js';
import { alternativesOf, rulesOf, typeOf } from './words.js';

/** The schemas with fields in a schema: itself, its items, or its alternatives; each with its name or null. */
function withFields(document, schema) {
  const whole = resolved(document, schema);
  if (whole.properties !== undefined) return [{ name: nameOf(schema), schema: whole }];
  if (whole.items !== undefined) return withFields(document, whole.items);
  return alternativesOf(whole).flatMap((other) => withFields(document, other));
}

/** A details element that draws its content when first opened, since schemas may be recursive. */
function later(words, draw) {
  const details = h('details', { class: 'ref-more' }, h('summary', {}, words));
  const open = () => {
    if (details.open) details.append(draw());
  };
  details.addEventListener('toggle', open, { once: true });
  return details;
}

/** The heading of a field or parameter: its name, type and rules. */
export const fieldHead = (document, name, schema, required) => [
  h('code', { class: 'ref-name' }, name),
  ' ',
  h('span', { class: 'quiet' }, [typeOf(document, schema), ...rulesOf(document, schema)].join(' · ')),
  required && h('span', { class: 'badge warn' }, 'required'),
];

function field(document, name, schema, required) {
  const { description } = resolved(document, schema);
  const inner = withFields(document, schema);
  return h(
    'li',
    {},
    h('div', { class: 'ref-head' }, fieldHead(document, name, schema, required)),
    description && h('div', { class: 'ref-words' }, text(description)),
    inner.length > 0 && later(`Fields of ${name}`, () => shapes(document, inner)),
  );
}

const fieldsOf = (document, { properties, required = [] }) =>
  h(
    'ul',
    { class: 'ref-fields' },
    Object.entries(properties).map(([name, schema]) =>
      field(document, name, schema, required.includes(name)),
    ),
  );

function shapes(document, found) {
  const box = h('div', {});
  put(
    box,
    found.flatMap(({ name, schema }, at) => [
      found.length > 1 &&
        h('p', { class: 'quiet' }, `${at === 0 ? 'Either' : 'Or'}${name === null ? '' : ` ${name}`}:`),
      fieldsOf(document, schema),
    ]),
  );
  return box;
}

/** The fields of a schema, collapsed; null when there are none. */
export function schemaFields(document, schema, words) {
  const found = withFields(document, schema);
  return found.length === 0 ? null : later(words, () => shapes(document, found));
}

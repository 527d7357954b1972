import { nameOf, resolved } from './document.js';

const values = (list) => list.map((value) => JSON.stringify(value)).join(', ');

/** The alternatives of a schema, except null. */
export const alternativesOf = ({ anyOf, oneOf }) =>
  (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null');

const isNullable = ({ type, anyOf, oneOf }) =>
  [{ type }, ...(anyOf ?? oneOf ?? [])].some((part) => [part.type].flat().includes('null'));

/** The type of a schema in words: `text`, `list of Parcel, or null`. */
export function typeOf(document, schema) {
  const name = nameOf(schema);
  if (name !== null) return name;
  const orNull = isNullable(schema) ? ' or null' : '';
  const others = alternativesOf(schema);
  if (others.length > 0)
    return [...new Set(others.map((other) => typeOf(document, other)))].join(' or ') + orNull;
  if (schema.enum !== undefined) return values(schema.enum.filter((value) => value !== null)) + orNull;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const type = [schema.type].flat().find((one) => one !== 'null');
  if (type === 'array') return `list of ${typeOf(document, schema.items ?? {})}${orNull}`;
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
export function rulesOf(document, given) {
  const schema = resolved(document, given);
  return [
    schema.description === undefined ? schema['x-form'] : null,
    rangeOf(schema),
    countOf(schema),
    schema.maxLength === undefined ? null : `at most ${schema.maxLength} characters`,
    schema.default === undefined ? null : `${JSON.stringify(schema.default)} unless given`,
  ].filter(Boolean);
}

/**
 * An OpenAPI document with each titled schema once, under its title, where the document repeats it wherever it is used:
 * the types made of it are small and have names. A title that stands for several schemas is left as it is.
 * Alternatives that only say which keys must be there are left out: no type can tell them.
 */

const isObject = (value) => typeof value === 'object' && value !== null;

/** Calls `change` for everything in a value, the innermost first, and puts in place what it gives. */
function rebuilt(value, change) {
  if (Array.isArray(value)) return value.map((part) => rebuilt(part, change));
  if (!isObject(value)) return value;
  const parts = Object.entries(value).map(([key, part]) => [key, rebuilt(part, change)]);
  return change(Object.fromEntries(parts));
}

/** Titles of schemas: words that can be names. `info` has a title too, and no type. */
const nameOf = (value) =>
  /^[A-Za-z]\w*$/.test(value.title ?? '') && (value.type ?? value.anyOf ?? value.oneOf) ? value.title : null;

/** Alternatives that only say which keys must be there: a rule for values, of which the generator would make keys. */
const isRule = (parts) =>
  parts.every((part) => Object.keys(part).every((key) => key === 'type' || key === 'required'));

function withoutRules(value) {
  if (!Array.isArray(value.oneOf) || !isRule(value.oneOf)) return value;
  const { oneOf: _rule, ...rest } = value;
  return rest;
}

/** @type {import('./named.d.mts').named} */
export function named(document) {
  const found = new Map();
  const plain = rebuilt(document.paths, withoutRules);
  rebuilt(plain, (value) => {
    const name = nameOf(value);
    if (name !== null) found.set(name, (found.get(name) ?? new Set()).add(JSON.stringify(value)));
    return value;
  });
  const taken = document.components?.schemas ?? {};
  const schemas = {};
  const paths = rebuilt(plain, (value) => {
    const name = nameOf(value);
    // What is inside of a schema is named before it, so that its text is not what was found at first.
    if (name === null || found.get(name).size > 1 || name in taken) return value;
    schemas[name] = value;
    return { $ref: `#/components/schemas/${name}` };
  });
  return { ...document, paths, components: { ...document.components, schemas: { ...taken, ...schemas } } };
}

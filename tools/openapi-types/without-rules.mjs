/** Alternatives that only say which keys are required: a rule for values, from which the generator would make keys. */
const isRule = (parts) =>
  parts.every((part) => Object.keys(part).every((key) => key === 'type' || key === 'required'));

/** @type {import('./without-rules.d.mts').withoutRules} */
export function withoutRules(document) {
  return JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'oneOf' && Array.isArray(value) && isRule(value) ? undefined : value,
  );
}

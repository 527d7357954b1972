/** Alternatives that only say which keys are required: a rule for values, from which the generator would make keys. */
const saysOnlyWhatIsRequired = (schema) =>
  Object.entries(schema).every(([key, value]) => {
    if (key === 'not') return saysOnlyWhatIsRequired(value);
    if (key === 'anyOf') return value.every(saysOnlyWhatIsRequired);
    if (key === 'properties') return Object.values(value).every(saysOnlyWhatIsRequired);
    return key === 'type' || key === 'required' || key === 'description';
  });
const isRule = (parts) => parts.every((part) => 'required' in part && saysOnlyWhatIsRequired(part));

/** @type {import('./without-rules.d.mts').withoutRules} */
export function withoutRules(document) {
  return JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'oneOf' && Array.isArray(value) && isRule(value) ? undefined : value,
  );
}

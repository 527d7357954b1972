/** Whether an alternative only says which keys are required. That is a rule for values, but the generator makes keys of it. */
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

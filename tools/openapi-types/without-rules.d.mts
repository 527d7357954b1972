/** The document without alternatives that only say which keys are required, which no type can express. */
export function withoutRules<D extends object>(document: D): D;

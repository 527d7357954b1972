/** The document without alternatives that only say which keys must be there: no type can tell them. */
export function withoutRules<D extends object>(document: D): D;

/** The types of an OpenAPI 3.1 document (`paths`, `components` …), as TypeScript. Equal documents give equal text. */
export function typesOf(document: object): Promise<string>;

/** An OpenAPI document that says the same, with each titled schema of its paths once, under its title. */
export function named(document: object): object;

/** Turns an OpenAPI document into TypeScript, in its own package because the generator needs TypeScript 5. */
import openapiTypes, { astToString } from 'openapi-typescript';
import { withoutRules } from './without-rules.mjs';

/** @type {import('./openapi-types.d.mts').typesOf} */
export async function typesOf(document) {
  const nodes = await openapiTypes(withoutRules(document), {
    alphabetize: true,
    silent: true,
  });
  return astToString(nodes);
}

/** `npm run generate:client`: makes the types of the TypeScript client from the OpenAPI document. */
import { makeClientTypes } from './client-types.ts';

await makeClientTypes();

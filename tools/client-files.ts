import { CLIENT_TYPES, clientTypes } from './client-types.ts';
import { readDocument } from './document.ts';

/** The up-to-date content of every file that is made of the present OpenAPI document, by path. */
export async function clientFiles(): Promise<Map<string, string>> {
  return new Map([[CLIENT_TYPES, await clientTypes(await readDocument())]]);
}

import { CLIENT_TYPES, clientTypes } from './client-types.ts';
import { COLLECTION, collectionOf } from './collection.ts';
import { readDocument } from './document.ts';
import { pythonFiles } from './python/files.ts';

/** The up-to-date content of every file that is made of the present OpenAPI document, by path. */
export async function clientFiles(): Promise<Map<string, string>> {
  const document = await readDocument();
  return new Map([
    [CLIENT_TYPES, await clientTypes(document)],
    ...(await pythonFiles(document)),
    [COLLECTION, collectionOf(document)],
  ]);
}

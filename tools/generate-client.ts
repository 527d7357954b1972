/** `npm run generate:client`: makes what follows from the OpenAPI document: both clients' types and the collection. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { clientFiles } from './client-files.ts';

for (const [path, content] of await clientFiles()) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

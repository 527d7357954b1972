import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../src/config.ts';
import { typesOf } from './openapi-types/openapi-types.mjs';

/** The generated types of the TypeScript client; Git ignores the file. */
export const CLIENT_TYPES = resolve(PROJECT_ROOT, 'clients/typescript/openapi.d.mts');
const GENERATOR = ['openapi-types.mjs', 'without-rules.mjs', 'package.json'];

/** The OpenAPI document that `terrier openapi` prints, as text. */
export async function readDocument(): Promise<string> {
  const main = resolve(PROJECT_ROOT, 'src/main.ts');
  const options = { maxBuffer: 1 << 26, timeout: 60_000 };
  return (await promisify(execFile)(process.execPath, [main, 'openapi'], options)).stdout;
}

/** Makes the types of the TypeScript client, unless the existing ones are from the same document and generator. */
export async function makeClientTypes(): Promise<void> {
  const document = await readDocument();
  const hash = createHash('sha256').update(document);
  for (const file of GENERATOR)
    hash.update(await readFile(resolve(import.meta.dirname, 'openapi-types', file)));
  const head = `// Made by \`npm run generate:client\` out of \`terrier openapi\`: ${hash.digest('hex')}\n\n`;
  const present = await readFile(CLIENT_TYPES, 'utf8').catch(() => '');
  if (present.startsWith(head)) return;
  const made = `${CLIENT_TYPES}.${process.pid}`;
  await writeFile(made, head + (await typesOf(JSON.parse(document))));
  await rename(made, CLIENT_TYPES);
}

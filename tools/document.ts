import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../src/config.ts';

/** A part of an OpenAPI document, as it is read. */
// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at any depth
export type Json = any;

/** An operation with where it is. */
export interface Placed {
  method: string;
  path: string;
  operation: Json;
}

/** The OpenAPI document that `terrier openapi` prints. */
export async function readDocument(): Promise<Json> {
  const main = resolve(PROJECT_ROOT, 'src/main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'openapi'], {
    maxBuffer: 1 << 26,
    timeout: 60_000,
  });
  return JSON.parse(stdout);
}

/** Every operation of a document, in its order. */
export const operationsOf = (document: Json): Placed[] =>
  Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => ({ method, path, operation })),
  );

/** A schema, or what its reference names. */
export const resolved = (document: Json, schema: Json): Json =>
  schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)];

/** The content of an operation's 2xx answer, by media type. */
export const answerOf = (operation: Json): Record<string, Json> =>
  Object.entries<Json>(operation.responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {};

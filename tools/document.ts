import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../src/config.ts';

/** A part of an OpenAPI document, as it is read. */
// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at any depth
export type Json = any;

/** The OpenAPI document that `terrier openapi` prints. */
export async function readDocument(): Promise<Json> {
  const main = resolve(PROJECT_ROOT, 'src/main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'openapi'], {
    maxBuffer: 1 << 26,
    timeout: 60_000,
  });
  return JSON.parse(stdout);
}

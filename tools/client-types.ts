import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../src/config.ts';
import { typesOf } from './openapi-types/openapi-types.mjs';

export const CLIENT_TYPES = resolve(PROJECT_ROOT, 'src/client/openapi.d.mts');

/** The up-to-date content of the file: the types of the document that `terrier openapi` prints. */
export async function clientTypes(): Promise<string> {
  const main = resolve(PROJECT_ROOT, 'src/main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'openapi'], {
    maxBuffer: 1 << 26,
    timeout: 60_000,
  });
  return typesOf(JSON.parse(stdout));
}

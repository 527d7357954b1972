import { globSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { PROJECT_ROOT } from '../../src/config.ts';
import { isNightly, NIGHTLY_TESTS } from '../nightly/files.ts';

const isPage = (file: string) => file.startsWith('test/pages/');

/** Whether a test file makes its records from a seed: nightly it runs once more, with another one. */
const hasSeed = (file: string): boolean =>
  /from 'fast-check'|seedOf\(/.test(readFileSync(resolve(PROJECT_ROOT, file), 'utf8'));

/** The test files in a folder, or that match a pattern. Throws when there are none. */
function filesIn(given: string): string[] {
  const pattern = given.endsWith('.ts') ? given : `${given.replace(/\/$/, '')}/**/*.test.ts`;
  const files = globSync(pattern, { cwd: PROJECT_ROOT });
  if (files.length === 0) throw new Error(`${given}: no such test`);
  return files;
}

export interface Chosen {
  files: string[];
  omitted: (file: string) => string[];
  left: string[];
}

/**
 * The test files to run: those of a tier in the given folders and patterns, and every file that is named itself. Without
 * any, all in `test` except those of the pages, which need a browser. Large files come first, since most of them take
 * longest, so that no job waits long for another at the end.
 * @returns what runs, the tests that a file leaves out, by the beginning of their titles, and the files that the tier
 *   leaves out.
 */
export function chooseFiles(given: string[], nightly: boolean): Chosen {
  const inTier = (file: string) =>
    nightly ? isNightly(file) || file in NIGHTLY_TESTS || hasSeed(file) : !isNightly(file);
  const named = new Set(given);
  const found = given.length > 0 ? given.flatMap(filesIn) : filesIn('test').filter((file) => !isPage(file));
  const size = (file: string) => statSync(resolve(PROJECT_ROOT, file)).size;
  const all = [...new Set(found)].sort((a, b) => size(b) - size(a));
  const isMeant = (file: string) => named.has(file) || inTier(file);
  return {
    files: all.filter(isMeant),
    omitted: (file) => (nightly || named.has(file) ? [] : (NIGHTLY_TESTS[file] ?? [])),
    left: all.filter((file) => !isMeant(file)),
  };
}

import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { CLIENT_TYPES, makeClientTypes, readDocument } from '../../tools/client-types.ts';

t.test('the types of the client have every operation of the document, and are up to date', async (t) => {
  await makeClientTypes();
  const types = await readFile(CLIENT_TYPES, 'utf8');
  const { paths } = JSON.parse(await readDocument());
  for (const [path, operations] of Object.entries<Record<string, { operationId: string }>>(paths)) {
    t.ok(types.includes(`    "${path}": {\n`), path);
    for (const { operationId } of Object.values(operations))
      t.ok(types.includes(`\n    ${operationId}: {\n`), operationId);
  }
  const { ino } = await stat(CLIENT_TYPES);
  await makeClientTypes();
  t.equal((await stat(CLIENT_TYPES)).ino, ino);
});

t.test('the client is used as consumers write it, and mistakes do not compile', async (t) => {
  const config = resolve(t.testdir({}), 'tsconfig.json');
  const files = [resolve(PROJECT_ROOT, 'test/client/types.ts')];
  await writeFile(
    config,
    JSON.stringify({ extends: resolve(PROJECT_ROOT, 'tsconfig.json'), files, include: [] }),
  );
  const tsc = resolve(PROJECT_ROOT, 'node_modules/.bin/tsc');
  const told = await promisify(execFile)(process.execPath, [tsc, '-p', config]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  t.equal(told, '');
});

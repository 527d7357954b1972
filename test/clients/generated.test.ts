import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import t from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { clientFiles } from '../../tools/client-files.ts';

t.test('what is made of the document is up to date: else run `npm run generate:client`', async (t) => {
  const files = [...(await clientFiles())];
  t.equal(files.length, 1);
  for (const [path, made] of files) {
    t.ok(
      (await readFile(path, 'utf8')) === made,
      `${relative(PROJECT_ROOT, path)} is what the generator makes`,
    );
  }
});

import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import t from 'tap';
import manifest from '../../package.json' with { type: 'json' };
import { PROJECT_ROOT } from '../../src/config.ts';
import { clientFiles } from '../../tools/client-files.ts';

t.test('what is made of the document is up to date: else run `npm run generate:client`', async (t) => {
  const files = [...(await clientFiles())];
  t.equal(files.length, 5);
  for (const [path, made] of files) {
    t.ok(
      (await readFile(path, 'utf8')) === made,
      `${relative(PROJECT_ROOT, path)} is what the generator makes`,
    );
  }
});

t.test('the Python client has the version of package.json', async (t) => {
  const project = await readFile(resolve(PROJECT_ROOT, 'clients/python/pyproject.toml'), 'utf8');
  t.equal(/^version = "(.+)"$/m.exec(project)?.[1], manifest.version);
});

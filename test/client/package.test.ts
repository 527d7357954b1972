import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import manifest from '../../package.json' with { type: 'json' };
import { PROJECT_ROOT } from '../../src/config.ts';

const run = promisify(execFile);

/** Every file that an entry of `exports` names, under any condition. */
const filesIn = (entry: unknown): string[] =>
  typeof entry === 'string' ? [entry.slice('./'.length)] : Object.values(entry as object).flatMap(filesIn);

/** The packages that the files of a folder import. */
async function importedIn(folder: string): Promise<string[]> {
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(resolve(folder, name), 'utf8')),
  );
  const names = texts.flatMap((text) => [...text.matchAll(/^(?:im|ex)port .*from '([^.'][^']*)';$/gm)]);
  return [...new Set(names.map(([, name]) => name!))].filter((name) => !name.startsWith('node:'));
}

t.test('`npm run pack:client` makes a package', async (t) => {
  const folder = t.testdir({});
  const args = ['run', '--silent', 'pack:client', '--', '--json', '--pack-destination', folder];
  const { stdout } = await run('npm', args, { cwd: PROJECT_ROOT });
  const [{ filename, files, version }] = JSON.parse(stdout);
  const names: string[] = files.map(({ path }: { path: string }) => path);
  t.equal(version, manifest.version);
  const modules = resolve(folder, 'node_modules');
  const home = resolve(modules, 'terrier');
  await mkdir(home, { recursive: true });
  await run('tar', ['-xzf', resolve(folder, filename), '-C', home, '--strip-components=1']);

  t.test('the package has all that `exports` names, and only the client and the verifier', async (t) => {
    for (const name of filesIn(manifest.exports)) t.ok(names.includes(name), name);
    const others = names.filter(
      (name) => !/^(clients\/typescript|src\/webhooks\/verify)\/[\w.]+$/.test(name),
    );
    t.same(others, ['package.json']);
  });

  t.test('the package requires what it imports, and nothing of the server', async (t) => {
    const { dependencies, ...packed } = JSON.parse(await readFile(resolve(home, 'package.json'), 'utf8'));
    const imported = await Promise.all(
      ['clients/typescript', 'src/webhooks/verify'].map((part) => importedIn(resolve(home, part))),
    );
    t.same(Object.keys(dependencies).sort(), imported.flat().sort());
    const { packages } = JSON.parse(await readFile(resolve(PROJECT_ROOT, 'package-lock.json'), 'utf8'));
    for (const [name, version] of Object.entries(dependencies))
      t.equal(version, packages[`node_modules/${name}`].version, 'the version that is tested here');
    t.notOk('optionalDependencies' in packed || 'bin' in packed);
  });

  t.test('it loads from node_modules, where no types are stripped, and without Node’s modules', async (t) => {
    await symlink(resolve(PROJECT_ROOT, 'node_modules/openapi-fetch'), resolve(modules, 'openapi-fetch'));
    const script = `import * as client from 'terrier/client'; console.log(Object.keys(client).join())`;
    const names = async (...flags: string[]) => {
      const args = [...flags, '--input-type=module', '--eval', script];
      return (await run(process.execPath, args, { cwd: folder })).stdout.trim();
    };
    t.equal(await names(), 'TOLERANCE,TerrierError,createTerrier,sign,verify');
    t.equal(await names('--conditions=browser'), 'TerrierError,createTerrier');
    const verifier = `import { TOLERANCE } from 'terrier/verify'; console.log(TOLERANCE)`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', verifier], {
      cwd: folder,
    });
    t.equal(stdout.trim(), '300000');
  });
});

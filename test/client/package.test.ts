import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import manifest from '../../package.json' with { type: 'json' };
import { PROJECT_ROOT } from '../../src/config.ts';

const run = promisify(execFile);

/** Every file that an entry of `exports` names, under any condition. */
const filesIn = (entry: unknown): string[] =>
  typeof entry === 'string' ? [entry.slice('./'.length)] : Object.values(entry as object).flatMap(filesIn);

t.test('what `npm pack` makes', async (t) => {
  const folder = t.testdir({});
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', args, { cwd: PROJECT_ROOT });
  const [{ filename, files, version }] = JSON.parse(stdout);
  const names: string[] = files.map(({ path }: { path: string }) => path);
  t.equal(version, manifest.version);

  t.test('has all that `exports` names, and nothing besides the client and the verifier', async (t) => {
    for (const name of filesIn(manifest.exports)) t.ok(names.includes(name), name);
    const others = names.filter((name) => !/^src\/(client|verify)\/[\w.]+$/.test(name));
    t.same(others.toSorted(), ['README.md', 'package.json', manifest.bin.terrier]);
  });

  t.test(
    'loads from node_modules, where Node strips no types, and in browsers, without Node’s modules',
    async (t) => {
      const modules = resolve(folder, 'node_modules');
      const home = resolve(modules, 'terrier');
      await mkdir(home, { recursive: true });
      await run('tar', ['-xzf', resolve(folder, filename), '-C', home, '--strip-components=1']);
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
    },
  );
});

import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { CLIENT_TYPES, clientTypes } from '../../tools/client-types.ts';

const run = promisify(execFile);

t.test('the types are those of the present document: else run `npm run generate:client`', async (t) => {
  const [made, committed] = await Promise.all([clientTypes(), readFile(CLIENT_TYPES, 'utf8')]);
  t.ok(made === committed, 'src/client/openapi.d.mts is what the generator makes');
});

t.test(
  'it loads from node_modules, where Node strips no types, and without Node’s modules in browsers',
  async (t) => {
    const modules = resolve(t.testdir({}), 'node_modules');
    const home = resolve(modules, 'terrier');
    await mkdir(home, { recursive: true });
    for (const part of ['package.json', 'src/client', 'src/verify']) {
      await cp(resolve(PROJECT_ROOT, part), resolve(home, part), { recursive: true });
    }
    await symlink(resolve(PROJECT_ROOT, 'node_modules/openapi-fetch'), resolve(modules, 'openapi-fetch'));
    const script = `import * as client from 'terrier/client'; console.log(Object.keys(client).join())`;
    const names = async (...flags: string[]) => {
      const args = [...flags, '--input-type=module', '--eval', script];
      return (await run(process.execPath, args, { cwd: resolve(modules, '..') })).stdout.trim();
    };
    t.equal(await names(), 'TOLERANCE,TerrierError,createTerrier,sign,verify');
    t.equal(await names('--conditions=browser'), 'TerrierError,createTerrier');
  },
);

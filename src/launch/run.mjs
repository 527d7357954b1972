/** `node src/launch/run.mjs FILE [ARGUMENT…]` runs a TypeScript file of the project with the project's own Node. */
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attend } from './attend.mjs';
import { nodeEnv, nodeFlags } from './flags.mjs';
import { install, ROOT } from './install.mjs';

/** Installs the packages if needed, runs `file`, and exits as it does. */
export async function run(file, args) {
  const node = await install();
  const cache = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled') };
  const env = { ...cache, ...nodeEnv(args[0]), ...process.env };
  const given = [...nodeFlags(file), ...nodeFlags(args[0]), join(ROOT, file), ...args];
  const { code, signal } = node ? await attend(node, given, { stdio: 'inherit', env }) : { code: 1 };
  process.exitCode = code ?? 128 + constants.signals[signal];
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  await run(process.argv[2], process.argv.slice(3));

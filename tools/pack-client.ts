/**
 * `npm run pack:client`: packs what customers install, `terrier/client` and `terrier/verify`, without what only the server
 * needs. It takes the options of `npm pack`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import lockfile from '../package-lock.json' with { type: 'json' };
import { PROJECT_ROOT } from '../src/config.ts';
import { makeClientTypes } from './client-types.ts';

const PARTS = ['clients/typescript', 'src/webhooks/verify'];
const NEEDED = ['openapi-fetch', 'openapi-typescript-helpers'] as const;

await makeClientTypes();
const { name, version, private: isPrivate, license, type, exports, engines } = manifest;
const packed = {
  name,
  version,
  private: isPrivate,
  description: 'A typed client of Terrier, a JSON API over US parcels',
  license,
  type,
  exports,
  engines,
  dependencies: Object.fromEntries(
    NEEDED.map((needed) => [needed, lockfile.packages[`node_modules/${needed}`].version]),
  ),
};

const folder = mkdtempSync(join(tmpdir(), 'terrier-client-'));
try {
  for (const part of PARTS) cpSync(join(PROJECT_ROOT, part), join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(packed, null, 2));
  const npm = [process.env.npm_execpath!, 'pack', folder, ...process.argv.slice(2)];
  process.exitCode = spawnSync(process.execPath, npm, { stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}

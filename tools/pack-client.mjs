/**
 * Packs what customers install, `terrier/client` and `terrier/verify`, without what the server needs. It takes the
 * options of `npm pack`, and runs with any Node that the client supports, before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PARTS = ['src/client', 'src/verify'];
const NEEDED = ['openapi-fetch', 'openapi-typescript-helpers'];

const read = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const { name, version, private: isPrivate, license, type, exports, engines } = read('package.json');
const { packages } = read('package-lock.json');
const manifest = {
  name,
  version,
  private: isPrivate,
  description: 'A typed client of Terrier, a JSON API over US parcels',
  license,
  type,
  exports,
  engines,
  dependencies: Object.fromEntries(
    NEEDED.map((needed) => [needed, packages[`node_modules/${needed}`].version]),
  ),
};

const folder = mkdtempSync(join(tmpdir(), 'terrier-client-'));
try {
  for (const part of PARTS) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  const npm = [process.env.npm_execpath, 'pack', folder, ...process.argv.slice(2)];
  process.exitCode = spawnSync(process.execPath, npm, { stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PROJECT_ROOT } from '../../src/config.ts';

/** A package of package-lock.json. */
export interface Locked {
  name: string;
  version: string;
  path: string;
  license: string | undefined;
  integrity: string | undefined;
  isDev: boolean;
  runsAtInstall: boolean;
}

const text = (file: string) => readFileSync(resolve(PROJECT_ROOT, file), 'utf8');
export const manifest = JSON.parse(text('package.json'));

/** Every package that the lockfile installs, except those of this repository. */
export function lockedPackages(): Locked[] {
  const { packages } = JSON.parse(text('package-lock.json'));
  return Object.entries<Record<string, never>>(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => ({
      name: entry.name ?? path.split('node_modules/').at(-1)!,
      version: entry.version!,
      path,
      license: entry.license,
      integrity: entry.integrity,
      isDev: Boolean(entry.dev || entry.devOptional),
      runsAtInstall: Boolean(entry.hasInstallScript),
    }));
}

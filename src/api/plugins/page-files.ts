import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';

const IMPORTED = /^(?:import|export)\b(?:[\w\s{},*$]*\bfrom\b)?\s*['"]([^'"]+)['"]/gm;
const STYLE = /'(\/assets\/[^']+\.css)'/g;

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

/** The addresses of a module and of all that it imports, directly or not. */
async function modulesFrom(entry: string, fileOf: (address: string) => string | null): Promise<string[]> {
  const found = new Set([entry]);
  for (const address of found) {
    const file = fileOf(address);
    if (file === null) continue;
    for (const name of matches(await readFile(file, 'utf8'), IMPORTED)) {
      found.add(posix.resolve(posix.dirname(address), name));
    }
  }
  return [...found];
}

/**
 * Links that make a browser load at once all that a page's module needs. Without them it would discover this by reading
 * one module after the other.
 * @param entry the address of the page's module.
 * @param fileOf the file behind an address; null for a module that is made here and imports nothing.
 * @param later modules that the page imports once it is running.
 */
export async function preloadLinks(
  entry: string,
  fileOf: (address: string) => string | null,
  later: string[] = [],
): Promise<string> {
  const modules = [...(await modulesFrom(entry, fileOf)), ...later];
  const styles = matches(await readFile(fileOf(entry)!, 'utf8'), STYLE);
  const links = [
    ...modules.map((href) => `<link rel="modulepreload" href="${href}" />`),
    ...styles.map((href) => `<link rel="preload" as="style" href="${href}" />`),
  ];
  return links.map((link) => `    ${link}\n`).join('');
}

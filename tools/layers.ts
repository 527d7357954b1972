import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { PROJECT_ROOT } from '../src/config.ts';
import { withPart } from './marked-part.ts';

export const LAYERS_PAGE = resolve(PROJECT_ROOT, 'docs/architecture.md');

type Imports = Map<string, Set<string>>;

/** The folders and files directly below src/, workers/ and clients/, with what each imports from the others. */
async function readImports(): Promise<Imports> {
  const { default: rules } = await import('../.dependency-cruiser.mjs');
  const { output } = await cruise(['src', 'workers', 'clients'], {
    ...rules.options,
    baseDir: PROJECT_ROOT,
    includeOnly: { path: '^(src|workers|clients)/' },
    collapse: '^(src/[^/]+|workers|clients)',
  });
  const { modules } = output as ICruiseResult;
  return new Map(
    modules.map(({ source, dependencies }) => [
      source,
      new Set(dependencies.map(({ resolved }) => resolved)),
    ]),
  );
}

function isImplied(imports: Imports, from: string, to: string): boolean {
  const waiting = [...imports.get(from)!].filter((folder) => folder !== to);
  const seen = new Set(waiting);
  for (const folder of waiting) {
    for (const next of imports.get(folder) ?? []) {
      if (next === to) return true;
      if (!seen.has(next)) waiting.push(next);
      seen.add(next);
    }
  }
  return false;
}

const nameOf = (folder: string) => folder.replace('src/', '');

/** The folders as a Mermaid flowchart, without arrows that longer paths imply. */
async function draw(): Promise<string> {
  const imports = await readImports();
  const arrows = [...imports].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => to !== from && !isImplied(imports, from, to))
      .map((to) => `  ${nameOf(from)} --> ${nameOf(to)}`),
  );
  return ['```mermaid', 'flowchart TB', ...arrows.sort(), '```', ''].join('\n');
}

/** The architecture page with the current diagram of imports. */
export async function drawnPage(): Promise<string> {
  return withPart(await readFile(LAYERS_PAGE, 'utf8'), 'layers', await draw());
}

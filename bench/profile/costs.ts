import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROJECT_ROOT } from '../../src/config.ts';

/** What V8's profiler writes: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

type Row = Record<'ms' | 'share' | 'where', string>;

/** What is not work: waiting, and the profiler itself. */
const NOT_WORK = new Set(['(idle)', '(root)', '(program)']);

/** A file of the project, the name of a package, or the engine's own name for it. */
function moduleOf({ functionName, url }: Profile['nodes'][number]['callFrame']): string {
  if (url.startsWith('node:')) return url;
  if (!url.startsWith('file:')) return functionName === '(garbage collector)' ? functionName : 'engine';
  const path = relative(PROJECT_ROOT, fileURLToPath(url));
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  return name ?? path;
}

function rowsOf(times: Map<string, number>, all: number): Row[] {
  return [...times]
    .toSorted(([, one], [, other]) => other - one)
    .map(([where, time]) => ({
      ms: (time / 1_000).toFixed(0),
      share: `${((100 * time) / all).toFixed(1)} %`,
      where,
    }));
}

/** The time that functions and modules in a `.cpuprofile` took by themselves, the longest first. */
export async function costsOf(path: string) {
  const { nodes, samples, timeDeltas }: Profile = JSON.parse(await readFile(path, 'utf8'));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byFunction = new Map<string, number>();
  const byModule = new Map<string, number>();
  let all = 0;
  for (const [at, id] of samples.entries()) {
    const frame = frames.get(id)!;
    if (NOT_WORK.has(frame.functionName)) continue;
    const time = timeDeltas[at]!;
    const module = moduleOf(frame);
    const name = `${frame.functionName || '(anonymous)'} (${module}:${frame.lineNumber + 1})`;
    all += time;
    byFunction.set(name, (byFunction.get(name) ?? 0) + time);
    byModule.set(module, (byModule.get(module) ?? 0) + time);
  }
  return { seconds: all / 1e6, byFunction: rowsOf(byFunction, all), byModule: rowsOf(byModule, all) };
}

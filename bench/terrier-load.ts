import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { PROJECT_ROOT } from '../src/config.ts';
import { nodeEnv, nodeFlags } from '../src/launch/flags.mjs';
import type { LoadReport } from '../src/loading/ingest/report.ts';
import type { IngestKind } from '../src/loading/ingest/target.ts';
import { residentOf } from './machine.ts';
import type { Rig } from './rig.ts';

export interface Load {
  report: LoadReport;
  /** Seconds, including the start of the program. */
  all: number;
  /** Resident memory in MiB while it runs; empty if the system does not report it. */
  resident: number[];
}

/** Runs `terrier ingest` with a file or flags in its own process. Throws when it does not load everything. */
export async function terrierLoad(rig: Rig, kind: IngestKind, ...given: string[]): Promise<Load> {
  const started = performance.now();
  const main = join(PROJECT_ROOT, 'src', 'main.ts');
  const child = spawn(process.execPath, [...nodeFlags('ingest'), main, 'ingest', kind, ...given, '--json'], {
    env: { ...nodeEnv('ingest'), ...process.env, ...rig.env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const resident: number[] = [];
  const sampler = setInterval(() => {
    const now = residentOf(child.pid!);
    if (now !== null) resident.push(now);
  }, 250);
  const [output] = await Promise.all([child.stdout.toArray(), once(child, 'exit')]);
  clearInterval(sampler);
  const report = JSON.parse(Buffer.concat(output).toString()) as LoadReport;
  if (report.error !== null || report.rejected > 0) throw new Error(`ingest: ${JSON.stringify(report)}`);
  return { report, all: (performance.now() - started) / 1000, resident };
}

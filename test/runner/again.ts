import type { FileReport } from './report.ts';

/** Loads and sends, where a failure may be a lost or doubled event, however rare. */
const STRICT = ['test/loading/ingest/', 'test/webhooks/'];
const TIMES = 2;

/**
 * Runs the files that failed again, twice and alone. A file that passes both times failed by chance: its second report
 * counts, and a line FLAKY says so. After one that fails again, no other is tried: the run has failed anyway.
 * @param run runs a file once.
 * @returns all reports, in order, and the lines.
 */
export async function runAgain(
  reports: FileReport[],
  run: (file: string) => Promise<FileReport>,
): Promise<{ reports: FileReport[]; flaky: string[] }> {
  const passes = async (file: string): Promise<FileReport | undefined> => {
    let report: FileReport | undefined;
    for (let time = 0; time < TIMES; time++) {
      report = await run(file);
      if (report.failed > 0) return undefined;
    }
    return report;
  };
  const flaky: string[] = [];
  const settled = [...reports];
  for (const [at, { file, failed, failures }] of reports.entries()) {
    if (failed === 0) continue;
    if (STRICT.some((folder) => file.startsWith(folder))) break;
    const passed = await passes(file);
    if (!passed) break;
    settled[at] = passed;
    flaky.push(...failures.map((failure) => `FLAKY ${file}: ${failure}`));
  }
  return { reports: settled, flaky };
}

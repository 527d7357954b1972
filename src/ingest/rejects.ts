import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { count, type LoadReport } from './report.ts';

/**
 * Lists rejected lines by file, line number and reason in an NDJSON file, which is made when the first comes.
 * The rows themselves are not copied: they may hold personal data, and the input still has them.
 */
export function rejectsFile(folder: string, report: LoadReport) {
  let stream: WriteStream | null = null;
  return {
    add(file: string, line: number, reason: string): void {
      report.rejected++;
      count(report.rejected_by_reason, reason);
      if (!stream) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const name = `${report.kind}-${new Date().toISOString().replaceAll(':', '-')}.ndjson`;
        report.rejects_file = join(folder, name);
        stream = createWriteStream(report.rejects_file, { mode: 0o600 });
      }
      stream.write(`${JSON.stringify({ file, line, reason })}\n`);
    },
    async close(): Promise<void> {
      if (!stream) return;
      stream.end();
      await finished(stream);
    },
  };
}
export type RejectsFile = ReturnType<typeof rejectsFile>;

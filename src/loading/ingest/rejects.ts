import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type LineFile, lineFile } from './line-file.ts';
import { count, type LoadReport, nulledCounter } from './report.ts';

/**
 * Lists rejected lines by file, line number, field and reason in an NDJSON file, and nulled values likewise in the file
 * given for them. Rows and values are not copied: they may hold personal data, and the input still has them.
 */
export function rejectsFile(folder: string, report: LoadReport, nulledFile: LineFile | null = null) {
  let rejected: LineFile | null = null;
  const nulled = nulledCounter(report);
  return {
    /** `field` is its canonical name; null where the whole line is at fault. */
    add(file: string, line: number, reason: string, field: string | null = null): void {
      report.rejected++;
      count(report.rejected_by_reason, reason);
      if (!rejected) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const name = `${report.kind}-${new Date().toISOString().replaceAll(':', '-')}.ndjson`;
        report.rejects_file = join(folder, name);
        rejected = lineFile(report.rejects_file);
      }
      rejected.add({ file, line, field, reason });
    },
    /** @param record as it was published. */
    nulled(file: string, line: number, notes: readonly string[], record: Record<string, unknown>): void {
      for (const note of notes) {
        const colon = note.indexOf(':');
        const field = note.slice(0, colon);
        nulled.add(note, field, record);
        nulledFile?.add({ file, line, field, reason: note.slice(colon + 1) });
      }
    },
    close(): void {
      nulled.finish();
      rejected?.close();
      nulledFile?.close();
    },
  };
}
export type RejectsFile = ReturnType<typeof rejectsFile>;

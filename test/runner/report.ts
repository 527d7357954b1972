import { Parser, type Result } from 'tap-parser';
import { stringify } from 'yaml';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The report of one test file: its counts of single assertions, the names of the failures, and the last assertion. */
export interface FileReport extends Counts {
  file: string;
  failures: string[];
  last?: string;
}

/**
 * A parser of one test file's TAP. It prints each failure completely: the file, the titles of the tests that it is in,
 * and tap's explanation. tap's own reporters print either every assertion or no counts of single ones.
 */
export function fileParser(file: string, print: (text: string) => void) {
  const report: FileReport = { file, passed: 0, failed: 0, skipped: 0, failures: [] };
  const fail = (name: string, explanation?: unknown): void => {
    report.failed++;
    report.failures.push(name);
    print(`not ok ${file} > ${name}`);
    if (explanation) print(stringify(explanation, { lineWidth: 0 }).trimEnd().replace(/^/gm, '  '));
  };
  const listen = (parser: Parser): void => {
    parser.on('child', listen);
    parser.on('assert', (result: Result) => {
      report.last = result.fullname;
      if (String(result.skip).startsWith('filter out')) return;
      if (result.skip || result.todo) report.skipped++;
      else if (!result.ok && !(result.closingTestPoint && report.failed > 0))
        fail(result.fullname, result.diag);
      else if (result.ok && !result.closingTestPoint) report.passed++;
    });
    parser.on('bailout', (reason: string) => fail('bailed out', reason));
  };
  const parser = new Parser();
  listen(parser);
  return { parser, report, fail };
}

/** The last lines of a run: the failures, one on each line, and the counts. */
export function summary(reports: FileReport[]): string {
  const sum = (kind: keyof Counts) => reports.reduce((all, one) => all + one[kind], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  const failures = reports.flatMap(({ file, failures }) =>
    failures.map((failure) => `failed: ${file} > ${failure}`),
  );
  return [...failures, `${sum('passed')} passed, ${sum('failed')} failed${skipped}`].join('\n');
}

import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { counted } from '../domain/in-words.ts';
import { examine } from './doctor/examine.ts';
import { type Finding, type Level, worstOf } from './doctor/finding.ts';
import { print, table } from './print.ts';

const EXIT_STATUS: Record<Level, number> = { ok: 0, problem: 1, warning: 3 };

function summary(findings: readonly Finding[]): string {
  const count = (wanted: Level) => findings.filter(({ level }) => level === wanted).length;
  if (worstOf(findings) === 'ok') return 'All is well.';
  return `${counted(count('problem'), 'problem')}, ${counted(count('warning'), 'warning')}.`;
}

function show(findings: readonly Finding[]): void {
  const rows = findings.map(({ level, check, finding, action }) => [
    level,
    check,
    action === null ? finding : `${finding} ${action}`,
  ]);
  print(table(['STATE', 'CHECK', 'FINDING'], rows));
  print(summary(findings));
}

export const doctorCommand = new Command('doctor')
  .option('--json', 'print the findings as one JSON object')
  .addHelpText(
    'after',
    `
It only looks and changes nothing: stopped servers are not started. Passwords and keys are not printed. Disk and clock are
those of the machine that it runs on: run it where Terrier runs, with the same settings.

Exit status: 0 all is well, 3 there are warnings, 1 there is a problem.`,
  )
  .action(async ({ json }: { json?: boolean }) => {
    const findings = await examine(readConfig());
    const level = worstOf(findings);
    if (json) print(JSON.stringify({ level, findings }));
    else show(findings);
    process.exitCode = EXIT_STATUS[level];
  });

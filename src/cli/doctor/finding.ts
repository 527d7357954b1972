import { codesOf } from '../../stores/mysql/retry.ts';

/** A warning can wait; a problem cannot. */
const LEVELS = ['ok', 'warning', 'problem'] as const;
export type Level = (typeof LEVELS)[number];

/** What a check found and what to do about it, in a sentence each; null when there is nothing to do. */
export interface Verdict {
  level: Level;
  finding: string;
  action: string | null;
}

/** A verdict with the name of its check. */
export interface Finding extends Verdict {
  check: string;
}

export const ok = (finding: string): Verdict => ({ level: 'ok', finding, action: null });
export const warning = (finding: string, action: string): Verdict => ({ level: 'warning', finding, action });
export const problem = (finding: string, action: string): Verdict => ({ level: 'problem', finding, action });

/** The worst of some levels; `ok` if there are none. */
export const worstOf = (verdicts: readonly Pick<Verdict, 'level'>[]): Level =>
  LEVELS.findLast((level) => verdicts.some((verdict) => verdict.level === level)) ?? 'ok';

/** The finding of a check; a warning when the check cannot read what it looks at. */
export async function examined(check: string, examine: () => Promise<Verdict>): Promise<Finding> {
  const unread = (error: Error) =>
    warning(
      `It could not be looked at (${codesOf(error).code ?? error.message}).`,
      'Run it again; if it stays, see what the user of this server may read.',
    );
  return { check, ...(await examine().catch(unread)) };
}

/** A warning can wait until somebody has time; a problem cannot. */
export type Level = 'ok' | 'warning' | 'problem';

/** What a check tells: a sentence of what is so, and one of what to do; null when there is nothing to do. */
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

const MOST_NAMED = 5;

/** Names in a sentence; of many only the first. */
export function listed(names: readonly string[]): string {
  const first = names.slice(0, MOST_NAMED).join(', ');
  return names.length <= MOST_NAMED ? first : `${first} and ${names.length - MOST_NAMED} more`;
}

const ORDER: Level[] = ['ok', 'warning', 'problem'];

/** The worst of some levels; ok without any. */
export const worstOf = (verdicts: readonly Pick<Verdict, 'level'>[]): Level =>
  ORDER.findLast((level) => verdicts.some((verdict) => verdict.level === level)) ?? 'ok';

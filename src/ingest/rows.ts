/** Why a row, or one field of it, cannot be taken; `field` is its canonical name where a single one is at fault. */
export interface Fault {
  reason: string;
  field?: string;
}

/** One record as read, or the reason why it could not be. `line` is where it starts in its file, from 1. */
export type InputRow =
  | { line: number; raw: string; record: Record<string, unknown> }
  | ({ line: number } & Fault);

/** Longest line or record of an input file, in bytes. */
export const LONGEST_LINE = 1 << 20;
/** Deepest nesting of a record in JSON, itself included; of a feature, all of it. */
export const MOST_LEVELS = 100;

// JSON.stringify escapes these characters, and only where they stand alone; an even run of backslashes before is text.
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

function unstorableText(json: string): string | null {
  if (NUL.test(json)) return 'nul_character';
  return LONE_SURROGATE.test(json) ? 'invalid_unicode' : null;
}

/** Whether a value of JSON is nested deeper than so many levels. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) if (isDeeper((value as Record<string, unknown>)[key], levels - 1)) return true;
  return false;
}

/** Why a record read from JSON is too deep to be worked with, or null. */
export function tooDeep(record: object): Fault | null {
  for (const key in record) {
    if (isDeeper((record as Record<string, unknown>)[key], MOST_LEVELS - 1))
      return { reason: 'nested_too_deep', field: key };
  }
  return null;
}

/** Why a record cannot be stored, or null: it holds a NUL, or half of a character. */
export function unstorable(record: Record<string, unknown>): Fault | null {
  const reason = unstorableText(JSON.stringify(record));
  if (reason === null) return null;
  const field = Object.keys(record).find((key) => unstorableText(JSON.stringify(record[key])) !== null);
  return { reason, field };
}

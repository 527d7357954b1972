/** One record as read, or the reason why it could not be. `line` is where it starts in its file, from 1. */
export type Row =
  | { line: number; raw: string; record: Record<string, unknown> }
  | { line: number; reason: string };

/** Longest line or record of an input file, in bytes. */
export const LONGEST_LINE = 1 << 20;

// JSON.stringify escapes these characters, and only where they stand alone; an even run of backslashes before is text.
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/** Why a record cannot be stored, or null: it holds a NUL, or half of a character. `json` is from JSON.stringify. */
export function unstorable(json: string): string | null {
  if (NUL.test(json)) return 'nul_character';
  return LONE_SURROGATE.test(json) ? 'invalid_unicode' : null;
}

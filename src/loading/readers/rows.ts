/** Why a row or one field cannot be taken; `field` is a canonical name. */
export interface Fault {
  reason: string;
  field?: string;
}

/** A row that cannot be taken. `line` is where a row starts in its file, from 1. */
export type Rejected = { line: number } & Fault;

/**
 * A record as a row: `raw` is its text, where that is another one than its JSON; `cells` are those of the published row that
 * it was made of.
 */
export interface RecordRow {
  line: number;
  raw?: string;
  cells?: Readonly<Record<string, unknown>>;
  record: Record<string, unknown>;
}

export type InputRow = RecordRow | Rejected;

/** Longest line, in bytes. */
export const LONGEST_LINE = 1 << 20;
/** Most levels of JSON in a record or a whole feature. */
export const MOST_LEVELS = 100;

// JSON.stringify escapes exactly these characters; an even number of backslashes before the escape is text.
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

function unstorableText(json: string): string | null {
  if (NUL.test(json)) return 'nul_character';
  return LONE_SURROGATE.test(json) ? 'invalid_unicode' : null;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) if (isDeeper((value as Record<string, unknown>)[key], levels - 1)) return true;
  return false;
}

/** Why a record is nested too deep, or null. */
export function tooDeep(record: object): Fault | null {
  for (const key in record) {
    if (isDeeper((record as Record<string, unknown>)[key], MOST_LEVELS - 1))
      return { reason: 'nested_too_deep', field: key };
  }
  return null;
}

/** Why a record cannot be stored, or null: it has a NUL or half of a surrogate pair. */
export function unstorable(record: Record<string, unknown>): Fault | null {
  const reason = unstorableText(JSON.stringify(record));
  if (reason === null) return null;
  const field = Object.keys(record).find((key) => unstorableText(JSON.stringify(record[key])) !== null);
  return { reason, field };
}

/** One record as read, or the reason why it could not be. `line` is where it starts in its file, from 1. */
export type Row =
  | { line: number; raw: string; record: Record<string, unknown> }
  | { line: number; reason: string };

/** Longest line or record of an input file, in bytes. */
export const LONGEST_LINE = 1 << 20;

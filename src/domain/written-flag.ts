const YES = new Set(['true', 't', 'yes', 'y', '1']);
const NO = new Set(['false', 'f', 'no', 'n', '0']);

/** Reads a text as a flag, by the usual words, letters and figures in any case; null for other text. */
export function readFlag(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}

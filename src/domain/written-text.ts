import { decodeHTMLStrict } from 'entities';

const NO_BREAK = /\u00a0/g;

/**
 * A text without HTML entities: `SMITH &amp; SONS` is `SMITH & SONS`, and so is `SMITH &amp;amp; SONS`. A plain `&` stays, and
 * a non-breaking space becomes a plain one.
 */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  const decoded = decodeHTMLStrict(text).replace(NO_BREAK, ' ');
  return decoded === text ? text : withoutEntities(decoded);
}

const LONGEST = 80;
const WITHHELD = /\b(?:REDACTED|CONFIDENTIAL|WITHHELD|SUPPRESSED|(?:NOT |UN)DISCLOSED)\b/i;
/** Words beside it that are neither a name nor a place: `OWNER NAME WITHHELD BY REQUEST`, `CONFIDENTIAL PER F.S. 119.071`. */
const OTHER_WORDS =
  /\b(?:OWNER(?:S|SHIP)?|NAMES?|(?:MAILING )?ADDRESS(?:ES)?|INFO(?:RMATION)?|DATA|RECORDS?|PUBLIC|PROTECTED|EXEMPT|IS|ARE|THE|BY|PER|AT|OF|FROM|ON|FOR|UNDER|TO|DUE|REQUEST(?:ED)?|LAW|STATUTES?|STATE|COUNTY|FS|F\.S\.?)(?=\W|$)/gi;

/**
 * Whether a text in place of a name or an address says that it is withheld: it has such a word, and else only words that
 * none needs. `CONFIDENTIAL INVESTMENTS LLC` is a name.
 */
export function isWithheld(told: string): boolean {
  if (told.length > LONGEST || !WITHHELD.test(told)) return false;
  return !/\p{L}/u.test(told.replace(new RegExp(WITHHELD, 'gi'), '').replace(OTHER_WORDS, ''));
}

const YES = new Set(['true', 't', 'yes', 'y', '1']);
const NO = new Set(['false', 'f', 'no', 'n', '0']);

/** Reads a text as a flag, by the usual words, letters and figures in any case; null for other text. */
export function readFlag(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}

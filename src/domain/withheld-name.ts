const LONGEST = 80;
const WITHHELD = /\b(?:REDACTED|CONFIDENTIAL|WITHHELD|SUPPRESSED|(?:NOT |UN)DISCLOSED)\b/i;
/** Words beside it that are no name: `OWNER NAME WITHHELD BY REQUEST`, `CONFIDENTIAL PER F.S. 119.071`. */
const OTHER_WORDS =
  /\b(?:OWNER(?:S|SHIP)?|NAMES?|INFO(?:RMATION)?|DATA|RECORDS?|PUBLIC|PROTECTED|EXEMPT|IS|ARE|THE|BY|PER|AT|OF|FROM|ON|FOR|UNDER|TO|DUE|REQUEST(?:ED)?|LAW|STATUTES?|STATE|COUNTY|FS|F\.S\.?)(?=\W|$)/gi;

/**
 * Whether a text in place of a name says that the name is withheld: it has such a word, and else only words that no name
 * needs. `CONFIDENTIAL INVESTMENTS LLC` is a name.
 */
export function isWithheld(name: string): boolean {
  if (name.length > LONGEST || !WITHHELD.test(name)) return false;
  return !/\p{L}/u.test(name.replace(new RegExp(WITHHELD, 'gi'), '').replace(OTHER_WORDS, ''));
}

import { RE2JS } from 're2js';

/** Blanks that RE2 does not know, such as the no-break space: it knows only those of ASCII. */
const OTHER_BLANKS = /[^\S\t\n\f\r ]/g;
const REFERENCE = /\$(\d+)|\$\{(\d+)\}|\\(\d+)|\\g<(\d+)>/g;

const NO_CITY = 'UNIT|APT|STE|SUITE|LOT|REAR|BLDG|FL';
const SIDES = 'NORTH|SOUTH|EAST|WEST';
/** A city after a street's suffix, as the group of a pattern: a direction or a unit there is none. */
export const CITY_AFTER = String.raw`((?:[A-Za-z]{2,}\b(?<! (?:[NSEWnsew][EWew]|${NO_CITY}|${SIDES}))|(?:[A-Za-z]\b(?<! [NSEWnsew])|(?:${SIDES})\b)[ .'-])[A-Za-z .'-]*?)`;
/** The same in source files that were kept before; RE2 has no lookahead. */
const AHEAD = String.raw`(?![NSEWnsew][EWew]?\b|(?:${NO_CITY})\b|(?:${SIDES})$)([A-Za-z][A-Za-z .'-]+?)`;

/** The pieces of a replacement: texts, and numbers of groups. */
function piecesOf(replace: string): (string | number)[] {
  const pieces: (string | number)[] = [];
  let end = 0;
  for (const match of replace.matchAll(REFERENCE)) {
    pieces.push(replace.slice(end, match.index));
    pieces.push(Number(match[1] ?? match[2] ?? match[3] ?? match[4]));
    end = match.index + match[0].length;
  }
  return [...pieces, replace.slice(end)];
}

function compiled(pattern: string): RE2JS {
  if (/\\k/.test(pattern)) throw new Error('it refers to a group');
  const known = pattern.replace(AHEAD, () => CITY_AFTER).replace(/\\Z$/, '$');
  return RE2JS.compile(RE2JS.translateRegExp(known), RE2JS.LOOKBEHINDS);
}

/**
 * Reads texts by a pattern in the syntax of RE2, Python or JavaScript, in time that is linear in the text. Without
 * `replace`, it reads the groups of the first match, one after the other, and a blank without a match; with it, the text
 * with every match replaced, in which `$1` is a group.
 * @param report gets what is wrong with one of the two.
 * @returns null after a report.
 */
export function patternReader(
  pattern: string,
  replace: string | undefined,
  report: (key: 'pattern' | 'replace', words: string) => void,
): ((text: string) => string) | null {
  let re2: RE2JS;
  try {
    re2 = compiled(pattern);
  } catch (error) {
    const words = (error as Error).message.replace('error parsing regexp: ', '');
    report(
      'pattern',
      `is not a regular expression of RE2, which has no lookahead and no references: ${words}`,
    );
    return null;
  }
  const plain = (text: string) => text.replace(OTHER_BLANKS, ' ');
  // As in OpenAddresses, a blank replacement is the same as none.
  if (!replace) return (text) => re2.exec(plain(text))?.slice(1).join('') ?? '';
  const pieces = piecesOf(replace);
  const groups = re2.groupCount();
  const missing = pieces.find((piece) => typeof piece === 'number' && piece > groups);
  if (missing !== undefined) {
    report('replace', `names group ${missing}, and the pattern has ${groups}`);
    return null;
  }
  const put = (...match: string[]) =>
    pieces.map((piece) => (typeof piece === 'number' ? (match[piece] ?? '') : piece)).join('');
  return (text) => re2.matcher(plain(text)).replaceAll(put);
}

import Type from 'typebox';
import { within } from '../checks.ts';
import { Column, Parameters, sourceFunction } from './function.ts';
import { type Found, type Pattern, patternOf } from './pattern.ts';

const REFERENCE = /\$(\d+)|\$\{(\d+)\}|\\(\d+)|\\g<(\d+)>/g;

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

/**
 * Without `replace`, the groups of the first match, one after the other; blank without a match. With it, the text with
 * every match replaced, unchanged without a match.
 */
export const regexp = sourceFunction(
  Parameters('regexp', {
    field: Column,
    pattern: Type.String({ minLength: 1 }),
    replace: Type.Optional(Type.String()),
  }),
  ({ field, pattern, replace }, { place, report }) => {
    const at = within(place, 'pattern');
    let found: Pattern;
    try {
      found = patternOf(pattern, at);
    } catch (error) {
      report(at, `is not a regular expression: ${(error as Error).message}`);
      return null;
    }
    // As in OpenAddresses, a blank replacement is the same as none.
    if (!replace) {
      return (texts) => {
        const text = texts(field, 'field');
        return (cells) => found.first(text(cells))?.slice(1).join('') ?? '';
      };
    }
    const pieces = piecesOf(replace);
    const missing = pieces.find((piece) => typeof piece === 'number' && piece > found.groups);
    if (missing !== undefined) {
      report(within(place, 'replace'), `names group ${missing}, and the pattern has ${found.groups}`);
      return null;
    }
    const put = (match: Found) =>
      pieces.map((piece) => (typeof piece === 'number' ? (match[piece] ?? '') : piece)).join('');
    return (texts) => {
      const text = texts(field, 'field');
      return (cells) => found.replaced(text(cells), put);
    };
  },
);

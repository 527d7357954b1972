import Type from 'typebox';
import { within } from '../checks.ts';
import { Column, Parameters, sourceFunction } from './function.ts';

const FLAGS = /^\(\?([aimsux]+)\)/;
const REFERENCE = /\$(\d+)|\$\{(\d+)\}|\\(\d+)|\\g<(\d+)>/g;

/** A pattern as Python writes it, as JavaScript's. Throws where JavaScript has nothing like it. */
function expression(pattern: string, flags: string): RegExp {
  const leading = FLAGS.exec(pattern);
  const given = [...(leading?.[1] ?? '')].filter((flag) => 'ims'.includes(flag)).join('');
  const body = (leading ? pattern.slice(leading[0].length) : pattern)
    .replaceAll('(?P<', '(?<')
    .replace(/\(\?P=(\w+)\)/g, '\\k<$1>')
    .replace(/^\\A/, '^')
    .replace(/\\Z$/, '$');
  return new RegExp(body, flags + given);
}

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

const groupsIn = (regexp: RegExp) =>
  (new RegExp(`${regexp.source}|`, regexp.flags).exec('')?.length ?? 1) - 1;

/**
 * Without `replace`, the groups of the first match, one after the other; blank without a match. With it, the text with
 * every match replaced, as it stands without a match.
 */
export const regexp = sourceFunction(
  Parameters('regexp', {
    field: Column,
    pattern: Type.String({ minLength: 1 }),
    replace: Type.Optional(Type.String()),
  }),
  ({ field, pattern, replace }, { place, report }) => {
    let search: RegExp;
    let all: RegExp;
    try {
      search = expression(pattern, '');
      all = expression(pattern, 'g');
    } catch (error) {
      report(within(place, 'pattern'), `is not a regular expression: ${(error as Error).message}`);
      return null;
    }
    // As OpenAddresses has it: a blank replacement is none.
    if (!replace) {
      return (texts) => {
        const text = texts(field, 'field');
        return (cells) => search.exec(text(cells))?.slice(1).join('') ?? '';
      };
    }
    const pieces = piecesOf(replace);
    const most = groupsIn(all);
    const missing = pieces.find((piece) => typeof piece === 'number' && piece > most);
    if (missing !== undefined) {
      report(within(place, 'replace'), `names group ${missing}, and the pattern has ${most}`);
      return null;
    }
    return (texts) => {
      const text = texts(field, 'field');
      return (cells) =>
        text(cells).replace(all, (...match) =>
          pieces.map((piece) => (typeof piece === 'number' ? (match[piece] ?? '') : piece)).join(''),
        );
    };
  },
);

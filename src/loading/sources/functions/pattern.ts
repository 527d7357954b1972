import { createContext, Script } from 'node:vm';
import { RE2JS } from 're2js';

/** How long a pattern that may be slow can take for one text, in milliseconds. */
const LONGEST = 2_000;

/** What is found: the whole match, then its groups. */
export type Found = readonly (string | undefined)[];

/** A pattern that does not run for long, whatever the text. */
export interface Pattern {
  groups: number;
  /** The first match, or null. */
  first(text: string): Found | null;
  /** The text with every match replaced. */
  replaced(text: string, put: (found: Found) => string): string;
}

const FLAGS = /^\(\?([aimsux]+)\)/;
/** Blanks that RE2 does not know, such as the no-break space: it knows only those of ASCII. */
const OTHER_BLANKS = /[^\S\t\n\f\r ]/g;
const plain = (text: string) => text.replace(OTHER_BLANKS, ' ');

/** Translates a pattern from Python's syntax to JavaScript's, with its flags. */
function translated(pattern: string): { body: string; flags: string } {
  const leading = FLAGS.exec(pattern);
  const flags = [...(leading?.[1] ?? '')].filter((flag) => 'ims'.includes(flag)).join('');
  const body = (leading ? pattern.slice(leading[0].length) : pattern)
    .replaceAll('(?P<', '(?<')
    .replace(/\(\?P=(\w+)\)/g, '\\k<$1>')
    .replace(/^\\A/, '^')
    .replace(/\\Z$/, '$');
  return { body, flags };
}

/** RE2 takes time in proportion to the text. Null for what it does not have, such as references to groups. */
function linear(regexp: RegExp): Pattern | null {
  let re2: RE2JS;
  try {
    re2 = RE2JS.compile(RE2JS.translateRegExp(regexp), RE2JS.LOOKBEHINDS);
  } catch {
    return null;
  }
  return {
    groups: re2.groupCount(),
    first: (text) => re2.exec(plain(text)),
    replaced: (text, put) => re2.matcher(plain(text)).replaceAll((...match: string[]) => put(match)),
  };
}

const FIRST = new Script('regexp.exec(text)');
const ALL = new Script('Array.from(text.matchAll(regexp))');

/** JavaScript's own expressions; a match that takes too long is stopped. Watching one costs a third of a millisecond. */
function timed(regexp: RegExp, groups: number, name: string): Pattern {
  const place = createContext({ text: '', regexp: new RegExp(regexp, `${regexp.flags}g`) });
  function run(script: Script, text: string) {
    place.text = text;
    place.regexp.lastIndex = 0;
    try {
      return script.runInContext(place, { timeout: LONGEST });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      throw new Error(
        `${name} took over ${LONGEST / 1_000} s for one value, and was stopped. Repetitions of repetitions, such as ` +
          '(a+)+, do that: write it without them, or without lookahead and references to groups.',
      );
    }
  }
  return {
    groups,
    first: (text) => run(FIRST, text),
    replaced(text, put) {
      const all: RegExpExecArray[] = run(ALL, text);
      let made = '';
      let end = 0;
      for (const found of all) {
        made += text.slice(end, found.index) + put(found);
        end = found.index + found[0].length;
      }
      return made + text.slice(end);
    },
  };
}

const groupsIn = (regexp: RegExp) =>
  (new RegExp(`${regexp.source}|`, regexp.flags).exec('')?.length ?? 1) - 1;

/**
 * A pattern in Python's syntax. Source files come from others, so patterns are matched by RE2, which takes time in
 * proportion to the text; one that RE2 does not have is stopped after two seconds.
 * @param name what the error calls the pattern when a match is stopped.
 * @throws SyntaxError when it is not a pattern; its methods throw an error with a sentence when a match is stopped.
 */
export function patternOf(pattern: string, name: string): Pattern {
  const { body, flags } = translated(pattern);
  const regexp = new RegExp(body, flags);
  return linear(regexp) ?? timed(regexp, groupsIn(regexp), name);
}

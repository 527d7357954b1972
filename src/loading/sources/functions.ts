import { RE2JS } from 're2js';
import type { Static } from 'typebox';
import Type from 'typebox';
import { readNumber, saysNothing } from '../../domain/written-number.ts';
import { type Columns, type Read, textOf, wordsOf } from './columns.ts';
import { mailingStreet } from './mailing.ts';

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

/** Makes the reader of a value from a table's columns, to which it reports those that the table does not have. */
export type Bind = (columns: Columns) => Read<unknown>;

/** Texts that mean nothing. */
export const BLANK = Type.Optional(Type.Array(Type.String(), { minItems: 1 }));

/** A change of a value. */
export type Step = (value: unknown) => unknown;

/** Replaces texts that mean nothing with null; figures also when they are written in another way. */
export function blankStep(blank: readonly string[]): Step {
  const texts = new Set(blank.map((text) => text.trim()));
  const figures = new Set(blank.flatMap((text) => readNumber(text) ?? []));
  return (value) => {
    const text = textOf(value).trim();
    if (texts.has(text)) return null;
    const figure = readNumber(text);
    return figure !== null && figures.has(figure) ? null : value;
  };
}

/** Reads several values of a row as one. */
const together =
  (parts: readonly Bind[], make: (values: readonly unknown[]) => unknown): Bind =>
  (columns) => {
    const reads = parts.map((bind) => bind(columns));
    return (cells) => make(reads.map((read) => read(cells)));
  };

/** The filled values, trimmed, with the separator between them. */
export const joined = (parts: readonly Bind[], separator = ' '): Bind =>
  together(parts, (values) =>
    values
      .map((value) => wordsOf(value))
      .filter((text) => text !== '')
      .join(separator),
  );

/** The first value that says something and is not listed as blank; null when none does. */
const first = (parts: readonly Bind[], blank: readonly string[] = []): Bind => {
  const step = blankStep(blank);
  return together(
    parts,
    (values) => values.map((value) => textOf(step(value))).find((text) => !saysNothing(text)) ?? null,
  );
};

const ofText = (part: Bind, make: (text: string) => unknown): Bind =>
  together([part], ([value]) => make(textOf(value)));

/** The parameters of an object, as they are made of columns. */
interface Parts {
  single(parameter: string): Bind;
  all(parameter: string): Bind[];
  report(parameter: string, words: string): void;
}

/** How a value is made of columns, with the parameters that say so. */
export interface Made {
  parameters: Type.TProperties;
  make(json: unknown, parts: Parts): Bind;
}

const madeBy = <P extends Type.TProperties>(
  parameters: P,
  make: (json: Static<Type.TObject<P>>, parts: Parts) => Bind,
): Made => ({
  parameters,
  // They are checked before.
  make: (json, parts) => make(json as Static<Type.TObject<P>>, parts),
});

const PLACE = /\$(\d+)/g;

/**
 * Columns in a form such as `$1-$2`. As in OpenAddresses, a blank column is left out with the literal before it, which
 * also needs a filled column before; a final `.0` of a column is dropped; blank when all columns are.
 */
function formed(parts: readonly Bind[], form: string): Bind {
  const literals = form.split(/\$\d+/);
  const places = [...form.matchAll(PLACE)].map((match) => Number(match[1]) - 1);
  return together(parts, (values) => {
    let made = '';
    let isFilled = false;
    for (const [at, place] of places.entries()) {
      const text = wordsOf(values[place]);
      if (at === 0 || (isFilled && text !== '')) made += literals[at];
      if (text === '') continue;
      made += text.replace(/\.0$/, '');
      isFilled = true;
    }
    return isFilled ? made + literals.at(-1) : '';
  });
}

/**
 * Steps one after another, which may name `variable` as a column: it holds what the ones before made. As in OpenAddresses,
 * a blank result does not change the variable, and the last result counts.
 */
const chained =
  (steps: readonly Bind[], variable: string): Bind =>
  (columns) => {
    let made = '';
    const reads = steps.map((bind) =>
      bind((name, at) => (name === variable ? () => made : columns(name, at))),
    );
    return (cells) => {
      made = '';
      let last: string | null = null;
      for (const read of reads) {
        const result = read(cells);
        if (result !== null) last = textOf(result);
        if (last) made = last;
      }
      return last;
    };
  };

const Text = Type.String({ minLength: 1 });
const List = Type.Array(Type.Unknown(), { minItems: 1 });
const field = { field: Type.Unknown() };
const fields = { fields: List };
const text = Type.Optional(Type.String());
const constant = (value: string) => together([], () => value);

/** What an object is made of, by its key. */
export const MADE: Readonly<Record<string, Made>> = {
  column: madeBy({ column: Type.Unknown() }, (_, { single }) => single('column')),
  columns: madeBy({ columns: List, separator: text }, ({ separator }, { all }) =>
    joined(all('columns'), separator),
  ),
  first: madeBy({ first: List, blank: BLANK }, ({ blank }, { all }) => first(all('first'), blank)),
  constant: madeBy({ constant: Type.String() }, (json) => constant(json.constant)),
};

/** The functions of OpenAddresses that are read, and `mailing_street`. The pattern of `regexp` is read as everywhere. */
export const FUNCTIONS: Readonly<Record<string, Made>> = {
  join: madeBy({ ...fields, separator: text }, ({ separator }, { all }) => joined(all('fields'), separator)),
  first_non_empty: madeBy(fields, (_, { all }) => first(all('fields'))),
  constant: madeBy({ value: Type.String() }, ({ value }) => constant(value)),
  regexp: madeBy({ ...field, pattern: Text }, (_, { single }) => single('field')),
  map: madeBy(
    { ...field, mapping: Type.Record(Type.String(), Type.String()), else: text },
    ({ mapping, else: other = '' }, { single }) => {
      const meanings = new Map(Object.entries(mapping));
      return ofText(single('field'), (value) => meanings.get(value.trim()) ?? other);
    },
  ),
  format: madeBy({ ...fields, format: Text }, ({ fields: { length }, format }, { all, report }) => {
    const places = [...format.matchAll(PLACE)].map(([, place]) => Number(place));
    const unknown = places.find((place) => place < 1 || place > length);
    if (unknown !== undefined) report('format', `names $${unknown}, and there are ${length} fields, from $1`);
    else if (places.length === 0) report('format', 'names no field: write $1 for the first');
    return formed(all('fields'), format);
  }),
  chain: madeBy({ variable: Text, functions: List }, ({ variable }, { all }) =>
    chained(all('functions'), variable),
  ),
  /** The street of a mailing line, without a recipient before it: `C/O JO DOE 12 ELM ST` is `12 ELM ST`. */
  mailing_street: madeBy(field, (_, { single }) => ofText(single('field'), mailingStreet)),
};

const NUMBER = String.raw`\s*(?:\d+(?:[ -]\d/\d)?|\d+-\d+|\d+-?[A-Z])\s+`;
const UNIT = String.raw`(?:(?:UNIT|APARTMENT|APT\.?|SUITE|STE\.?|BUILDING|BLDG\.?|LOT)\s+|#).+`;

type Json = Readonly<Record<string, unknown>>;
const matched = ({ field: column }: Json, pattern: string) => `write ${JSON.stringify({ column, pattern })}`;
const unread = () =>
  'write the part that is kept as the group of a "pattern", or an adapter: a module whose map(row) makes the records';

/** Functions of OpenAddresses that no source of parcels uses, with what to write instead. */
export const REFUSED = new Map<string, (json: Json) => string>([
  ['prefixed_number', (json) => matched(json, `(?i)^${NUMBER.replace('(?:', '(')}`)],
  [
    'postfixed_street',
    (json) =>
      matched(
        json,
        json.may_contain_units ? `(?i)^(?:${NUMBER})?(.+?)(?:\\s+${UNIT})?$` : `(?i)^(?:${NUMBER})?(.*)`,
      ),
  ],
  ['postfixed_unit', (json) => matched(json, `(?i)\\s(${UNIT})$`)],
  ['get', (json) => matched(json, `^\\[(?:"[^"]*", *){${json.index}}"([^"]*)"`)],
  ['remove_prefix', unread],
  ['remove_postfix', unread],
]);

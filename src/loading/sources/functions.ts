import Type, { type Static } from 'typebox';
import { readNumber, saysNothing } from '../../domain/written-number.ts';
import type { Cell } from '../readers/table.ts';
import { type Columns, type Read, textOf, wordsOf } from './columns.ts';
import { mailingStreet } from './mailing.ts';

/** Makes the reader of a value from a table's columns, to which it reports those that the table does not have. */
export type Bind = (columns: Columns) => Read<unknown>;

/** A value as text; a blank for none. */
export const textIn = (value: unknown): string => textOf(value as Cell);

/** Texts that mean nothing. */
export const BLANK = Type.Optional(Type.Array(Type.String(), { minItems: 1 }));

/** A change of a value. */
export type Step = (value: unknown) => unknown;

/** Replaces texts that mean nothing with null; figures also when they are written in another way. */
export function blankStep(blank: readonly string[]): Step {
  const texts = new Set(blank.map((text) => text.trim()));
  const figures = new Set(blank.flatMap((text) => readNumber(text) ?? []));
  return (value) => {
    const text = textIn(value).trim();
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
      .map((value) => wordsOf(value as Cell))
      .filter((text) => text !== '')
      .join(separator),
  );

/** The first value that says something and is not listed as blank; null when none does. */
const first = (parts: readonly Bind[], blank: readonly string[] = []): Bind => {
  const step = blankStep(blank);
  return together(
    parts,
    (values) => values.map((value) => textIn(step(value))).find((text) => !saysNothing(text)) ?? null,
  );
};

const ofText = (part: Bind, make: (text: string) => unknown): Bind =>
  together([part], ([value]) => make(textIn(value)));

/** The parameters of an object, as they are made of columns. */
interface Parts {
  one(parameter: string): Bind;
  all(parameter: string): Bind[];
  report(parameter: string, words: string): void;
}

/** How a value is made of columns, with the parameters that say so. */
export interface Made {
  parameters: Type.TProperties;
  make(given: unknown, parts: Parts): Bind;
}

const madeBy = <P extends Type.TProperties>(
  parameters: P,
  make: (given: Static<Type.TObject<P>>, parts: Parts) => Bind,
): Made => ({
  parameters,
  // They are checked before.
  make: (given, parts) => make(given as Static<Type.TObject<P>>, parts),
});

const REFERENCE = /\$(\d+)/g;

/**
 * Columns in a form such as `$1-$2`. As in OpenAddresses, a blank column is left out with the literal before it, which
 * also needs a filled column before; a final `.0` of a column is dropped; blank when all columns are.
 */
function formed(parts: readonly Bind[], form: string): Bind {
  const literals = form.split(/\$\d+/);
  const places = [...form.matchAll(REFERENCE)].map((match) => Number(match[1]) - 1);
  return together(parts, (values) => {
    let made = '';
    let isFilled = false;
    for (const [at, place] of places.entries()) {
      const text = wordsOf(values[place] as Cell);
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
        if (result !== null) last = textIn(result);
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
  column: madeBy({ column: Type.Unknown() }, (_, { one }) => one('column')),
  columns: madeBy({ columns: List, separator: text }, ({ separator }, { all }) =>
    joined(all('columns'), separator),
  ),
  first: madeBy({ first: List, blank: BLANK }, ({ blank }, { all }) => first(all('first'), blank)),
  constant: madeBy({ constant: Type.String() }, (given) => constant(given.constant)),
};

/** The functions of OpenAddresses that are read, and `mailing_street`. The pattern of `regexp` is read as everywhere. */
export const FUNCTIONS: Readonly<Record<string, Made>> = {
  join: madeBy({ ...fields, separator: text }, ({ separator }, { all }) => joined(all('fields'), separator)),
  first_non_empty: madeBy(fields, (_, { all }) => first(all('fields'))),
  constant: madeBy({ value: Type.String() }, ({ value }) => constant(value)),
  regexp: madeBy({ ...field, pattern: Text }, (_, { one }) => one('field')),
  map: madeBy(
    { ...field, mapping: Type.Record(Type.String(), Type.String()), else: text },
    ({ mapping, else: other = '' }, { one }) => {
      const meanings = new Map(Object.entries(mapping));
      return ofText(one('field'), (value) => meanings.get(value.trim()) ?? other);
    },
  ),
  format: madeBy({ ...fields, format: Text }, ({ fields: { length }, format }, { all, report }) => {
    const places = [...format.matchAll(REFERENCE)].map(([, place]) => Number(place));
    const unknown = places.find((place) => place < 1 || place > length);
    if (unknown !== undefined) report('format', `names $${unknown}, and there are ${length} fields, from $1`);
    else if (places.length === 0) report('format', 'names no field: write $1 for the first');
    return formed(all('fields'), format);
  }),
  chain: madeBy({ variable: Text, functions: List }, ({ variable }, { all }) =>
    chained(all('functions'), variable),
  ),
  /** The street of a mailing line, without a recipient before it: `C/O JO DOE 12 ELM ST` is `12 ELM ST`. */
  mailing_street: madeBy(field, (_, { one }) => ofText(one('field'), mailingStreet)),
};

const NUMBER = String.raw`\s*(?:\d+(?:[ -]\d/\d)?|\d+-\d+|\d+-?[A-Z])\s+`;
const UNIT = String.raw`(?:(?:UNIT|APARTMENT|APT\.?|SUITE|STE\.?|BUILDING|BLDG\.?|LOT)\s+|#).+`;

type Given = Readonly<Record<string, unknown>>;
const matched = ({ field: column }: Given, pattern: string) => `write ${JSON.stringify({ column, pattern })}`;
const unread = () =>
  'write the part that is kept as the group of a "pattern", or an adapter: a module whose map(row) makes the records';

/** Functions of OpenAddresses that no source of parcels uses, with what to write instead. */
export const REFUSED = new Map<string, (given: Given) => string>([
  ['prefixed_number', (given) => matched(given, `(?i)^${NUMBER.replace('(?:', '(')}`)],
  [
    'postfixed_street',
    (given) =>
      matched(
        given,
        given.may_contain_units ? `(?i)^(?:${NUMBER})?(.+?)(?:\\s+${UNIT})?$` : `(?i)^(?:${NUMBER})?(.*)`,
      ),
  ],
  ['postfixed_unit', (given) => matched(given, `(?i)\\s(${UNIT})$`)],
  ['get', (given) => matched(given, `^\\[(?:"[^"]*", *){${given.index}}"([^"]*)"`)],
  ['remove_prefix', unread],
  ['remove_postfix', unread],
]);

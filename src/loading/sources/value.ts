import Type, { type Static } from 'typebox';
import { isObject } from '../../domain/json-object.ts';
import { DATE_FORMS, dateReader } from '../../domain/written-date.ts';
import { readCommaDecimal, readNumber, saysNothing } from '../../domain/written-number.ts';
import { checker, hint, oneOf, type Report, whatIs, within } from './checks.ts';
import { type Columns, keyColumns, type Read, wordsOf } from './columns.ts';
import type { Bind } from './functions/function.ts';
import { parseFunction } from './functions/index.ts';
import type { Printed } from './printed.ts';
import { hasDecimals, unitReader, unitsOf, writtenAreaReader } from './units.ts';

/** What a source file says about one field, checked. */
export interface Value {
  place: string;
  /** As it is in the file. */
  given: unknown;
  /** Makes the reader of the field; unknown columns are reported by `columns`. */
  bind(columns: Columns): Read<unknown>;
}

const Modifiers = Type.Object({
  decimal: Type.Optional(Type.Enum(['.', ','])),
  unit: Type.Optional(Type.String()),
  dates: Type.Optional(Type.String()),
  values: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  blank: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
});
type Modifiers = Static<typeof Modifiers>;
const checkModifiers = checker(Modifiers);
const MODIFIERS = Object.keys(Modifiers.properties);

const DATE_FIELD = /_date$/;

type Step = (value: unknown) => unknown;
type BindValue = (columns: Columns) => Read<unknown>;

/** Replaces texts that mean nothing with null; figures also when they are written in another way. */
function blankStep(blank: readonly string[]): Step {
  const texts = new Set(blank.map((text) => text.trim()));
  const figures = new Set(blank.flatMap((text) => readNumber(text) ?? []));
  return (value) => {
    const text = textIn(value);
    if (texts.has(text)) return null;
    const figure = readNumber(text);
    return figure !== null && figures.has(figure) ? null : value;
  };
}

const textIn = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : value === null || value === undefined ? '' : String(value);

/** A step for filled texts; blanks stay as they are. */
const ofText =
  (read: (text: string) => unknown): Step =>
  (value) => {
    const text = textIn(value);
    return text === '' ? value : read(text);
  };

/** Reads figures with a decimal comma; other text stays as it is, so that it is counted as nulled. */
const commaStep: Step = (value) => (typeof value === 'string' ? (readCommaDecimal(value) ?? value) : value);

function stepsOf(given: Modifiers, field: string, place: string, report: Report): Step[] {
  const steps: Step[] = [];
  if (given.decimal !== undefined) {
    if (!hasDecimals(field)) report(within(place, 'decimal'), `${field} has no decimals`);
    if (given.decimal === ',') steps.push(commaStep);
  }
  if (given.blank) steps.push(blankStep(given.blank));
  if (given.values) {
    const meanings = new Map(Object.entries(given.values));
    steps.push(ofText((text) => (meanings.has(text) ? meanings.get(text) : text)));
  }
  if (given.dates !== undefined) {
    const at = within(place, 'dates');
    const read = dateReader(given.dates);
    if (!DATE_FIELD.test(field)) report(at, `${field} is not a date`);
    else if (read === null)
      report(at, `"${given.dates}" is not a form of dates; write for example ${DATE_FORMS.join(', ')}`);
    // Other text is passed on as published, so that it is counted as nulled.
    else steps.push(ofText((text) => read(text) ?? text));
  }
  if (given.unit !== undefined) {
    const at = within(place, 'unit');
    const units = unitsOf(field);
    const read = unitReader(field, given.unit);
    if (units.length === 0) report(at, `${field} has no unit`);
    else if (read === null) report(at, `${field} takes ${oneOf(units)}${hint(given.unit, units)}`);
    else steps.push(ofText(read));
  }
  return steps;
}

const isColumn = (given: unknown): given is string => typeof given === 'string' && given !== '';
const isColumnList = (given: unknown): given is string[] =>
  Array.isArray(given) && given.length > 0 && given.every(isColumn);

function ofColumns(names: string[], place: string): BindValue {
  return (columns) => {
    const reads = names.map((name, at) => columns(name, within(place, at)));
    return (cells) =>
      reads
        .map((read) => wordsOf(read(cells)))
        .filter((text) => text !== '')
        .join(' ');
  };
}

function sourceOf(given: unknown, place: string, report: Report): BindValue | null {
  if (isColumn(given)) return (columns) => columns(given, place);
  if (isColumnList(given)) return ofColumns(given, place);
  if (isObject(given)) return parseFunction(given, { place, report });
  report(place, `must be a column, a list of columns or a function, and is ${whatIs(given)}`);
  return null;
}

/** An object is a function, or has a `column`: a column, a list of columns or a function. `unit` and the like may follow. */
function detailed(
  given: Record<string, unknown>,
  field: string,
  place: string,
  report: Report,
): BindValue | null {
  const rest = Object.entries(given).filter(([key]) => !MODIFIERS.includes(key));
  const modifiers = Object.fromEntries(Object.entries(given).filter(([key]) => MODIFIERS.includes(key)));
  const known = checkModifiers(modifiers, place, report);
  const source = rest.some(([key]) => key === 'column')
    ? columnOf(rest, place, report)
    : functionOf(Object.fromEntries(rest), place, report);
  if (!known || source === null) return null;
  const steps = stepsOf(modifiers, field, place, report);
  if (steps.length === 0) return source;
  return (columns) => {
    const read = source(columns);
    return (cells) => steps.reduce((value, step) => step(value), read(cells));
  };
}

function columnOf(rest: [string, unknown][], place: string, report: Report): BindValue | null {
  let source: BindValue | null = null;
  for (const [key, given] of rest) {
    const at = within(place, key);
    if (key === 'column') source = sourceOf(given, at, report);
    else if (key === 'function') report(at, 'stands beside "column": write one of the two');
    else report(at, `unknown key${hint(key, ['column', ...MODIFIERS])}`);
  }
  return source;
}

function functionOf(given: Record<string, unknown>, place: string, report: Report): Bind | null {
  const [mistyped] = 'function' in given ? [] : Object.keys(given);
  const near = mistyped === undefined ? '' : hint(mistyped, ['function', 'column', ...MODIFIERS]);
  if (mistyped !== undefined && near !== '') {
    report(within(place, mistyped), `unknown key${near}`);
    return null;
  }
  return parseFunction(given, { place, report });
}

/**
 * What a source file says about a field: a column, a list of columns joined by a space, a function, or an object with a
 * column or function and how its values are written. Null after reporting what is wrong.
 */
export function parseValue(given: unknown, field: string, place: string, report: Report): Value | null {
  const bind = isObject(given) ? detailed(given, field, place, report) : sourceOf(given, place, report);
  if (bind === null) return null;
  const written = isObject(given) && 'unit' in given ? null : writtenAreaReader(field);
  if (written === null) return { place, given, bind };
  const step = ofText(written);
  return {
    place,
    given,
    bind(columns) {
      const read = bind(columns);
      return (cells) => step(read(cells));
    },
  };
}

/** A value that is a key, such as a parcel number: its columns are read with `keyText`. */
export function bindKey(value: Value, columns: Columns, printed: Printed): Read<string> {
  const read = value.bind(keyColumns(columns, printed));
  return (cells) => {
    const key = textIn(read(cells));
    return saysNothing(key) ? '' : key;
  };
}

/** A value in a few words for people: `APN`, `BLOCK + LOT`, `regexp of ADDRESS`. */
export function describe(given: unknown): string {
  if (typeof given === 'string') return given;
  if (Array.isArray(given)) return given.map(String).join(' + ');
  if (!isObject(given)) return String(given);
  if ('column' in given) return describe(given.column);
  if (given.function === 'constant') return `"${given.value}"`;
  const of = given.field ?? given.fields;
  return of === undefined ? String(given.function) : `${given.function} of ${describe(of)}`;
}

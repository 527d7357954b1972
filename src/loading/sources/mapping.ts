import Type, { type Static } from 'typebox';
import { isObject } from '../../domain/json-object.ts';
import { DATE_FORMS, dateReader } from '../../domain/written-date.ts';
import { readCommaDecimal, saysNothing } from '../../domain/written-number.ts';
import { checker, hint, oneOf, type Report, whatIs, within } from './checks.ts';
import { type Columns, keyColumns, type Printed, type Read, textOf } from './columns.ts';
import {
  type Bind,
  BLANK,
  blankStep,
  FUNCTIONS,
  joined,
  MADE,
  type Made,
  patternReader,
  REFUSED,
  type Step,
} from './functions.ts';
import { hasDecimals, unitReader, unitsOf, writtenAreaReader } from './units.ts';

const Text = Type.String({ minLength: 1 });

/** How the values are written, in the order in which it is looked at. */
const How = {
  pattern: Type.Optional(Text),
  replace: Type.Optional(Type.String()),
  decimal: Type.Optional(Type.Enum(['.', ','])),
  blank: BLANK,
  values: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  dates: Type.Optional(Type.String()),
  unit: Type.Optional(Type.String()),
};
type How = Static<Type.TObject<typeof How>>;

export interface OneColumn<C> extends How {
  column: C;
}
export interface Joined<C> extends How {
  columns: readonly C[];
  /** Between those that are filled; by default a blank. */
  separator?: string;
}
export interface First<C> extends How {
  /** The first that is filled counts, row by row. */
  first: readonly C[];
}
interface Constant extends How {
  constant: string;
}
/** What a field is made of, as a source file says it. Wherever a column stands, another of these can stand. */
export type FieldMapping =
  | string
  /** Joined by blanks. */
  | readonly FieldMapping[]
  | OneColumn<FieldMapping>
  | Joined<FieldMapping>
  | First<FieldMapping>
  | Constant
  /** A function of OpenAddresses with its parameters. */
  | (How & { function: string });

/** A field mapping, checked. */
export interface Mapping {
  json: FieldMapping;
  bind: Bind;
}

/** How each kind of object is made, by the key that it has; functions by their names. */
const KINDS = new Map([
  ...Object.entries(MADE).map(([kind, made]) => [kind, kindOf(made, {})] as const),
  ...Object.entries(FUNCTIONS).map(
    ([name, made]) => [`function ${name}`, kindOf(made, { function: Type.Literal(name) })] as const,
  ),
]);
const KEYS = [...Object.keys(MADE), 'function'];

function kindOf({ parameters, make }: Made, own: Type.TProperties) {
  const schema = Type.Object({ ...own, ...How, ...parameters }, { additionalProperties: false });
  const check: (json: unknown, place: string, report: Report) => boolean = checker(schema);
  return { make, check };
}

const DATE_FIELD = /_date$/;

/** A step for filled texts; blanks stay as they are. */
const ofText =
  (read: (text: string) => unknown): Step =>
  (value) => {
    const text = textOf(value).trim();
    return text === '' ? value : read(text);
  };

/** Reads figures with a decimal comma; other text stays as it is, so that it is counted as nulled. */
const commaStep: Step = (value) => (typeof value === 'string' ? (readCommaDecimal(value) ?? value) : value);

function stepsOf(json: How, field: string, place: string, report: Report): Step[] {
  const steps: Step[] = [];
  if (json.pattern !== undefined) {
    const read = patternReader(json.pattern, json.replace, (key, words) => report(within(place, key), words));
    if (read) steps.push((value) => read(textOf(value)));
  } else if (json.replace !== undefined) report(within(place, 'pattern'), 'is missing beside replace');
  if (json.decimal !== undefined) {
    if (!hasDecimals(field)) report(within(place, 'decimal'), `${field} has no decimals`);
    if (json.decimal === ',') steps.push(commaStep);
  }
  if (json.blank) steps.push(blankStep(json.blank));
  if (json.values) {
    const meanings = new Map(Object.entries(json.values));
    steps.push(ofText((text) => (meanings.has(text) ? meanings.get(text) : text)));
  }
  if (json.dates !== undefined) {
    const at = within(place, 'dates');
    const read = dateReader(json.dates);
    if (!DATE_FIELD.test(field)) report(at, `${field} is not a date`);
    else if (read === null)
      report(at, `"${json.dates}" is not a form of dates; write for example ${DATE_FORMS.join(', ')}`);
    // Other text is passed on as published, so that it is counted as nulled.
    else steps.push(ofText((text) => read(text) ?? text));
  }
  if (json.unit !== undefined) {
    const at = within(place, 'unit');
    const units = unitsOf(field);
    const read = unitReader(field, json.unit);
    if (units.length === 0) report(at, `${field} has no unit`);
    else if (read === null) report(at, `${field} takes ${oneOf(units)}${hint(json.unit, units)}`);
    else steps.push(ofText(read));
  }
  return steps;
}

const NOTHING: Bind = () => () => null;

/** Reads what a source file says about a field; what is wrong is reported. */
function parser(field: string, report: Report) {
  const all = (list: readonly unknown[], place: string) =>
    list.map((json, index) => parse(json, within(place, index)));

  function ofObject(json: Record<string, unknown>, place: string): Bind {
    const [key, other] = KEYS.filter((word) => word in json);
    if (key === undefined) {
      const known = [...KEYS, ...Object.keys(How)];
      const mistyped = Object.keys(json).find((word) => !(word in How) && hint(word, known) !== '');
      if (mistyped) report(within(place, mistyped), `unknown key${hint(mistyped, known)}`);
      else report(within(place, 'column'), `is missing: an object has ${oneOf(KEYS)}`);
      return NOTHING;
    }
    if (other !== undefined) {
      report(within(place, other), `stands beside "${key}": write one of the two`);
      return NOTHING;
    }
    const name = String(json.function);
    const kind = KINDS.get(key === 'function' ? `function ${name}` : key);
    if (kind === undefined) {
      const instead = REFUSED.get(name)?.(json);
      report(
        within(place, 'function'),
        instead
          ? `${name} is not read: ${instead}`
          : `unknown function ${whatIs(json.function)}${hint(name, Object.keys(FUNCTIONS))}`,
      );
      return NOTHING;
    }
    if (!kind.check(json, place, report)) return NOTHING;
    const read = kind.make(json, {
      single: (parameter) => parse(json[parameter], within(place, parameter)),
      all: (parameter) => all(json[parameter] as unknown[], within(place, parameter)),
      report: (parameter, words) => report(within(place, parameter), words),
    });
    // It was checked.
    const steps = stepsOf(json as How, field, place, report);
    if (steps.length === 0) return read;
    return (columns) => {
      const value = read(columns);
      return (cells) => steps.reduce((made, step) => step(made), value(cells));
    };
  }

  function parse(json: unknown, place: string): Bind {
    if (typeof json === 'string' && json !== '') return (columns) => columns(json, place);
    if (Array.isArray(json) && json.length > 0) return joined(all(json, place));
    if (isObject(json)) return ofObject(json, place);
    report(place, `must be a column, a list of columns or an object, and is ${whatIs(json)}`);
    return NOTHING;
  }

  return parse;
}

/** What a source file says about a field, checked. What is wrong is reported; it then reads nothing. */
export function parseMapping(json: unknown, field: string, place: string, report: Report): Mapping {
  const bind = parser(field, report)(json, place);
  const written = isObject(json) && 'unit' in json ? null : writtenAreaReader(field);
  const mapping = { json: json as FieldMapping, bind };
  if (written === null) return mapping;
  const step = ofText(written);
  return {
    ...mapping,
    bind(columns) {
      const read = bind(columns);
      return (cells) => step(read(cells));
    },
  };
}

/** Reads a key, such as a parcel number: its columns are read with `keyText`. */
export function bindKey({ bind }: Mapping, columns: Columns, printed: Printed): Read<string> {
  const read = bind(keyColumns(columns, printed));
  return (cells) => {
    const key = textOf(read(cells)).trim();
    return saysNothing(key) ? '' : key;
  };
}

/** The columns that a field mapping reads. */
export function columnsOf(json: unknown): string[] {
  if (typeof json === 'string') return [json];
  if (Array.isArray(json)) return json.flatMap(columnsOf);
  if (!isObject(json)) return [];
  const { column, columns, first, field, fields } = json;
  return [column, columns, first, field, fields].flatMap(columnsOf);
}

function sourceWords(json: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(json.first)) return json.first.map(describe).join(' or ');
  const columns = json.column ?? json.columns;
  if (columns !== undefined) return describe(columns);
  const text = json.constant ?? json.value;
  if (text !== undefined) return `"${text}"`;
  const of = json.field ?? json.fields;
  return of === undefined ? String(json.function) : `${json.function} of ${describe(of)}`;
}

/** A field mapping in a few words for people: `APN`, `BLOCK + LOT`, `OWNER or TAXPAYER`, `AREA (sqft)`. */
export function describe(json: unknown): string {
  if (Array.isArray(json)) return json.map(describe).join(' + ');
  if (!isObject(json)) return String(json);
  const how = [
    json.unit,
    json.dates,
    json.decimal && `decimals after ${json.decimal === ',' ? 'a comma' : 'a point'}`,
    json.values && 'coded',
    json.pattern && !json.replace && !json.function && 'in part',
  ].filter(Boolean);
  return how.length > 0 ? `${sourceWords(json)} (${how.join(', ')})` : sourceWords(json);
}
